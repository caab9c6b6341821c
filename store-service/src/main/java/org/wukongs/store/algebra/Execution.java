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
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.view.TripleView;

/** One execution of an {@link OperatorPlan}: its graphs, its terms and its limits. */
final class Execution {

    /** Bytes of an array without its elements, and of the reference to it. */
    private static final long ARRAY_BYTES = 24;

    private final OperatorPlan plan;
    private final ExecutionInput input;
    private final WorkMeter meter;
    private final long[] constants;
    private final RowFilter[] filters;
    private final TripleView[] views;
    private final long[] graphs;
    private ExecutionTerms terms; // made on first use
    private Explorer explorer;
    private BindingTable unit; // made on first use
    private Columns replaced = Columns.NONE;
    private OperatorProfile profile; // null if none is wanted

    Execution(OperatorPlan plan, ExecutionInput input) {
        this(plan, input, plan.constantIds(input.dictionary()));
    }

    /** Makes an execution with these ids as the plan's constants. */
    Execution(OperatorPlan plan, ExecutionInput input, long[] constants) {
        this.plan = plan;
        this.input = input;
        this.meter = new WorkMeter(input.budget());
        this.constants = constants;
        this.views = plan.graphs().views(input.graphs());
        this.graphs = new long[views.length];
        this.filters = new RowFilter[plan.filters().size()];
        for (int i = 0; i < filters.length; i++) {
            filters[i] = plan.filters().get(i).filter(this);
        }
    }

    /** Adds the rows and times of operators to a profile from now on. */
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

    /** Returns true if the dataset has a graph of this IRI. */
    boolean hasGraph(String iri) {
        return input.graphs().has(iri);
    }

    /** Returns the graph that patterns name by {@code slot}. */
    TripleView view(int slot) {
        return views[slot];
    }

    /** Returns the id of the IRI of the graph that was entered for {@code slot}. */
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
     * Returns the rows from which an independent pattern starts: one row that binds nothing or,
     * inside EXISTS, the rows for which EXISTS is evaluated.
     */
    BindingTable unit() {
        if (unit == null) {
            unit = BindingTable.unit(plan.columnCount());
        }
        return unit;
    }

    /** Returns the columns whose values replace variables in the pattern of EXISTS. */
    Columns replaced() {
        return replaced;
    }

    BindingTable noRows() {
        return new BindingTable(plan.columnCount());
    }

    PlanNames names() {
        return plan.planNames();
    }

    /** Returns the explorer for the basic graph pattern of an operator. */
    Explorer explorer(Operator operator) {
        if (explorer == null) {
            explorer = explorer();
        }
        if (profile != null) {
            explorer.profileInto(profile.exploration(operator));
        }
        return explorer;
    }

    /** Returns a new explorer, for patterns that also name graphs numbered after the plan's own. */
    Explorer explorer(TripleView... more) {
        TripleView[] named = Arrays.copyOf(views, views.length + more.length);
        System.arraycopy(more, 0, named, views.length, more.length);
        Explorer made = new Explorer(named, constants, filters, input.dictionary(), budget());
        made.useWorkers(input.workers());
        return made;
    }

    /**
     * Sets the graph that patterns name by {@code slot} to {@code view}; {@code graph} is the id of
     * its IRI.
     */
    void enter(int slot, TripleView view, long graph) {
        views[slot] = view;
        graphs[slot] = graph;
        explorer = null;
    }

    /** Returns the solutions of an independent operator. */
    BindingTable solutions(Operator operator) {
        return extend(operator, unit());
    }

    /**
     * Returns the join of {@code table} with the solutions of an operator: extends the rows if the
     * operator takes them, else joins by hash.
     */
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

    /**
     * Settles the budget after an operator: of the bytes taken since then, only {@code held} are
     * still in use.
     */
    private void settle(long bytesBefore, long held) {
        long surplus = budget().bytes() - bytesBefore - held;
        if (surplus > 0) {
            budget().giveBackBytes(surplus);
        } else {
            budget().takeBytes(-surplus);
        }
    }

    /**
     * Returns the solutions of a pattern of EXISTS for each row: values of {@code columns} replace
     * the pattern's variables wherever they occur (SPARQL 1.1, section 18.6, substitute).
     *
     * @param rows rows that bind only {@code columns}, one of which identifies the row
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

    /** Counts an examined row. */
    void work() {
        meter.row();
    }

    /** Like {@link #work()}, for reading up to {@code chars} characters of a value. */
    void work(int chars) {
        meter.characters(chars);
    }

    /**
     * Takes bytes that an operator needs besides tables, until its result exists: {@link #join}
     * then counts only the result.
     */
    void takeBytes(long count) {
        budget().takeBytes(count);
    }

    /** Returns the keys of all rows of a table; takes their bytes. */
    RowIndex.Keys keys(BindingTable table, int... columns) {
        return RowIndex.number(table, budget(), meter, columns);
    }

    /** Returns {@link RowIndex.Keys#rows}; takes their bytes. */
    int[][] rowsByKey(RowIndex.Keys keys) {
        takeBytes((long) keys.ofRow().length * Integer.BYTES + keys.size() * ARRAY_BYTES);
        return keys.rows();
    }

    /** Returns the first row of each key, with only the key's columns. */
    BindingTable firstRows(BindingTable table, RowIndex.Keys keys, int... columns) {
        return gather(table.only(columns), keys.firstRows(), keys.size());
    }

    /** Returns {@link BindingTable#gather}; takes its bytes. */
    BindingTable gather(BindingTable table, int[] rows, int count) {
        takeRows(table, count);
        return table.gather(rows, count);
    }

    /**
     * Takes the bytes of {@code count} rows with the bound columns of a table, before the rows are
     * made.
     */
    void takeRows(BindingTable table, int count) {
        int columns = 0;
        for (int column = 0; column < table.columnCount(); column++) {
            columns += table.column(column) == null ? 0 : 1;
        }
        budget().takeBytes((long) columns * count * Long.BYTES);
    }

    /** Checks the size of a table that has grown. */
    void checkRows(long rowCount) {
        budget().checkRows(rowCount);
    }
}
