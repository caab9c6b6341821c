package org.wukongs.store.explore;

import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.TripleView;

/** The values of one execution that patterns name by index. */
record Bindings(
        TripleView[] graphs,
        long[] constants,
        RowFilter[] filters,
        TermDictionary dictionary,
        ExecutionBudget budget) {

    TripleView graph(Step step) {
        return graphs[step.graph()];
    }

    /** Returns true if a read of some graph may have to ask another node. */
    boolean isRemote() {
        for (TripleView graph : graphs) {
            if (graph.isRemote()) {
                return true;
            }
        }
        return false;
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

    /** Returns true if some constant of the pattern is a term that no triple has. */
    boolean hasUnknown(BasicGraphPattern pattern) {
        for (TriplePattern triple : pattern.patterns()) {
            if (isUnknown(triple.subject())
                    || isUnknown(triple.predicate())
                    || isUnknown(triple.object())) {
                return true;
            }
        }
        return false;
    }

    private boolean isUnknown(Place place) {
        return place.isConstant() && constants[place.constant()] < 0;
    }
}
