package org.wukongs.store.stream;

import java.util.Set;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/** A small indexed stream for one run of a race: one tuple a batch, two to a chunk. */
final class LikesStream {

    static final long USER = 1024;
    static final long LIKE = 1;

    final StreamIndex index;
    private final StreamRing ring;
    private long nextBatch;

    LikesStream() {
        TransientMemory memory = new TransientMemory(1 << 20, 1);
        StreamDefinition definition =
                new StreamDefinition("s", 1, StreamDefinition.STORED, Set.of());
        ring = new StreamRing(definition, 1_000, memory);
        index = new StreamIndex(ring, memory);
        index.attach();
    }

    void like(long object) {
        long[] time = {nextBatch};
        long[] subject = {USER};
        long[] predicate = {LIKE};
        ring.offer(
                new EncodedBatch(nextBatch, false, time, subject, predicate, new long[] {object}));
        index.close(nextBatch++);
    }
}
