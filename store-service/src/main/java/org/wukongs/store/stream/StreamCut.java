package org.wukongs.store.stream;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.store.graph.MentionCut;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * A node's data of a stream at one moment.
 *
 * @param late messages whose timeless triples wait for a plan
 * @param ring the ring, which may be read until the cut of its memory ends
 * @param mentions by time in ms, the mentions by which the stream keeps triples so long
 */
public record StreamCut(
        StreamDefinition definition,
        StreamCounts counts,
        List<EncodedBatch> late,
        RingCut ring,
        Map<Long, MentionCut> mentions) {

    public StreamCut {
        late = List.copyOf(late);
        mentions = Collections.unmodifiableMap(new TreeMap<>(mentions));
    }
}
