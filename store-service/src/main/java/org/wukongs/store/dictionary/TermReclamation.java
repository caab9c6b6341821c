package org.wukongs.store.dictionary;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Mark and sweep of the terms of a dictionary in memory, in rounds (docs/adr/0033). A term is
 * reclaimed at the end of a round if it was given before the round before and has been marked in
 * neither. Whoever gets a vid by a term marks it; the caller of {@link #beginRound} marks all terms
 * that something names. A mark belongs to the newest round that has begun.
 *
 * <p>Before the first round nothing is marked, and looking up costs nothing more. One thread
 * conducts the rounds. It lets a round last so long that no thread is still in a look-up that began
 * before it: memory that a round has freed is written again after the end of the next one.
 */
public final class TermReclamation {

    private final MemoryTerms terms;
    // by the parity of the round, as in SRCU (McKenney, LWN 2006)
    private final LongAdder[] taken = {new LongAdder(), new LongAdder()};
    private final LongAdder[] released = {new LongAdder(), new LongAdder()};
    private final Set<TermHold> readers = ConcurrentHashMap.newKeySet(); // their open holds
    private volatile long round; // owner: the conducting thread
    private volatile long endedCount; // owner: the conducting thread
    private volatile long reclaimedCount; // owner: the conducting thread

    TermReclamation(MemoryTerms terms) {
        this.terms = terms;
    }

    /** Returns the number of the newest round, 0 before the first. Any thread. */
    public long round() {
        return round;
    }

    /** Returns the number of rounds that have ended. Any thread. */
    public long endedCount() {
        return endedCount;
    }

    /** Returns the number of terms that were reclaimed. Any thread. */
    public long reclaimedCount() {
        return reclaimedCount;
    }

    /** Begins the next round; the one before must have ended. */
    public void beginRound() {
        if (endedCount != round) {
            throw new IllegalStateException("the round has not ended: round=" + round);
        }
        terms.beginRound();
        round = endedCount + 1;
    }

    /**
     * Marks a term that something names; numbers that are not vids of terms change nothing. The
     * thread that conducts the rounds, between a round's begin and its end; a few ns.
     */
    public void mark(long vid) {
        terms.markNamed(vid);
    }

    /**
     * Marks a term; returns whether the number is the vid of one, which then stays at least until
     * the end of the next round. Any thread.
     */
    boolean markIfGiven(long vid) {
        return terms.markIfGiven(vid);
    }

    /** Holds the terms that the caller gets ids of. Any thread, some 20 ns. */
    TermHold hold() {
        while (true) {
            long now = round;
            taken[parity(now)].increment();
            if (round == now) {
                return new TermHold(this, now, false);
            }
            release(now); // whoever has begun the next round may not have seen it
        }
    }

    TermHold holdForReader(long ofRound) {
        taken[parity(ofRound)].increment();
        TermHold hold = new TermHold(this, ofRound, true);
        readers.add(hold);
        return hold;
    }

    void forget(TermHold reader) {
        readers.remove(reader);
    }

    void release(long ofRound) {
        released[parity(ofRound)].increment();
    }

    /** Ends the holds of all readers; returns how many there were. */
    public int endReaders() {
        int count = 0;
        for (TermHold hold : readers) {
            hold.close();
            count++;
        }
        return count;
    }

    /** Returns whether somebody holds terms since before this round began. */
    public boolean isHeldFromBefore() {
        int parity = parity(round - 1);
        // In this order: for each release that is counted, its taking is counted too.
        long releasedCount = released[parity].sum();
        return taken[parity].sum() != releasedCount;
    }

    private static int parity(long ofRound) {
        return (int) ofRound & 1;
    }

    /**
     * Ends the round, in which all terms that something names were marked, and nobody holds terms
     * from before. Returns the number of terms that were reclaimed.
     */
    public long endRound() {
        if (endedCount == round || isHeldFromBefore()) {
            throw new IllegalStateException("the round cannot end: round=" + round);
        }
        long count = terms.endRound(round);
        long reclaimed = reclaimedCount + count; // there is one conductor
        reclaimedCount = reclaimed;
        endedCount = round;
        return count;
    }
}
