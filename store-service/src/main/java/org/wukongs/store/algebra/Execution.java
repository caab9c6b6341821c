package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.Map;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.Explorer;
import org.wukongs.store.explore.RowFilter;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.explore.WorkMeter;
import org.wukongs.store.view.TripleView;

/** One execution of an {@link OperatorPlan}: what it reads, its terms and its limits. */
final class Execution {

    /** An array without its elements, and the reference to it. */
    private static final long ARRAY_BYTES = 24;

    private final OperatorPlan plan;
    private final ExecutionInput input;
    private final WorkMeter meter;
    private final long[] constants;
    private final RowFilter[] filters;
    private final TripleView[] views;
    private final long[] graphs;
    private ExecutionTerms terms; // null before one is asked for
    private Explorer explorer;
    private BindingTable unit;
    private Columns replaced = Columns.NONE;
    private OperatorProfile profile; // null where nobody wants one

    Execution(OperatorPlan plan, ExecutionInput input) {
        this(plan, input, plan.constantIds(input.dictionary()));
    }

    /** With these ids in the places of the plan's constants. */
    Execution(OperatorPlan plan, ExecutionInput input, long[] constants) {
        this.plan = plan;
        this.input = input;
        this.meter = new WorkMeter(input.budget());
        this.constants = constants;
        this.views = plan.graphs().views(input.graphs());
        this.graphs = new long[views.length];
        this.unit = BindingTable.unit(plan.columnCount());
        this.filters = new RowFilter[plan.filters().size()];
        for (int i = 0; i < filters.length; i++) {
            filters[i] = plan.filters().get(i).filter(this);
        }
    }

    /** From now on, adds what operators do to a profile. */
    void profileInto(OperatorProfile into) {
        profile = into;
    }

    ExecutionTerms terms() {
        if (terms == null) {
            terms = new ExecutionTerms(input.dictionary(), input.budget(), meter);
        }
        return terms;
    }

    RdfEvaluation rdf() {
        return input.rdf();
    }

    Map<String, TripleView> namedGraphs() {
        return input.graphs().named();
    }

    /** Whether the dataset has a graph of this IRI. */
    boolean hasGraph(String iri) {
        return input.graphs().has(iri);
    }

    /** The graph that patterns name by {@code slot}. */
    TripleView view(int slot) {
        return views[slot];
    }

    /** The id of the IRI of the graph that was entered for {@code slot}. */
    long graph(int slot) {
        return graphs[slot];
    }

    TermDictionary dictionary() {
        return input.dictionary();
    }

    ExecutionBudget budget() {
        return input.budget();
    }

    int columnCount() {
        return plan.columnCount();
    }

    /**
     * The rows from which a pattern on its own starts: one that binds nothing; within EXISTS those
     * for which it is asked.
     */
    BindingTable unit() {
        return unit;
    }

    /** The columns whose values stand for variables of the pattern of EXISTS. */
    Columns replaced() {
        return replaced;
    }

    BindingTable noRows() {
        return new BindingTable(plan.columnCount());
    }

    /** What answers the basic graph pattern of an operator. */
    Explorer explorer(Operator operator) {
        if (explorer == null) {
            explorer = explorer();
        }
        if (profile != null) {
            explorer.profileInto(profile.exploration(operator));
        }
        return explorer;
    }

    /** A new one, for patterns that name graphs after the plan's own, too. */
    Explorer explorer(TripleView... more) {
        TripleView[] named = Arrays.copyOf(views, views.length + more.length);
        System.arraycopy(more, 0, named, views.length, more.length);
        Explorer made = new Explorer(named, constants, filters, input.dictionary(), budget());
        made.useWorkers(input.workers());
        return made;
    }

    /**
     * Makes {@code view} the graph that patterns name by {@code slot}; {@code graph} is its IRI.
     */
    void enter(int slot, TripleView view, long graph) {
        views[slot] = view;
        graphs[slot] = graph;
        explorer = null;
    }

    /** The solutions of an operator on its own. */
    BindingTable solutions(Operator operator) {
        return extend(operator, unit);
    }

