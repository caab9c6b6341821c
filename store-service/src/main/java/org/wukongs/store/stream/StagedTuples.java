package org.wukongs.store.stream;

import java.util.List;
import org.wukongs.stream.EncodedBatch;

/**
 * What one stream brings to a plan of the Coordinator.
 *
 * @param upToBatch all batches up to it that are staged
 * @param late messages whose timeless triples go into the stored graph only
 */
public record StagedTuples(StreamState stream, long upToBatch, List<EncodedBatch> late) {

    public StagedTuples {
        late = List.copyOf(late);
    }
}
