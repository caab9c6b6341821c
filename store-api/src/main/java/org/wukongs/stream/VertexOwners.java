package org.wukongs.stream;

import java.util.Arrays;
import org.wukongs.id.Vids;

/**
 * Maps the vertex partitions, and so vertices and terms, to the shards that own them. Immutable.
 *
 * <p>At first, shard i of n has the contiguous partitions p with ⌊p·n/1024⌋ = i, as Flink assigns
 * key groups; a store that is resized moves single partitions.
 */
public final class VertexOwners {

    /** The owners in a store of one node. */
    public static final VertexOwners ONE = of(1);

    private final int shardCount;
    private final short[] owners; // by partition
    private final boolean[] parts; // by shard, whether it owns something

    private VertexOwners(int shardCount, short[] owners) {
        this.shardCount = shardCount;
        this.owners = owners;
        this.parts = new boolean[shardCount];
        for (short owner : owners) {
            parts[owner] = true;
        }
    }

    /** {@code shardCount} in 1..1024: a shard has at least one partition. */
    public static VertexOwners of(int shardCount) {
        checkCount(shardCount);
        short[] owners = new short[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < owners.length; partition++) {
            owners[partition] = (short) (partition * shardCount / Vids.PARTITION_COUNT);
        }
        return new VertexOwners(shardCount, owners);
    }

    /**
     * The owners by a table: partition p belongs to shard {@code owners[p]}, 0..shardCount-1. A
     * shard may own nothing.
     */
    public static VertexOwners of(int shardCount, int[] owners) {
        checkCount(shardCount);
        if (owners.length != Vids.PARTITION_COUNT) {
            throw new IllegalArgumentException(
                    "a table of owners has all partitions: length=" + owners.length);
        }
        short[] table = new short[owners.length];
        for (int partition = 0; partition < owners.length; partition++) {
            if (owners[partition] < 0 || owners[partition] >= shardCount) {
                throw new IllegalArgumentException(
                        "no such shard: partition=" + partition + " shard=" + owners[partition]);
            }
            table[partition] = (short) owners[partition];
        }
        return new VertexOwners(shardCount, table);
    }

    private static void checkCount(int shardCount) {
        if (shardCount < 1 || shardCount > Vids.PARTITION_COUNT) {
            throw new IllegalArgumentException(
                    "number of shards out of range: shardCount=" + shardCount);
        }
    }

    public int shardCount() {
        return shardCount;
    }

    /** The shard that owns a vertex. */
    public int owner(long vid) {
        return owners[Vids.partition(vid)];
    }

    /** Whether a shard owns a partition at least. */
    public boolean hasPart(int shard) {
        return parts[shard];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VertexOwners that
                && shardCount == that.shardCount
                && Arrays.equals(owners, that.owners);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(owners) + shardCount;
    }
}
