package org.wukongs.store.graph;

import java.util.Map;
import java.util.TreeMap;

/**
 * The state of {@link HalfMentions} at one moment.
 *
 * @param oldest number of the oldest mention of each node that has some, by the node's place
 * @param out what is known of OUT halves
 * @param in what is known of IN halves
 */
public record HalfMentionsCut(
        Map<Integer, Long> oldest, RetentionCut.Entries out, RetentionCut.Entries in) {

    public HalfMentionsCut {
        oldest = new TreeMap<>(oldest);
    }
}
