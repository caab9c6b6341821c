package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.dictionary.TermDictionary;

/** The constants of a plan's triple patterns, which each execution looks up anew. */
final class PatternConstants {

    private record Constant(String term, boolean predicate) {}

    private final List<Constant> constants = new ArrayList<>();

    /** The index of a constant: an N-Triples string that stands as predicate, or elsewhere. */
    int index(String term, boolean predicate) {
        Constant constant = new Constant(term, predicate);
        int known = constants.indexOf(constant);
        if (known >= 0) {
            return known;
        }
        constants.add(constant);
        return constants.size() - 1;
    }

    /** The N-Triples string of a constant. */
    String term(int index) {
        return constants.get(index).term();
    }

    /** Pids of predicates, vids of the others, {@link TermDictionary#UNKNOWN} for unknown terms. */
    long[] ids(TermDictionary dictionary) {
        long[] ids = new long[constants.size()];
        for (int i = 0; i < ids.length; i++) {
            Constant constant = constants.get(i);
            ids[i] =
                    constant.predicate()
                            ? dictionary.findPredicate(constant.term())
                            : dictionary.findVertex(constant.term());
        }
        return ids;
    }
}
