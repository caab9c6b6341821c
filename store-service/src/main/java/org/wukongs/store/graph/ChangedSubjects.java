package org.wukongs.store.graph;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The snapshots in which the triples of a graph have changed last, by blocks of subjects. So a
 * checkpoint knows what the one before has already.
 *
 * <p>Blocks have 65,536 vids, or more in a graph with few triples among many vids: there is at most
 * one block to some triples. The writer notes; other threads may ask meanwhile, about snapshots
 * that were published before they ask.
 */
final class ChangedSubjects {

    private static final int SHIFT_MIN = 16;

    private static final int COUNT_MIN = 16;
    private static final int COUNT_MAX = 1 << 16;

    /** 8 bytes for so many triples, which take 31 bytes each. */
    private static final int TRIPLES_PER_BLOCK_SHIFT = 8;

    /** Snapshot numbers of blocks with {@code 1 << shift} vids. */
    private record Blocks(int shift, AtomicLongArray sns) {

        long sn(long block) {
            return block < sns.length() ? sns.get((int) block) : 0;
        }
    }

    private volatile Blocks blocks = new Blocks(SHIFT_MIN, new AtomicLongArray(0)); // the writer's

    /** Notes that a snapshot changes triples of these rows, which are sorted by subject. */
    void note(SortedTriples rows, long sn, long tripleCount) {
        if (rows.size() == 0) {
            return;
        }
        makeRoom(rows.vertex(rows.size() - 1), tripleCount);
        Blocks now = blocks;
        long last = -1;
        for (int row = 0; row < rows.size(); row++) {
            long block = rows.vertex(row) >>> now.shift();
            if (block != last) {
                now.sns().set((int) block, sn);
                last = block;
            }
        }
    }

    /** Lets the blocks reach up to a vid, and be as small as the number of triples allows. */
    private void makeRoom(long vid, long tripleCount) {
        Blocks now = blocks;
        long countMax =
                Math.min(Math.max(tripleCount >>> TRIPLES_PER_BLOCK_SHIFT, COUNT_MIN), COUNT_MAX);
        long lastVid = Math.max(vid, ((long) now.sns().length() << now.shift()) - 1);
        int shift = SHIFT_MIN;
        while (lastVid >>> shift >= countMax) {
            shift++;
        }
        boolean fits = vid >>> now.shift() < now.sns().length();
        if (fits && shift >= now.shift()) {
            return;
        }
        int length = (int) Math.min(countMax, Math.max(COUNT_MIN, 2 * ((lastVid >>> shift) + 1)));
        AtomicLongArray sns = new AtomicLongArray(length);
        for (int block = 0; block < length; block++) {
            long from = (long) block << shift;
            sns.set(block, newest(now, from, from + (1L << shift)));
        }
        blocks = new Blocks(shift, sns);
    }

    private static long newest(Blocks of, long fromVid, long toVid) {
        long end = Math.min(((toVid - 1) >>> of.shift()) + 1, of.sns().length());
        long newest = 0;
        for (long block = fromVid >>> of.shift(); block < end; block++) {
            newest = Math.max(newest, of.sn(block));
        }
        return newest;
    }

    /**
     * Returns whether triples with subjects in {@code [fromVid, toVid)} have changed after a
     * snapshot, or perhaps, if others near them have. Any thread.
     */
    boolean hasChanged(long fromVid, long toVid, long sinceSn) {
        return fromVid < toVid && newest(blocks, fromVid, toVid) > sinceSn;
    }
}
