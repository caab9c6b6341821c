package org.wukongs.store.explore;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.Neighbours;
import org.wukongs.store.memory.TripleView;

/** How many triples match a pattern, from the counts that a view keeps. */
public final class PatternCost {

    /** A place that will be bound to a value not known yet. */
    public static final long BOUND = -3;

    private PatternCost() {}

    /**
     * Exact for ids and {@link TripleCursor#ANY}; places may also be {@link #BOUND}, then it is the
     * mean.
     */
    public static double estimate(TripleView view, long s, long p, long o) {
        if (s != BOUND && o != BOUND && p != BOUND) {
            return count(view, s, p, o);
        }
        if (p < 0) {
            double free = count(view, free(s), TripleCursor.ANY, free(o));
            return free / Math.max(1, vertices(view, s, o));
        }
        double free = count(view, free(s), p, free(o));
        double subjects = s == BOUND ? index(view, p, Keys.OUT) : 1;
        double objects = o == BOUND ? index(view, p, Keys.IN) : 1;
        return free / Math.max(1, subjects) / Math.max(1, objects);
    }

    public static double count(TripleView view, long s, long p, long o) {
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

    private static long free(long place) {
        return place == BOUND ? TripleCursor.ANY : place;
    }

    private static double index(TripleView view, long p, int direction) {
        return view.neighbours(Keys.key(Vids.INDEX_VERTEX, p, direction)).size();
    }

    /** A guess at the number of distinct vertices that a bound place divides a count by. */
    private static double vertices(TripleView view, long s, long o) {
        double all = Math.max(1, view.tripleCount() / 8.0);
        return s == BOUND && o == BOUND ? all * all : all;
    }
}
