package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * The constants of a plan's triple patterns. Each place has a constant of its own, because queries
 * of a template may differ in one place and not in another.
 */
final class PatternConstants {

    private final List<String> terms; // N-Triples strings
    private final List<Boolean> predicates; // by constant: whether it is a predicate
    private final PatternConstants model; // null, or the same with other terms in some places
    private volatile Known known; // null before the first time

    /** Ids that were found in a round of {@link TermDictionary#round}; maybe not all are known. */
    private record Known(long round, long[] ids, boolean complete) {

        /** Returns an id that is known in a round, else UNKNOWN. */
        long id(int index, long inRound) {
            return round == inRound ? ids[index] : TermDictionary.UNKNOWN;
        }
    }

    PatternConstants() {
        this(new ArrayList<>(), new ArrayList<>(), null);
    }

    private PatternConstants(List<String> terms, List<Boolean> predicates, PatternConstants model) {
        this.terms = terms;
        this.predicates = predicates;
        this.model = model;
    }

    /** Returns constants with other terms in some of the places. */
    PatternConstants with(List<String> others) {
        return new PatternConstants(others, predicates, model == null ? this : model);
    }

    /** Adds a place; returns its index. */
    int add(String term, boolean predicate) {
        known = null;
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
        return found(dictionary).ids().clone();
    }

    private Known found(TermDictionary dictionary) {
        long round = dictionary.round();
        Known before = known;
        if (before != null && before.complete() && before.round() == round) {
            return before;
        }
        Known like = model == null ? null : model.found(dictionary);
        if (dictionary.isPartitioned()) {
            findAhead(dictionary);
        }
        long[] ids = new long[terms.size()];
        boolean complete = true;
        for (int i = 0; i < ids.length; i++) {
            ids[i] = before == null ? TermDictionary.UNKNOWN : before.id(i, round);
            if (ids[i] == TermDictionary.UNKNOWN) {
                ids[i] = isLike(i, like) ? like.ids()[i] : find(i, dictionary);
            }
            complete &= ids[i] != TermDictionary.UNKNOWN;
        }
        Known now = new Known(round, ids, complete);
        known = now;
        return now;
    }

    /** Looks all terms up together, so that those that are there are cached. */
    private void findAhead(TermDictionary dictionary) {
        TermBatch batch = new TermBatch();
        terms.forEach(batch::add);
        dictionary.findVertices(batch);
    }

    private boolean isLike(int index, Known like) {
        return like != null && terms.get(index).equals(model.terms.get(index));
    }

    private long find(int index, TermDictionary dictionary) {
        String term = terms.get(index);
        return predicates.get(index) ? dictionary.findPredicate(term) : dictionary.findVertex(term);
    }
}
