package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Rows that go on at another node, and the steps that are left for them.
 *
 * @param graphs names of the graphs that the steps name by index
 * @param constants ids that they name by index
 * @param columnCount columns of the rows
 * @param made columns whose ids come back, as bits
 * @param counted whether the counts of the steps come back, too
 * @param place of the node's part of a list, from which a start goes on; {@link #NO_START} for rows
 * @param rows rows with the columns that the steps read; of a start, the one row before it
 */
record ForkRequest(
        List<String> graphs,
        long[] constants,
        ExplorationPlan plan,
        int columnCount,
        long made,
        boolean counted,
        int place,
        BindingTable rows) {

    static final int NO_START = -1;

    /** Rows of a request: 128 KiB for each column. */
    static final int ROWS_MAX = 1 << 14;

    /** Ids of an answer: 8 MiB. */
    static final int IDS_MAX = 1 << 20;

    /** Triple patterns have three places, each of which may be a constant. */
    private static final int CONSTANTS_MAX = 3 * Planner.PATTERNS_MAX;

    /** A pattern takes two steps at most. */
    private static final int STEPS_MAX = 2 * Planner.PATTERNS_MAX;

    /** On the wire, a place that a step does not have. */
    private static final int NO_PLACE = Integer.MIN_VALUE;

    /**
     * Makes the request for some steps of an execution, from the beginning of the list for a start.
     */
    static ForkRequest of(
            ExplorationPlan plan,
            Bindings bindings,
            Fork fork,
            boolean counted,
            BindingTable rows) {
        Numbering numbering = new Numbering(bindings);
        List<Stage> stages =
                plan.stages().stream()
                        .map(
                                stage ->
                                        new Stage(
                                                numbering.step(stage.producer()),
                                                stage.checks().stream()
                                                        .map(numbering::step)
                                                        .toList()))
                        .toList();
        return new ForkRequest(
                numbering.graphs,
                numbering.constants.stream().mapToLong(id -> id).toArray(),
                new ExplorationPlan(stages, plan.estimatedCost()),
                rows.columnCount(),
                fork.made(),
                counted,
                fork.isStart() ? 0 : NO_START,
                rows);
    }

    /** Numbers the graphs and constants that some steps name, of all those of an execution. */
    private static final class Numbering {

        private final Bindings bindings;
        private final Map<Integer, Integer> graphNumbers = new HashMap<>();
        private final Map<Integer, Integer> constantNumbers = new HashMap<>();
        private final List<String> graphs = new ArrayList<>();
        private final List<Long> constants = new ArrayList<>();

        Numbering(Bindings bindings) {
            this.bindings = bindings;
        }

        Step step(Step step) {
            return step.kind() == StepKind.PASS
                    ? step
                    : new Step(
                            step.kind(),
                            graph(step.graph()),
                            place(step.vertex()),
                            place(step.predicate()),
                            step.direction(),
                            place(step.other()),
                            step.column(),
                            null,
                            step.estimate());
        }

        private int graph(int index) {
            return graphNumbers.computeIfAbsent(
                    index,
                    graph -> {
                        graphs.add(bindings.graphs()[graph].distributed().name());
                        return graphs.size() - 1;
                    });
        }

        private Place place(Place place) {
            return place == null || !place.isConstant()
                    ? place
                    : Place.constant(
                            constantNumbers.computeIfAbsent(
                                    place.constant(),
                                    constant -> {
                                        constants.add(bindings.constants()[constant]);
                                        return constants.size() - 1;
                                    }));
        }
    }

    /** Returns the same request for other rows. */
    ForkRequest with(BindingTable other) {
        return new ForkRequest(graphs, constants, plan, columnCount, made, counted, place, other);
    }

    /** Returns the same start from another place on. */
    ForkRequest from(int other) {
        return new ForkRequest(graphs, constants, plan, columnCount, made, counted, other, rows);
    }

    boolean isStart() {
        return place != NO_START;
    }

    /** Returns the step that reads the list of a start. */
    Step start() {
        return plan.stages().get(0).producer();
    }

    // Encoding

    void encode(WireWriter out) {
        out.putStrings(graphs).putLongs(constants).putByte(columnCount).putLong(made);
        out.putBoolean(counted).putInt(place);
        out.putList(plan.stages(), ForkRequest::encode);
        long bound = 0;
        for (int column = 0; column < columnCount; column++) {
            bound |= rows.column(column) == null ? 0 : 1L << column;
        }
        out.putInt(rows.size()).putLong(bound);
        for (int column = 0; column < columnCount; column++) {
            if (rows.column(column) != null) {
                out.putLongs(Arrays.copyOf(rows.column(column), rows.size()));
            }
        }
    }

    private static void encode(Stage stage, WireWriter out) {
        encode(stage.producer(), out);
        out.putList(stage.checks(), ForkRequest::encode);
    }

    private static void encode(Step step, WireWriter out) {
        out.putByte(step.kind().code())
                .putInt(step.graph())
                .putInt(code(step.vertex()))
                .putInt(code(step.predicate()))
                .putInt(step.direction())
                .putInt(code(step.other()))
                .putInt(step.column());
    }

    private static int code(Place place) {
        if (place == null) {
            return NO_PLACE;
        }
        return place.isConstant() ? -1 - place.constant() : place.column();
    }

    // Decoding

    /** Reads a request; USER error if a value is out of bounds. */
    static ForkRequest decode(WireReader in) {
        List<String> graphs = in.getStrings("graphs of a fork", Planner.PATTERNS_MAX);
        for (String graph : graphs) {
            if (graph == null) {
                throw WukongsException.user("a graph of a fork has no name");
            }
            InputLimits.checkLength("name of a graph", graph, InputLimits.NAME_CHARS_MAX);
        }
        long[] constants = in.getLongs();
        InputLimits.checkRange("constants of a fork", constants.length, 0, CONSTANTS_MAX);
        int columnCount =
                (int)
                        InputLimits.checkRange(
                                "columns of a fork", in.getByte(), 1, Planner.COLUMNS_MAX);
        long columnsMax = (1L << columnCount) - 1;
        long made = InputLimits.checkRange("columns to send back", in.getLong(), 0, columnsMax);
        boolean counted = InputLimits.checkRange("flag", in.getByte(), 0, 1) == 1;
        int place =
                (int)
                        InputLimits.checkRange(
                                "place of a list", in.getInt(), NO_START, Integer.MAX_VALUE);
        List<Stage> stages = in.getList("stages of a fork", STEPS_MAX, 1, ForkRequest::stage);
        if (stages.isEmpty()) {
            throw WukongsException.user("a fork has no steps");
        }
        int size = (int) InputLimits.checkRange("rows of a fork", in.getInt(), 0, ROWS_MAX);
        long bound = InputLimits.checkRange("columns of rows", in.getLong(), 0, columnsMax);
        BindingTable rows = new BindingTable(rows(in, columnCount, bound, size), size);
        ExplorationPlan plan = new ExplorationPlan(stages, 0);
        new PlanCheck(graphs.size(), constants, columnCount, bound).check(plan, made);
        if (place != NO_START) {
            checkStart(plan, size);
        }
        return new ForkRequest(graphs, constants, plan, columnCount, made, counted, place, rows);
    }

    private static void checkStart(ExplorationPlan plan, int rowCount) {
        InputLimits.checkRange("rows of a start", rowCount, 1, 1);
        List<Step> steps = plan.steps();
        if (steps.get(0).kind() != StepKind.INDEX || steps.size() == 1) {
            throw WukongsException.user("a start has no list, or no step after it");
        }
    }

    private static long[][] rows(WireReader in, int columnCount, long bound, int size) {
        long[][] columns = new long[columnCount][];
        for (int column = 0; column < columnCount; column++) {
            if ((bound >>> column & 1) == 1) {
                columns[column] = in.getLongs();
                InputLimits.checkRange("ids of a column", columns[column].length, size, size);
                for (long id : columns[column]) {
                    // those of computed terms are negative
                    InputLimits.checkRange("id", id, Long.MIN_VALUE, (1L << Vids.BITS) - 1);
                }
            }
        }
        return columns;
    }

    private static Stage stage(WireReader in) {
        Step producer = step(in);
        return new Stage(
                producer, in.getList("checks of a stage", STEPS_MAX, 1, ForkRequest::step));
    }

    private static Step step(WireReader in) {
        return new Step(
                StepKind.of(in.getByte()),
                in.getInt(),
                place(in),
                place(in),
                in.getInt(),
                place(in),
                in.getInt(),
                null,
                0);
    }

    private static Place place(WireReader in) {
        int code = in.getInt();
        if (code == NO_PLACE) {
            return null;
        }
        return code < 0 ? Place.constant(-1 - code) : Place.column(code);
    }

    /** Checks that each step names what is there, and reads what is bound before it. */
    private static final class PlanCheck {

        private final int graphCount;
        private final long[] constants;
        private final int columnCount;
        private final long ofRows; // columns that the rows bind
        private long bound;

        PlanCheck(int graphCount, long[] constants, int columnCount, long bound) {
            this.graphCount = graphCount;
            this.constants = constants;
            this.columnCount = columnCount;
            this.ofRows = bound;
            this.bound = bound;
        }

        void check(ExplorationPlan plan, long made) {
            for (Stage stage : plan.stages()) {
                producer(stage.producer());
                stage.checks().forEach(this::probe);
            }
            require(plan.steps().size() <= STEPS_MAX, "too many steps");
            require((made & ~(bound & ~ofRows)) == 0, "a column to send back that no step binds");
        }

        private void producer(Step step) {
            if (step.kind() == StepKind.PASS) {
                require(step.equals(Step.PASS), "a place in a step that has none");
                return;
            }
            boolean ofPredicates = step.kind() == StepKind.PREDICATES;
            boolean ofIndex = step.kind() == StepKind.INDEX;
            boolean expands = step.kind() == StepKind.EXPAND || step.kind() == StepKind.CONSTANT;
            require(ofPredicates || ofIndex || expands, "a step that makes no rows");
            require((step.predicate() == null) == ofPredicates, "a step with a wrong predicate");
            require(step.vertex() != null ? !ofIndex : !expands, "a step with a wrong vertex");
            require(step.other() == null, "an object in a step that has none");
            graph(step);
            vertex(step.vertex());
            predicate(step.predicate());
            InputLimits.checkRange("column of a step", step.column(), 0, columnCount - 1L);
            require((bound >>> step.column() & 1) == 0, "a step that binds a column again");
            bound |= 1L << step.column();
        }

        private void probe(Step step) {
            boolean isWhole =
                    step.vertex() != null && step.predicate() != null && step.other() != null;
            require(step.kind() == StepKind.PROBE && isWhole, "a check of another kind");
            require(step.column() == -1, "a check that binds a column");
            graph(step);
            vertex(step.vertex());
            predicate(step.predicate());
            vertex(step.other());
        }

        private void graph(Step step) {
            InputLimits.checkRange("graph of a step", step.graph(), 0, graphCount - 1L);
            InputLimits.checkRange("direction of a step", step.direction(), Keys.IN, Keys.OUT);
        }

        private void vertex(Place place) {
            if (place != null && isConstant(place)) {
                long vid = constants[place.constant()];
                InputLimits.checkRange("vid", vid, 1, (1L << Vids.BITS) - 1);
            }
        }

        private void predicate(Place place) {
            if (place == null) {
                return;
            }
            if (isConstant(place)) {
                InputLimits.checkRange("pid", constants[place.constant()], 1, Keys.PID_MAX);
            } else {
                require((ofRows >>> place.column() & 1) == 0, "a predicate of another node");
            }
        }

        private boolean isConstant(Place place) {
            if (place.isConstant()) {
                int last = constants.length - 1;
                InputLimits.checkRange("constant of a step", place.constant(), 0, last);
                return true;
            }
            InputLimits.checkRange("column of a place", place.column(), 0, columnCount - 1L);
            require((bound >>> place.column() & 1) == 1, "a step that reads an unbound column");
            return false;
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw WukongsException.user("a fork has " + otherwise);
            }
        }
    }
}
