package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleModel.Ids;

/** A basic graph pattern by nested loops over sets of triples, row by row, in textual order. */
final class NaiveExploration {

    /** A condition over one row's ids. */
    interface Condition {
        boolean holds(long[] ids);
    }

    private final List<Set<Ids>> graphs;
    private final long[] constants;
    private final List<Condition> filters;
    private final TermDictionary dictionary;

    NaiveExploration(
            List<Set<Ids>> graphs,
            long[] constants,
            List<Condition> filters,
            TermDictionary dictionary) {
        this.graphs = graphs;
        this.constants = constants;
        this.filters = filters;
        this.dictionary = dictionary;
    }

    List<List<Long>> extend(List<List<Long>> input, BasicGraphPattern pattern) {
        List<List<Long>> rows = input;
        for (TriplePattern next : pattern.patterns()) {
            List<List<Long>> extended = new ArrayList<>();
            for (List<Long> row : rows) {
                for (Ids triple : graphs.get(next.graph())) {
                    match(next, row, triple, extended);
                }
            }
            rows = extended;
        }
        rows = new ArrayList<>(rows);
        for (PatternFilter filter : pattern.filters()) {
            rows.removeIf(row -> !holds(filter, row));
        }
        return rows;
    }

    private boolean holds(PatternFilter filter, List<Long> row) {
        long[] ids = new long[filter.columns().length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = row.get(filter.columns()[i]);
        }
        return filters.get(filter.filter()).holds(ids);
    }

    private void match(
            TriplePattern pattern, List<Long> row, Ids triple, List<List<Long>> extended) {
        List<Long> copy = new ArrayList<>(row);
        if (bind(pattern.subject(), triple.s(), triple.s(), copy)
                && bind(pattern.object(), triple.o(), triple.o(), copy)
                && bind(
                        pattern.predicate(),
                        triple.p(),
                        dictionary.vertexOfPredicate(triple.p()),
                        copy)) {
            extended.add(copy);
        }
    }

    private boolean bind(Place place, long constant, long vid, List<Long> row) {
        if (place.isConstant()) {
            return constants[place.constant()] == constant;
        }
        long before = row.get(place.column());
        row.set(place.column(), vid);
        return before == BindingTable.UNBOUND || before == vid;
    }
}
