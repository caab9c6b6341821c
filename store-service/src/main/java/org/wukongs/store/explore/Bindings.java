package org.wukongs.store.explore;

import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.TripleView;

/**
 * The values of one execution that patterns name by index.
 *
 * @param isRemote whether a read of some graph may have to ask another node
 */
record Bindings(
        TripleView[] graphs,
        long[] constants,
        RowFilter[] filters,
        TermDictionary dictionary,
        ExecutionBudget budget,
        boolean isRemote) {

    Bindings(
            TripleView[] graphs,
            long[] constants,
            RowFilter[] filters,
            TermDictionary dictionary,
            ExecutionBudget budget) {
        this(graphs, constants, filters, dictionary, budget, isAnyRemote(graphs));
    }

    private static boolean isAnyRemote(TripleView[] graphs) {
        for (TripleView graph : graphs) {
            if (graph.isRemote()) {
                return true;
            }
        }
        return false;
    }

    TripleView graph(Step step) {
        return graphs[step.graph()];
    }

    long constant(Place place) {
        return constants[place.constant()];
    }

    /**
     * Returns the pid of a constant predicate; {@code Keys.PREDICATES} if {@code predicate} is
     * null.
     */
    long pid(Place predicate) {
        return predicate == null ? Keys.PREDICATES : constants[predicate.constant()];
    }

    /** Returns true if one of these constants is a term that no triple has. */
    boolean isAnyUnknown(int[] indexes) {
        for (int index : indexes) {
            if (constants[index] < 0) {
                return true;
            }
        }
        return false;
    }
}
