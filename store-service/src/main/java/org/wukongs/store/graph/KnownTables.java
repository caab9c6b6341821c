package org.wukongs.store.graph;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What is known of a graph's directories in another node's memory, for readers of one snapshot: the
 * words of its head, and of dense tables the offsets of chunks that were read so far. While the
 * owner holds the snapshot, it keeps whatever a reader of it has found, so these need not be read
 * again, although the owner may have newer tables.
 *
 * <p>Nothing here is trusted: offsets are checked when they are used. Any thread; two that read the
 * same at the same time find the same.
 */
final class KnownTables {

    /** Of 8,192 vids each, in 512 KB; chunks beyond are looked up each time. */
    private static final int CHUNKS_MAX = 1 << 16;

    /** Number of tables that one reader knows only. */
    static final long NOT_KEPT = 0;

    private final long number;
    private final long sn;
    private final long[] head; // of the graph, from its tables on; not changed
    private final AtomicReferenceArray<Chunks> chunks =
            new AtomicReferenceArray<>(GraphDescriptor.TABLE_COUNT);

    /** Chunks of a dense table. */
    static final class Chunks {

        private final long count;
        private final AtomicLongArray offsets; // 0: not read yet, or missing

        /**
         * @param count of the table's chunks
         */
        Chunks(long count) {
            this.count = count;
            this.offsets = new AtomicLongArray((int) Math.min(count, CHUNKS_MAX));
        }

        long count() {
            return count;
        }

        /** Returns the offset of a chunk, 0 if it is missing or not known. */
        long offset(long number) {
            return number < offsets.length() ? offsets.getOpaque((int) number) : 0;
        }

        void know(long number, long offset) {
            if (number < offsets.length()) {
                offsets.setOpaque((int) number, offset);
            }
        }
    }

    /**
     * @param number that no other tables of this memory have, or {@link #NOT_KEPT}
     * @param head words of a graph's head from {@link GraphDescriptor#TABLES_OFFSET} to its birth,
     *     read for the snapshot
     */
    KnownTables(long number, long sn, long[] head) {
        this.number = number;
        this.sn = sn;
        this.head = head;
    }

    /** Returns what names these tables in a {@link LocationCache}. */
    long number() {
        return number;
    }

    /** Returns the snapshot whose readers know them. */
    long sn() {
        return sn;
    }

    /** Returns the word of a directory's table; 0 if the graph has none at the snapshot. */
    long tableWord(int directory) {
        return head[GraphDescriptor.TABLE_COUNT] <= sn ? head[directory] : 0;
    }

    /** Returns the chunks of a directory, null if they are not known. */
    Chunks chunks(int directory) {
        return chunks.get(directory);
    }

    void know(int directory, Chunks of) {
        chunks.set(directory, of);
    }
}
