package org.wukongs.store.changelog;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;

/** The terms of one answer; those that repeat are made once. */
final class ChangeTerms {

    private final TermDictionary dictionary;
    private final Long2ObjectHashMap<String> predicates = new Long2ObjectHashMap<>();
    private long lastSubject;
    private String lastSubjectTerm;

    ChangeTerms(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    String subject(long vid) {
        if (vid != lastSubject) {
            lastSubject = vid;
            lastSubjectTerm = dictionary.vertex(vid);
        }
        return lastSubjectTerm;
    }

    String predicate(long pid) {
        return predicates.computeIfAbsent(pid, dictionary::predicate);
    }

    String object(long vid) {
        return dictionary.vertex(vid);
    }

    /** Returns a vid that no term given until now is above. */
    long lastVid() {
        long counter = Math.max(1, Arrays.stream(dictionary.counters()).max().orElse(1));
        return Vids.vid(counter, Vids.PARTITION_COUNT - 1);
    }
}
