package org.wukongs.stream;

/**
 * One shard's part of an {@link EncodedBatch}: the tuples of which it owns the subject (the OUT
 * half: subject → object) or the object (the IN half), in arrival order, perhaps none.
 *
 * @param shard 0..shards-1
 * @param sequence number of the message within its writer and writer epoch, from 1 without gaps,
 *     the same for all shards; it identifies a message that is sent again
 * @param halves for each tuple {@link #OUT}, {@link #IN} or their sum; null if all have both, as in
 *     a store of one shard
 */
public record ShardBatch(int shard, long sequence, EncodedBatch tuples, byte[] halves) {

    public static final byte OUT = 1;
    public static final byte IN = 2;

    public ShardBatch {
        if (halves != null && halves.length != tuples.size()) {
            throw new IllegalArgumentException(
                    "halves and tuples differ in number: halves="
                            + halves.length
                            + " tuples="
                            + tuples.size());
        }
    }

    /** The part of the only shard: both halves of all tuples. */
    public static ShardBatch whole(long sequence, EncodedBatch tuples) {
        return new ShardBatch(0, sequence, tuples, null);
    }

    /** True if this shard owns both halves of every tuple. */
    public boolean isWhole() {
        if (halves != null) {
            for (byte half : halves) {
                if (half != (OUT | IN)) {
                    return false;
                }
            }
        }
        return true;
    }

    public boolean hasOut(int row) {
        return halves == null || (halves[row] & OUT) != 0;
    }

    public boolean hasIn(int row) {
        return halves == null || (halves[row] & IN) != 0;
    }
}
