package org.wukongs.store.graph;

/** A place in a {@link MentionLog}, with the mention that was read last. One thread at a time. */
final class MentionCursor {

    private static final int LOW_BITS = 7;
    private static final int LOW_MASK = (1 << LOW_BITS) - 1;

    private final MemoryRegion region;
    private final Mention mention = new Mention();
    private long[] chunks = {}; // offsets, by chunk number modulo length
    private long at; // of the mention after the one that was read

    MentionCursor(MemoryRegion region) {
        this.region = region;
    }

    MentionCursor(MentionCursor other, long[] copiedChunks) {
        this(other.region);
        this.chunks = copiedChunks;
        this.at = other.at;
        this.mention.set(other.mention);
    }

    void setChunks(long[] ofLog) {
        chunks = ofLog;
    }

    /** Returns the number of the chunk of the next mention. */
    long chunk() {
        return at >>> MentionLog.CHUNK_SHIFT;
    }

    Mention mention() {
        return mention;
    }

    /** Goes to the start of an empty log. */
    void start(long position) {
        at = position;
        mention.clear();
    }

    /** Reads the next mention, which must exist. */
    void next() {
        long first = get();
        long batch = mention.batch();
        long number = mention.number() + 1;
        if ((first & 1) == 1) {
            batch += getSigned();
            number += getSigned();
        }
        long subject = mention.subject() + getSigned();
        long object = mention.object() + getSigned();
        mention.set(batch, number, subject, first >>> 1, object);
    }

    private long getSigned() {
        long value = get();
        return (value >>> 1) ^ -(value & 1);
    }

    private long get() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += LOW_BITS) {
            int chunk = (int) (at >>> MentionLog.CHUNK_SHIFT) & chunks.length - 1;
            byte read = region.getByte(chunks[chunk] + (at & MentionLog.CHUNK_BYTES - 1));
            at++;
            value |= (long) (read & LOW_MASK) << shift;
            if (read >= 0) {
                return value;
            }
        }
        return value; // only if another thread has reused the memory, which the reader finds out
    }
}
