package org.wukongs.stream;

import org.wukongs.id.Vids;

/**
 * Maps vertices to the shards that own them: shard i of n has the contiguous vertex partitions p
 * with ⌊p·n/1024⌋ = i, as Flink assigns key groups, so that resizing a store moves partitions only.
 * Immutable.
 */
public final class VertexOwners {

    /** The owners in a store of one node. */
    public static final VertexOwners ONE = new VertexOwners(1);

    private final int shardCount;

    private VertexOwners(int shardCount) {
        this.shardCount = shardCount;
    }

    /** {@code shardCount} in 1..1024: a shard has at least one partition. */
    public static VertexOwners of(int shardCount) {
        if (shardCount < 1 || shardCount > Vids.PARTITION_COUNT) {
            throw new IllegalArgumentException(
                    "number of shards out of range: shardCount=" + shardCount);
        }
        return new VertexOwners(shardCount);
    }

    public int shardCount() {
        return shardCount;
    }

    public int owner(long vid) {
        return Vids.partition(vid) * shardCount / Vids.PARTITION_COUNT;
    }

    /** The first vertex partition of a shard; the number of partitions for {@code shardCount}. */
    public int firstPartition(int shard) {
        return (shard * Vids.PARTITION_COUNT + shardCount - 1) / shardCount;
    }
}
