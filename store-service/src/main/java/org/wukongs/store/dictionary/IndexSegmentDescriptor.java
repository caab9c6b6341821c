package org.wukongs.store.dictionary;

/**
 * Layout of a segment of a {@link TermIndex}: 64 + 512 · 8 bytes, native byte order, aligned to 64.
 *
 * <pre>
 *   0           4           8              64
 * +-----------+-----------+---------------+--------+--------+-- ... --+----------+
 * | count     | depth     | unused        | slot 0 | slot 1 |         | slot 511 |
 * +-----------+-----------+---------------+--------+--------+-- ... --+----------+
 *
 * slot = tag (32) · ref (32), 0 = empty
 * </pre>
 *
 * A slot is one word, written last, with release order: a reader that sees it sees its record. Only
 * the writer uses count and depth.
 */
final class IndexSegmentDescriptor {

    static final int COUNT_OFFSET = 0;
    static final int DEPTH_OFFSET = COUNT_OFFSET + Integer.BYTES;
    static final int SLOTS_OFFSET = OffHeapMemory.ALIGNMENT;
    static final int SLOT_COUNT_SHIFT = 9;
    static final int SLOT_COUNT = 1 << SLOT_COUNT_SHIFT;
    static final int BYTES = SLOTS_OFFSET + SLOT_COUNT * Long.BYTES;

    private IndexSegmentDescriptor() {}

    static long slot(int tag, int ref) {
        return (long) tag << Integer.SIZE | Integer.toUnsignedLong(ref);
    }

    static int tag(long slot) {
        return (int) (slot >>> Integer.SIZE);
    }

    static int ref(long slot) {
        return (int) slot;
    }

    static long slotAddress(long segment, int index) {
        return segment + SLOTS_OFFSET + ((long) (index & (SLOT_COUNT - 1)) << 3);
    }
}
