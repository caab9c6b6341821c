package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.explore.PatternCost;
import org.wukongs.store.explore.TripleCursor;
import org.wukongs.store.memory.TripleView;

/**
 * One run of an {@link ExplorationQuery}: chooses the next pattern, extends the binding table by
 * it, filters.
 */
final class Exploration {

    private final ExplorationQuery query;
    private final ExecutionContext context;
    private final boolean[] bound;
    private final TripleCursor cursor = new TripleCursor();

    Exploration(ExplorationQuery query, ExecutionContext context) {
        this.query = query;
        this.context = context;
        this.bound = new boolean[query.columns().size()];
    }

    BindingTable run() {
        BindingTable table = BindingTable.unit(query.columns().size());
        List<ExplorationPattern> patterns = new ArrayList<>(query.patterns());
        List<ExplorationFilter> filters = new ArrayList<>(query.filters());
        while (!patterns.isEmpty() && table.size() > 0) {
            table = extend(table, patterns.remove(cheapest(patterns)));
            table = filter(table, filters);
        }
        return filter(table, filters);
    }

    private BindingTable filter(BindingTable table, List<ExplorationFilter> filters) {
        BindingTable filtered = table;
        for (var pending = filters.iterator(); pending.hasNext(); ) {
            ExplorationFilter filter = pending.next();
            if (allBound(filter.variables())) {
                pending.remove();
                filtered = filter.apply(filtered, query.columns(), context);
            }
        }
        return filtered;
    }

    private boolean allBound(int[] columns) {
        for (int column : columns) {
            if (!bound[column]) {
                return false;
            }
        }
        return true;
    }

    private int cheapest(List<ExplorationPattern> patterns) {
        int best = 0;
        double bestCost = Double.MAX_VALUE;
        for (int i = 0; i < patterns.size(); i++) {
            ExplorationPattern pattern = patterns.get(i);
            double cost =
                    PatternCost.estimate(
                            context.graphs().graph(pattern.graph()),
                            vertexPlace(pattern.subject()),
                            predicatePlace(pattern.predicate()),
                            vertexPlace(pattern.object()));
            if (cost < bestCost) {
                best = i;
                bestCost = cost;
            }
        }
        return best;
    }

    private long vertexPlace(ExplorationPattern.Place place) {
        return place.isConstant() ? place.vid(context.dictionary()) : variablePlace(place);
    }

    private long predicatePlace(ExplorationPattern.Place place) {
        return place.isConstant() ? place.pid(context.dictionary()) : variablePlace(place);
    }

    private long variablePlace(ExplorationPattern.Place place) {
        return bound[place.column()] ? PatternCost.BOUND : TripleCursor.ANY;
    }

    private BindingTable extend(BindingTable table, ExplorationPattern pattern) {
        TripleView view = context.graphs().graph(pattern.graph());
        BindingTable extended = new BindingTable(query.columns().size());
        long s = vertexPlace(pattern.subject());
        long p = predicatePlace(pattern.predicate());
        long o = vertexPlace(pattern.object());
        for (int row = 0; row < table.size(); row++) {
            cursor.reset(
                    view,
                    value(s, pattern.subject(), table, row),
                    value(p, pattern.predicate(), table, row),
                    value(o, pattern.object(), table, row));
            while (cursor.next()) {
                context.work();
                appendMatch(pattern, table, row, extended);
            }
            context.checkRows(extended.size());
        }
        markBound(pattern.subject());
        markBound(pattern.predicate());
        markBound(pattern.object());
        return extended;
    }

    private static long value(
            long place, ExplorationPattern.Place of, BindingTable table, int row) {
        return place == PatternCost.BOUND ? table.get(of.column(), row) : place;
    }

    /** A variable that stands twice in the pattern must have got the same id twice. */
    private void appendMatch(
            ExplorationPattern pattern, BindingTable from, int row, BindingTable into) {
        int subject = pattern.subject().column();
        if (subject >= 0
                && subject == pattern.object().column()
                && cursor.subject() != cursor.object()) {
            return;
        }
        int appended = into.appendCopy(from, row);
        set(into, pattern.subject(), appended, cursor.subject());
        set(into, pattern.predicate(), appended, cursor.predicate());
        set(into, pattern.object(), appended, cursor.object());
    }

    private static void set(BindingTable table, ExplorationPattern.Place place, int row, long id) {
        if (!place.isConstant()) {
            table.set(place.column(), row, id);
        }
    }

    private void markBound(ExplorationPattern.Place place) {
        if (!place.isConstant()) {
            bound[place.column()] = true;
        }
    }
}
