package org.wukongs.store.stream;

import java.util.List;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * What a node had of a stream at a moment.
 *
 * @param late messages whose timeless triples wait for a plan
 * @param ring may be read until the cut of its memory ends
 */
public record StreamCut(
        StreamDefinition definition, StreamCounts counts, List<EncodedBatch> late, RingCut ring) {

    public StreamCut {
        late = List.copyOf(late);
    }
}