    /** The join of {@code table} with the solutions of an operator, by whichever way is right. */
    BindingTable join(BindingTable table, Operator operator) {
        if (table.size() == 0) {
            return noRows();
        }
        Columns bound = bound(table).minus(replaced);
        boolean seeded =
                bound.isEmpty()
                        ? table.size() == 1 || !replaced.isEmpty()
                        : bound.meets(operator.possible()) && operator.takes(bound);
        long bytesBefore = budget().bytes();
        BindingTable joined =
                seeded ? extend(operator, table) : HashJoin.join(this, table, solutions(operator));
        settle(bytesBefore, joined == table ? 0 : joined.bytes());
        return joined;
    }

    private BindingTable extend(Operator operator, BindingTable table) {
        if (profile == null) {
            return operator.extend(this, table);
        }
        long startNs = budget().elapsedNs();
        long entered = profile.enter();
        BindingTable extended = operator.extend(this, table);
        profile.leave(operator, entered, extended.size(), budget().elapsedNs() - startNs);
        return extended;
    }

    /** Of all that was taken since then only so many bytes are still held. */
    private void settle(long bytesBefore, long held) {
        long surplus = budget().bytes() - bytesBefore - held;
        if (surplus > 0) {
            budget().giveBackBytes(surplus);
        } else {
            budget().takeBytes(-surplus);
        }
    }

    /**
     * The solutions of a pattern of EXISTS for each row: values of {@code columns} stand for the
     * pattern's variables wherever these are (SPARQL 1.1, section 18.6, substitute).
     *
     * @param rows bind {@code columns} only, and are told apart by one of them
     */
    BindingTable substitute(BindingTable rows, Columns columns, Operator pattern) {
        BindingTable unitBefore = unit;
        Columns replacedBefore = replaced;
        unit = rows;
        replaced = columns;
        try {
            return rows.size() == 0 ? noRows() : extend(pattern, rows);
        } finally {
            unit = unitBefore;
            replaced = replacedBefore;
        }
    }

    private static Columns bound(BindingTable table) {
        int[] bound = new int[table.columnCount()];
        int count = 0;
        for (int column = 0; column < bound.length; column++) {
            if (table.column(column) != null) {
                bound[count++] = column;
            }
        }
        return Columns.of(Arrays.copyOf(bound, count));
    }

    /** To be called for each row looked at. */
    void work() {
        meter.row();
    }

    /** As {@link #work()}, for looking at up to so many characters of a value. */
    void work(int chars) {
        meter.characters(chars);
    }

    /**
     * Accounts for bytes that an operator takes beside tables, until its result is there: {@link
     * #join} then counts the result only.
     */
    void takeBytes(long count) {
        budget().takeBytes(count);
    }

    /** The keys of all rows of a table, which take bytes. */
    RowIndex.Keys keys(BindingTable table, int... columns) {
        return RowIndex.number(table, budget(), meter, columns);
    }

    /** As {@link RowIndex.Keys#rows}, which takes bytes. */
    int[][] rowsByKey(RowIndex.Keys keys) {
        takeBytes((long) keys.ofRow().length * Integer.BYTES + keys.size() * ARRAY_BYTES);
        return keys.rows();
    }

    /** The first row of each key, with the key's columns only. */
    BindingTable firstRows(BindingTable table, RowIndex.Keys keys, int... columns) {
        return gather(table.only(columns), keys.firstRows(), keys.size());
    }

    /** As {@link BindingTable#gather}, which takes bytes. */
    BindingTable gather(BindingTable table, int[] rows, int count) {
        takeRows(table, count);
        return table.gather(rows, count);
    }

    /** Takes the bytes of so many rows that bind what a table binds, before they are there. */
    void takeRows(BindingTable table, int count) {
        int columns = 0;
        for (int column = 0; column < table.columnCount(); column++) {
            columns += table.column(column) == null ? 0 : 1;
        }
        budget().takeBytes((long) columns * count * Long.BYTES);
    }

    /** To be called with the size of a table that grew. */
    void checkRows(long rowCount) {
        budget().checkRows(rowCount);
    }
}
