package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.NaiveExploration.Condition;
import org.wukongs.store.graph.TripleModel.Ids;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/**
 * Small random graphs, patterns with variables in all places, filters, and input tables that leave
 * some places unbound: whatever an exploration has to be right about.
 */
final class RandomExploration {

    private static final int COLUMN_COUNT = 4;
    private static final int GRAPH_COUNT = 2;

    private final Random random;
    private final TermDictionary dictionary = new TermDictionary(10_000);
    private final long[] vertices;
    private final long[] predicates;
    private final List<Set<Ids>> models = new ArrayList<>();
    private final TripleView[] graphs = new TripleView[GRAPH_COUNT];
    private final List<Long> constants = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();

    /** The pattern to answer. */
    final BasicGraphPattern pattern;

    /** What it extends. */
    final BindingTable input;

    RandomExploration(Random random) {
        this.random = random;
        this.predicates = predicates(1 + random.nextInt(3));
        this.vertices = vertices(1 + random.nextInt(6));
        for (int graph = 0; graph < GRAPH_COUNT; graph++) {
            fill(graph, random.nextInt(30));
        }
        pattern = randomPattern();
        input = random.nextInt(3) > 0 ? BindingTable.unit(COLUMN_COUNT) : randomTable();
    }

    private long[] predicates(int count) {
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = i == 0 ? 1 : dictionary.predicateId("<p" + i + ">");
        }
        return ids;
    }

    /** Some of the vertices are predicates too. */
    private long[] vertices(int count) {
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] =
                    random.nextInt(4) == 0
                            ? dictionary.vertexOfPredicate(any(predicates))
                            : dictionary.vertexId("<v" + i + ">");
        }
        return ids;
    }

    private void fill(int graph, int count) {
        Set<Ids> model = new LinkedHashSet<>();
        TripleIndex index = new TripleIndex();
        for (int i = 0; i < count; i++) {
            Ids triple = new Ids(any(vertices), any(predicates), any(vertices));
            model.add(triple);
            index.add(triple.s(), triple.p(), triple.o());
        }
        models.add(model);
        graphs[graph] = index;
    }

    private BasicGraphPattern randomPattern() {
        List<TriplePattern> patterns = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            patterns.add(
                    new TriplePattern(
                            random.nextInt(4) == 0 ? 1 : 0,
                            place(vertices, 4),
                            place(predicates, 3),
                            place(vertices, 4)));
        }
        List<PatternFilter> filters = new ArrayList<>();
        for (int i = random.nextInt(3) - 1; i > 0; i--) {
            int[] columns = {random.nextInt(COLUMN_COUNT), random.nextInt(COLUMN_COUNT)};
            filters.add(new PatternFilter(conditions.size(), columns));
            conditions.add(
                    random.nextBoolean() ? ids -> ids[0] != ids[1] : ids -> ids[0] <= ids[1]);
        }
        return new BasicGraphPattern(patterns, filters);
    }

    /** A constant in one of {@code of} cases, now and then one that no triple has. */
    private Place place(long[] ids, int of) {
        if (random.nextInt(of) < of - 2) {
            constants.add(random.nextInt(20) == 0 ? TermDictionary.UNKNOWN : any(ids));
            return Place.constant(constants.size() - 1);
        }
        return Place.column(random.nextInt(COLUMN_COUNT));
    }

    private BindingTable randomTable() {
        BindingTable table = new BindingTable(COLUMN_COUNT);
        boolean[] never = new boolean[COLUMN_COUNT];
        for (int column = 0; column < COLUMN_COUNT; column++) {
            never[column] = random.nextBoolean();
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            int row = table.appendUnbound();
            for (int column = 0; column < COLUMN_COUNT; column++) {
                if (!never[column] && random.nextInt(5) > 0) {
                    table.set(column, row, any(vertices));
                }
            }
        }
        return table;
    }

    private long any(long[] ids) {
        return ids[random.nextInt(ids.length)];
    }

    TermDictionary dictionary() {
        return dictionary;
    }

    /** All views that the patterns name. */
    TripleView[] graphs() {
        return graphs;
    }

    Explorer explorer() {
        return explorer(ExecutionLimits.DEFAULT);
    }

    Explorer explorer(ExecutionLimits limits) {
        RowFilter[] filters = new RowFilter[conditions.size()];
        for (int i = 0; i < filters.length; i++) {
            filters[i] = rowFilter(conditions.get(i));
        }
        SystemNanoClock clock = new SystemNanoClock();
        return new Explorer(
                graphs,
                constants.stream().mapToLong(id -> id).toArray(),
                filters,
                dictionary,
                new ExecutionBudget(limits, clock, clock.nanoTime()));
    }

    private static RowFilter rowFilter(Condition condition) {
        return (columns, count, kept) -> {
            int size = 0;
            for (int row = 0; row < count; row++) {
                long[] ids = new long[columns.length];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = columns[i][row];
                }
                if (condition.holds(ids)) {
                    kept[size++] = row;
                }
            }
            return size;
        };
    }

    /** What the exploration has to give, sorted. */
    List<List<Long>> expected() {
        NaiveExploration naive =
                new NaiveExploration(
                        models,
                        constants.stream().mapToLong(id -> id).toArray(),
                        conditions,
                        dictionary);
        return sorted(naive.extend(rows(input), pattern));
    }

    static List<List<Long>> rows(BindingTable table) {
        List<List<Long>> rows = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            Long[] ids = new Long[table.columnCount()];
            for (int column = 0; column < ids.length; column++) {
                ids[column] = table.get(column, row);
            }
            rows.add(Arrays.asList(ids));
        }
        return rows;
    }

    static List<List<Long>> sorted(List<List<Long>> rows) {
        List<List<Long>> copy = new ArrayList<>(rows);
        copy.sort((a, b) -> a.toString().compareTo(b.toString()));
        return copy;
    }

    @Override
    public String toString() {
        return pattern + " constants=" + constants + " over " + input + " in " + models;
    }
}
