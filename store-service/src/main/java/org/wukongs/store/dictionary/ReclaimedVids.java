package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The rounds in which terms were reclaimed last, by blocks of vids. So a checkpoint knows which
 * terms the one before has as they are. One thread at a time notes; any thread may ask meanwhile,
 * about rounds that had ended before it asks.
 */
final class ReclaimedVids {

    private static final int BLOCK_SHIFT = 16;

    private volatile AtomicLongArray rounds = new AtomicLongArray(1); // by block

    void note(long vid, long round) {
        int block = Math.toIntExact(vid >>> BLOCK_SHIFT);
        AtomicLongArray now = rounds;
        if (block >= now.length()) {
            AtomicLongArray longer = new AtomicLongArray(Math.max(block + 1, 2 * now.length()));
            for (int i = 0; i < now.length(); i++) {
                longer.set(i, now.get(i));
            }
            rounds = longer;
            now = longer;
        }
        now.set(block, round);
    }

    /** Returns whether terms with vids in a range, or near them, were reclaimed after a round. */
    boolean hasReclaimed(long fromVid, long toVid, long sinceRound) {
        AtomicLongArray now = rounds;
        long end = Math.min(((toVid - 1) >>> BLOCK_SHIFT) + 1, now.length());
        for (long block = fromVid >>> BLOCK_SHIFT; fromVid < toVid && block < end; block++) {
            if (now.get((int) block) > sinceRound) {
                return true;
            }
        }
        return false;
    }
}
