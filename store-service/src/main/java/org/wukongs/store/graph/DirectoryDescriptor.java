package org.wukongs.store.graph;

import org.wukongs.id.IdHash;

/**
 * The two forms of a {@link VertexDirectory}.
 *
 * <pre>
 *  dense chunk k                            sparse slot
 *  0   word of vid k·8192                   0   vid, 0: the slot is empty
 *  8   word of vid k·8192 + 1               8   word
 *  …
 * </pre>
 *
 * <p>A sparse table has a power of two of slots; the search for a vid begins at its hash and goes
 * on to the next slot, around the end, until an empty slot.
 *
 * <p>Native byte order, aligned to 8. Publication: a chunk or table is filled before the heap
 * object that names it is published; a word is stored with release; a vid is stored with release
 * while its word is 0.
 */
final class DirectoryDescriptor {

    /** 64 KB: what one vertex with a vid far from all others costs at most. */
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

    /** The vids that a table of so many slots takes: three quarters of it. */
    static long vidCountMax(long slotCount) {
        return slotCount / 4 * 3;
    }

    /** The smallest power of two of slots for {@code vidCount} vids. */
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
