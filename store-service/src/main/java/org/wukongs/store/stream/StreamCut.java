package org.wukongs.store.stream;

import java.util.List;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * A node's data of a stream at one moment.
 *
 * @param late messages whose timeless triples wait for a plan
 * @param ring the ring, which may be read until the cut of its memory ends
 */
public record StreamCut(
        StreamDefinition definition, StreamCounts counts, List<EncodedBatch> late, RingCut ring) {

    public StreamCut {
        late = List.copyOf(late);
    }
}
