package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * The constants of a plan's triple patterns. Each place has a constant of its own, because queries
 * of a template may differ in one place and not in another.
 */
final class PatternConstants {

    private final List<String> terms; // N-Triples strings
    private final List<Boolean> predicates; // by constant: whether it is a predicate
    private volatile Known known; // null while the dictionary lacks one of the terms

    /** Ids that were found in a round of {@link TermDictionary#round}. */
    private record Known(long round, long[] ids) {}

    PatternConstants() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    private PatternConstants(List<String> terms, List<Boolean> predicates) {
        this.terms = terms;
        this.predicates = predicates;
    }

    /** Returns constants with other terms in the same places. */
    PatternConstants with(List<String> others) {
        return new PatternConstants(others, predicates);
    }

    /** Adds a place; returns its index. */
    int add(String term, boolean predicate) {
        terms.add(term);
        predicates.add(predicate);
        return terms.size() - 1;
    }

    List<String> terms() {
        return terms;
    }

    String term(int index) {
        return terms.get(index);
    }

    /**
     * Returns pids of predicates, vids of other constants, and {@link TermDictionary#UNKNOWN} for
     * unknown terms. The caller holds the terms.
     */
    long[] ids(TermDictionary dictionary) {
        long round = dictionary.round();
        Known found = known;
        if (found != null && found.round() == round) {
            return found.ids().clone();
        }
        long[] ids = new long[terms.size()];
        boolean complete = true;
        for (int i = 0; i < ids.length; i++) {
            ids[i] =
                    predicates.get(i)
                            ? dictionary.findPredicate(terms.get(i))
                            : dictionary.findVertex(terms.get(i));
            complete &= ids[i] != TermDictionary.UNKNOWN;
        }
        if (complete) {
            known = new Known(round, ids.clone());
        }
        return ids;
    }
}
