package org.wukongs.store.graph;

import org.wukongs.id.IdHash;

/**
 * Layout of the two forms of a {@link VertexDirectory}, and of what tells another process of them.
 *
 * <pre>
 *  dense chunk k                            sparse slot
 *  0   word of vid k·8192                   0   vid, 0: the slot is empty
 *  8   word of vid k·8192 + 1               8   word
 *  …
 * </pre>
 *
 * <p>The number of slots of a sparse table is a power of two. The search for a vid starts at its
 * hash and continues to the next slot, wrapping around at the end, until an empty slot.
 *
 * <pre>
 *  table word: the table that readers see           chunks of a dense table
 *  63  62    54 53    48 47 46 45          0        0        count n
 * +---+--------+--------+-----+-------------+       8        offset of chunk 0, 0: missing
 * | d |   0    |  log   |  0  |   granule   |       …
 * +---+--------+--------+-----+-------------+       8·n      offset of chunk n − 1
 *  d = 0: sparse, of its 2^log slots
 *  d = 1: dense, of its list of chunks
 * </pre>
 *
 * <p>A table word of 0 stands for a table without vids. Native byte order, aligned to 8.
 * Publication: a chunk, table or list of chunks is filled before the heap object and the table word
 * that name it are published; later, chunks of a list may become missing. A word is stored with
 * release; a vid is stored with release while its word is 0.
 */
final class DirectoryDescriptor {

    /** 64 KB: the most that one vertex costs whose vid is far from all others. */
    static final int CHUNK_SHIFT = 13;

    static final int CHUNK_WORDS = 1 << CHUNK_SHIFT;
    static final long CHUNK_MASK = CHUNK_WORDS - 1;
    static final long CHUNK_GRANULES = CHUNK_WORDS;

    static final int SLOT_VID_OFFSET = 0;
    static final int SLOT_WORD_OFFSET = SLOT_VID_OFFSET + Long.BYTES;
    static final int SLOT_BYTES = SLOT_WORD_OFFSET + Long.BYTES;
    static final int SLOT_COUNT_MIN = 4;

    static final int LOG_SHIFT = 48;
    static final long LOG_MASK = 63;
    static final long DENSE_FLAG = 1L << 63;
    static final int CHUNK_COUNT_OFFSET = 0;
    static final int CHUNKS_OFFSET = CHUNK_COUNT_OFFSET + Long.BYTES;

    private DirectoryDescriptor() {}

    static long sparseTable(long slots, long slotCount) {
        return (long) Long.numberOfTrailingZeros(slotCount) << LOG_SHIFT
                | ValueDescriptor.pointer(slots);
    }

    static long denseTable(long chunks) {
        return DENSE_FLAG | ValueDescriptor.pointer(chunks);
    }

    static boolean isDense(long tableWord) {
        return tableWord < 0;
    }

    /** Returns the offset of the slots or the list of chunks of a table word. */
    static long table(long tableWord) {
        return ValueDescriptor.offset(tableWord);
    }

    static int slotCountLog(long tableWord) {
        return (int) (tableWord >>> LOG_SHIFT & LOG_MASK);
    }

    static long chunk(long chunks, long number) {
        return chunks + CHUNKS_OFFSET + number * Long.BYTES;
    }

    static long chunksGranules(long chunkCount) {
        return (CHUNKS_OFFSET + chunkCount * Long.BYTES) / SizeClasses.GRANULE_BYTES;
    }

    static long denseWord(long chunk, long vid) {
        return chunk + (vid & CHUNK_MASK) * Long.BYTES;
    }

    static long slot(long slots, long number) {
        return slots + number * SLOT_BYTES;
    }

    static long firstSlot(long vid, long mask) {
        return (IdHash.mix(vid) >>> 20) & mask;
    }

    static long slotGranules(long slotCount) {
        return slotCount * SLOT_BYTES / SizeClasses.GRANULE_BYTES;
    }

    /** Returns how many vids a table of {@code slotCount} slots takes: three quarters. */
    static long vidCountMax(long slotCount) {
        return slotCount / 4 * 3;
    }

    /** Returns the smallest power of two of slots for {@code vidCount} vids. */
    static long slotCount(long vidCount) {
        long slotCount = SLOT_COUNT_MIN;
        while (vidCountMax(slotCount) < vidCount) {
            slotCount *= 2;
        }
        return slotCount;
    }

    static long chunkBytes(long chunkCount) {
        return chunkCount * CHUNK_WORDS * Long.BYTES;
    }
}
