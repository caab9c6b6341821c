package org.wukongs.store.query;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.Neighbours;
import org.wukongs.store.memory.TripleView;

/** How many triples match a pattern, from the counts that a view keeps. */
final class PatternCount {

    private PatternCount() {}

    /**
     * Places are ids or {@link TripleCursor#ANY}; exact but for unions, where it is an upper bound.
     */
    static double count(TripleView view, long s, long p, long o) {
        if (s == TermDictionary.UNKNOWN
                || p == TermDictionary.UNKNOWN
                || o == TermDictionary.UNKNOWN) {
            return 0;
        }
        if (p != TripleCursor.ANY) {
            return countWithPredicate(view, s, p, o);
        }
        if (s == TripleCursor.ANY && o == TripleCursor.ANY) {
            return view.tripleCount();
        }
        Neighbours predicates =
                s != TripleCursor.ANY ? view.predicatesOf(s) : view.predicatesInto(o);
        double sum = 0;
        for (int i = 0; i < predicates.size(); i++) {
            sum += countWithPredicate(view, s, predicates.get(i), o);
        }
        return sum;
    }

    private static double countWithPredicate(TripleView view, long s, long p, long o) {
        if (s != TripleCursor.ANY && o != TripleCursor.ANY) {
            return view.contains(s, p, o) ? 1 : 0;
        }
        if (s != TripleCursor.ANY) {
            return view.objects(s, p).size();
        }
        return o != TripleCursor.ANY ? view.subjects(p, o).size() : view.tripleCount(p);
    }
}
