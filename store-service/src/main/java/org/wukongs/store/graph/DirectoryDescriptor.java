package org.wukongs.store.graph;

import org.wukongs.id.IdHash;

/**
 * Layout of the two forms of a {@link VertexDirectory}.
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
 * <p>Native byte order, aligned to 8. Publication: a chunk or table is filled before the heap
 * object that names it is published; a word is stored with release; a vid is stored with release
 * while its word is 0.
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

    private DirectoryDescriptor() {}

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
