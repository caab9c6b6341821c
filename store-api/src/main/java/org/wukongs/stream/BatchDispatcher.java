package org.wukongs.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits a writer's encoded batches by owner (Wukong+S, SOSP'17, section 3: the Dispatcher): the
 * OUT half of a tuple goes to the subject's owner, the IN half to the object's.
 *
 * <p>Every shard gets a {@link ShardBatch} of every batch, perhaps an empty one, so that each sees
 * the sequence without gaps. With one shard nothing is copied. One for each writer and writer
 * epoch; not thread-safe.
 */
public final class BatchDispatcher {

    private final VertexOwners owners;
    private long sequence;

    public BatchDispatcher(VertexOwners owners) {
        this.owners = owners;
    }

    /** A part for each shard, in order of shard. */
    public List<ShardBatch> dispatch(EncodedBatch batch) {
        sequence++;
        if (owners.shardCount() == 1) {
            return List.of(ShardBatch.whole(sequence, batch));
        }
        List<ShardBatch> parts = new ArrayList<>(owners.shardCount());
        for (int shard = 0; shard < owners.shardCount(); shard++) {
            parts.add(part(shard, batch));
        }
        return parts;
    }

    /** The number of the last batch dispatched, 0 before the first. */
    public long lastSequence() {
        return sequence;
    }

    private ShardBatch part(int shard, EncodedBatch batch) {
        int[] rows = new int[batch.size()];
        byte[] halves = new byte[batch.size()];
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            int half = owners.owner(batch.subjects()[row]) == shard ? ShardBatch.OUT : 0;
            half |= owners.owner(batch.objects()[row]) == shard ? ShardBatch.IN : 0;
            if (half != 0) {
                rows[count] = row;
                halves[count] = (byte) half;
                count++;
            }
        }
        EncodedBatch own =
                new EncodedBatch(
                        batch.batch(),
                        batch.late(),
                        gather(batch.eventTimesMs(), rows, count),
                        gather(batch.subjects(), rows, count),
                        gather(batch.predicates(), rows, count),
                        gather(batch.objects(), rows, count));
        return new ShardBatch(shard, sequence, own, Arrays.copyOf(halves, count));
    }

    private static long[] gather(long[] column, int[] rows, int count) {
        long[] gathered = new long[count];
        for (int i = 0; i < count; i++) {
            gathered[i] = column[rows[i]];
        }
        return gathered;
    }
}
