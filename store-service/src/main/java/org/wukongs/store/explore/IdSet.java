package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.id.IdHash;
import org.wukongs.id.Vids;

/**
 * A small set of ids that is refilled often: {@link #clear} costs nothing. A slot has a stamp in
 * its high bits and an id in its low bits; a slot with an older stamp is empty. Open addressing,
 * linear probing, at most half full.
 */
final class IdSet {

    private static final int SLOTS_MIN = 64;
    private static final long STAMP_MAX = -1L >>> Vids.BITS;

    private long[] slots = new long[SLOTS_MIN];
    private long stamp = 1;

    /** Empties the set, and makes room for {@code count} ids. */
    void clear(int count) {
        if (slots.length < 2L * count) {
            slots = new long[Integer.highestOneBit(count) << 2];
            stamp = 1;
        } else if (stamp == STAMP_MAX) {
            Arrays.fill(slots, 0);
            stamp = 1;
        } else {
            stamp++;
        }
    }

    void add(long id) {
        long word = stamp << Vids.BITS | id;
        int slot = home(id);
        while (slots[slot] >>> Vids.BITS == stamp) {
            if (slots[slot] == word) {
                return;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = word;
    }

    boolean contains(long id) {
        if (id >>> Vids.BITS != 0) {
            return false; // not a vid, but an id of one execution
        }
        long word = stamp << Vids.BITS | id;
        int slot = home(id);
        while (slots[slot] >>> Vids.BITS == stamp) {
            if (slots[slot] == word) {
                return true;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return false;
    }

    private int home(long id) {
        return IdHash.slot(IdHash.mix(id), slots.length);
    }
}
