package org.wukongs.store.query;

import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.algebra.SolutionRows;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExplorationProfile;
import org.wukongs.store.explore.Explorer;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.Selection;

/**
 * A basic graph pattern with filters, answered by graph exploration. Its plan is made at the first
 * execution and kept while the counts of the graphs stay near.
 *
 * @param planned the shape's pattern, shared with queries of the same template
 */
record ExplorationQuery(
        CsparqlQuery query, ExplorationShape shape, PlannedPattern planned, Selection selection)
        implements CompiledQuery {

    @Override
    public String engine() {
        return QueryEngine.EXPLORATION.label();
    }

    @Override
    public QueryResult execute(ExecutionContext context) {
        BindingTable table = explore(context, shape.constantIds(context.dictionary()));
        long engineNs = context.elapsedNs();
        SolutionRows rows = SolutionRows.of(table, context.dictionary());
        return new QueryResult(query.form(), query.vars(), rows, engineNs);
    }

    /** The solutions, with these ids as constants. */
    BindingTable explore(ExecutionContext context, long[] constants) {
        BindingTable unit = BindingTable.unit(shape.columns().size());
        return explorer(context, constants).select(unit, planned, selection);
    }

    /** As {@link #explore}, with the solutions that OFFSET leaves out before the others. */
    BindingTable exploreFirst(ExecutionContext context, long[] constants) {
        long end = -1;
        if (selection.limit() >= 0 && selection.offset() <= Long.MAX_VALUE - selection.limit()) {
            end = selection.offset() + selection.limit();
        }
        Selection whole = new Selection(selection.columns(), selection.distinct(), 0, end);
        BindingTable unit = BindingTable.unit(shape.columns().size());
        return explorer(context, constants).select(unit, planned, whole);
    }

    @Override
    public QueryPlan explain(ExecutionContext context, boolean execute) {
        ExplorationProfile profile = new ExplorationProfile(shape);
        Explorer explorer = explorer(context, shape.constantIds(context.dictionary()));
        BindingTable unit = BindingTable.unit(shape.columns().size());
        if (execute) {
            explorer.profileInto(profile);
            explorer.select(unit, planned, selection);
        } else {
            explorer.explain(unit, planned, profile);
        }
        return new QueryPlan(engine(), profile.steps());
    }

    private Explorer explorer(ExecutionContext context, long[] constants) {
        Explorer explorer =
                new Explorer(
                        shape.views(context.graphs()),
                        constants,
                        shape.rowFilters(context),
                        context.dictionary(),
                        context.budget());
        explorer.useWorkers(context.workers());
        return explorer;
    }

    static String[] strings(BindingTable table, int row, TermDictionary dictionary) {
        String[] line = new String[table.columnCount()];
        for (int i = 0; i < line.length; i++) {
            long id = table.get(i, row);
            line[i] = id == BindingTable.UNBOUND ? null : dictionary.vertex(id);
        }
        return line;
    }
}
