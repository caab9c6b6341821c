package org.wukongs.store.graph;

/**
 * A log of mentions: triples that a stream has said, in the order of their batches, each with its
 * number. Mentions are appended at the end and taken from the front when they are due.
 *
 * <p>In blocks of the stored graphs' memory, as bytes that go on in the next block. A mention is
 *
 * <pre>
 *  pid * 2 + g          varint; g = 1 if batch and number follow
 *  batch                zigzag varint, less that of the mention before
 *  number               zigzag varint, less that of the mention before + 1
 *  subject, object      zigzag varints, less those of the mention before
 * </pre>
 *
 * <p>That is 6 to 8 bytes, because a stream mostly says what is new. Owned by the writer.
 */
public final class MentionLog {

    /** 4 KiB, about 600 mentions: a stream that says little takes no more. */
    static final int CHUNK_SHIFT = 12;

    static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;

    private static final long CHUNK_GRANULES = CHUNK_BYTES >>> SizeClasses.GRANULE_SHIFT;
    private static final int CHUNKS_MIN = 4;
    private static final int LOW_BITS = 7;
    private static final int LOW_MASK = (1 << LOW_BITS) - 1;

    private final GraphMemory memory;
    private final MemoryRegion region;
    private final MentionCursor front;
    private final Mention last = new Mention();
    private long[] chunks = new long[CHUNKS_MIN]; // offsets, by chunk number modulo length
    private long firstChunk;
    private long chunkEnd;
    private long end; // position in bytes
    private long count;
    // what a failed change goes back to
    private final Mention savedLast = new Mention();
    private long savedChunkEnd;
    private long savedEnd;
    private long savedCount;

    MentionLog(GraphMemory memory) {
        this.memory = memory;
        this.region = memory.region();
        this.front = new MentionCursor(region);
    }

    /** Returns the number of mentions. */
    public long count() {
        return count;
    }

    /** Returns the first mention; valid if {@link #count} is not 0. */
    public Mention first() {
        return front.mention();
    }

    /** Removes the first mention. */
    void removeFirst() {
        count--;
        if (count == 0) {
            clear();
            return;
        }
        front.next();
        retireUpTo(front.chunk());
    }

    /** Removes all mentions. */
    void clear() {
        retireUpTo(chunkEnd);
        count = 0;
        end = firstChunk << CHUNK_SHIFT;
        last.clear();
    }

    private void retireUpTo(long chunk) {
        for (; firstChunk < chunk; firstChunk++) {
            memory.retired().retire(chunks[place(firstChunk)], CHUNK_GRANULES);
        }
    }

    private int place(long chunk) {
        return (int) chunk & chunks.length - 1;
    }

    // Appending

    /** Starts to append, which {@link #rollback} can undo. */
    void begin() {
        savedLast.set(last);
        savedChunkEnd = chunkEnd;
        savedEnd = end;
        savedCount = count;
    }

    /** Forgets all that was appended since {@link #begin}; the allocator takes the blocks back. */
    void rollback() {
        last.set(savedLast);
        chunkEnd = savedChunkEnd;
        end = savedEnd;
        count = savedCount;
    }

    /** Frees the blocks of what was appended since {@link #begin}, before a {@link #rollback}. */
    void freeAppended() {
        for (long chunk = savedChunkEnd; chunk < chunkEnd; chunk++) {
            memory.retired().retire(chunks[place(chunk)], CHUNK_GRANULES);
        }
    }

    /** Lets all that was appended since {@link #begin} be taken. */
    void commit() {
        front.setChunks(chunks);
        if (savedCount == 0 && count > 0) {
            front.start(firstChunk << CHUNK_SHIFT);
            front.next();
        }
    }

    /**
     * Appends a mention; its batch counts as that of the mention before if it is older.
     *
     * @throws org.wukongs.error.WukongsException FATAL if the memory is full
     */
    void append(long batch, long number, long subject, long pid, long object) {
        long inOrder = count == 0 ? batch : Math.max(batch, last.batch());
        boolean jumps = inOrder != last.batch() || number != last.number() + 1;
        put(pid << 1 | (jumps ? 1 : 0));
        if (jumps) {
            putSigned(inOrder - last.batch());
            putSigned(number - last.number() - 1);
        }
        putSigned(subject - last.subject());
        putSigned(object - last.object());
        last.set(inOrder, number, subject, pid, object);
        count++;
    }

    private void putSigned(long value) {
        put((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    private void put(long value) {
        long rest = value;
        while ((rest & ~LOW_MASK) != 0) {
            putByte((byte) (rest | LOW_MASK + 1));
            rest >>>= LOW_BITS;
        }
        putByte((byte) rest);
    }

    private void putByte(byte value) {
        long chunk = end >>> CHUNK_SHIFT;
        if (chunk == chunkEnd) {
            addChunk();
        }
        region.putByte(chunks[place(chunk)] + (end & CHUNK_BYTES - 1), value);
        end++;
    }

    private void addChunk() {
        if (chunkEnd - firstChunk == chunks.length) {
            long[] larger = new long[chunks.length * 2];
            for (long chunk = firstChunk; chunk < chunkEnd; chunk++) {
                larger[(int) chunk & larger.length - 1] = chunks[place(chunk)];
            }
            chunks = larger;
            front.setChunks(chunks);
        }
        chunks[place(chunkEnd)] = memory.allocator().allocate(CHUNK_GRANULES);
        chunkEnd++;
    }

    // Cuts and checks

    /** Returns the mentions at this moment. */
    public MentionCut cut() {
        return new MentionCut(new MentionCursor(front, chunks.clone()), count);
    }

    void forEachBlock(BlockVisitor visitor) {
        for (long chunk = firstChunk; chunk < chunkEnd; chunk++) {
            visitor.block(chunks[place(chunk)], CHUNK_GRANULES);
        }
    }
}
