package org.wukongs.store.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.wukongs.error.WukongsException;

/**
 * Tells the writer which of its retired blocks no reader can see any longer (epoch-based
 * reclamation; Fraser, Practical lock-freedom, 2004, section 5.2.3).
 *
 * <p>A reader holds a slot with the epoch at which it entered, {@link #IDLE} between executions.
 * The writer makes a block unreachable, remembers it with the epoch, and advances the epoch. A
 * reader that enters later cannot reach the block, so the block is free when every slot is idle or
 * newer.
 *
 * <p>Publication: the slot is written before the reader's first load and read by the writer after
 * its last unlinking store, with a full fence on either side. So either the writer sees the slot,
 * or the reader sees the unlinking. A reader that stores an epoch which has passed meanwhile only
 * delays reuse.
 *
 * <p>Besides the epoch, a reader holds the snapshot that was published when it entered. It stores
 * the number and, after a full fence, checks that it is still the published one; the writer
 * publishes and, after a full fence, reads the slots. So either the writer sees the number, or the
 * reader takes the newer one: no reader will hold a number below the published one that the writer
 * finds in no slot (hazard pointers; Michael, 2004). A writer that holds snapshots back counts the
 * visible one and those after it as held: each may be the next one that is shown.
 */
public final class ReaderEpochs {

    /** Threads that may read at the same time: worker threads and requests. */
    public static final int READER_COUNT_MAX = 128;

    static final long IDLE = Long.MAX_VALUE;

    /**
     * Longs from one slot to the next: two cache lines, because processors fetch lines in pairs.
     */
    private static final int STRIDE = 16;

    /** Index of the held snapshot in a slot, after the epoch. */
    private static final int SNAPSHOT = 1;

    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] slots = new long[(READER_COUNT_MAX + 1) * STRIDE];
    private final boolean[] taken = new boolean[READER_COUNT_MAX]; // guarded by this
    private volatile int readerCount; // highest slot ever taken + 1; owner: synchronized block
    private volatile long epoch; // owner: the writer
    private volatile long publishedSnapshot; // owner: the writer
    private volatile long visibleSnapshot; // at most the published one; owner: the writer
    private boolean holds; // owner: the writer
    private volatile long oldestAllowedSnapshot; // owner: the writer
    private SharedMemory shared; // null if no other process reads; owner: the writer

    /** A reader's slot, used by one thread at a time. */
    public final class Reader implements AutoCloseable {

        private final int slot;
        private int depth;
        private long snapshot;

        private Reader(int slot) {
            this.slot = slot;
        }

        /**
         * Enters the visible snapshot, and returns its number. Until {@link #leave}, everything
         * reachable stays as in that snapshot. Calls may be nested: the outermost decides.
         */
        public long enter() {
            if (depth++ == 0) {
                int at = (slot + 1) * STRIDE;
                SLOTS.setRelease(slots, at, epoch);
                long visible = visibleSnapshot;
                do {
                    snapshot = visible;
                    SLOTS.setVolatile(slots, at + SNAPSHOT, snapshot);
                    VarHandle.fullFence();
                    visible = visibleSnapshot;
                } while (visible != snapshot);
            }
            return snapshot;
        }

        /**
         * Enters a snapshot that is complete, though it may not be visible yet; returns false if it
         * is older than the visible one, or not published. From the visible one on, the writer
         * counts all as held; if the visible one is not newer after the number is stored, the
         * writer finds the number before it counts this snapshot no longer.
         */
        public boolean enter(long sn) {
            assert depth == 0;
            if (!isWhole(sn)) {
                return false;
            }
            depth++;
            int at = (slot + 1) * STRIDE;
            SLOTS.setRelease(slots, at, epoch);
            snapshot = sn;
            SLOTS.setVolatile(slots, at + SNAPSHOT, sn);
            VarHandle.fullFence();
            if (isWhole(sn)) {
                return true;
            }
            leave();
            return false;
        }

        /**
         * Writer only: enters the published snapshot, which may not be visible yet, and returns its
         * number.
         */
        public long enterPublished() {
            if (depth++ == 0) {
                int at = (slot + 1) * STRIDE;
                SLOTS.setRelease(slots, at, epoch);
                snapshot = publishedSnapshot; // it does not change meanwhile
                SLOTS.setVolatile(slots, at + SNAPSHOT, snapshot);
                VarHandle.fullFence();
            }
            return snapshot;
        }

        private boolean isWhole(long sn) {
            return visibleSnapshot <= sn && sn <= publishedSnapshot;
        }

        /** Returns the snapshot held since {@link #enter}. */
        public long snapshot() {
            assert depth > 0;
            return snapshot;
        }

        /**
         * Checks that the held snapshot may still be read. A long reader calls it from time to
         * time, in any of its threads.
         *
         * @throws WukongsException RETRIABLE if the memory of old snapshots is needed
         */
        public void checkSnapshot() {
            if (snapshot < oldestAllowedSnapshot) {
                throw WukongsException.retriable(
                        "snapshot too old, its memory is needed: snapshot="
                                + snapshot
                                + " publishedSnapshot="
                                + publishedSnapshot);
            }
        }

        /** Returns whether a snapshot is held. */
        public boolean isInside() {
            return depth > 0;
        }

        /** Leaves the snapshot: data read since {@link #enter} must no longer be used. */
        public void leave() {
            assert depth > 0;
            if (--depth == 0) {
                int at = (slot + 1) * STRIDE;
                SLOTS.setRelease(slots, at + SNAPSHOT, IDLE);
                SLOTS.setRelease(slots, at, IDLE);
            }
        }

        /** Returns the slot. */
        @Override
        public void close() {
            assert depth == 0;
            release(slot);
        }
    }

    /**
     * Takes a slot for a thread that is going to read.
     *
     * @throws WukongsException RETRIABLE if all slots are taken
     */
    public synchronized Reader newReader() {
        for (int slot = 0; slot < READER_COUNT_MAX; slot++) {
            if (!taken[slot]) {
                taken[slot] = true;
                SLOTS.setVolatile(slots, (slot + 1) * STRIDE + SNAPSHOT, IDLE);
                SLOTS.setVolatile(slots, (slot + 1) * STRIDE, IDLE);
                readerCount = Math.max(readerCount, slot + 1);
                return new Reader(slot);
            }
        }
        throw WukongsException.retriable(
                "too many threads read the store: readerCountMax=" + READER_COUNT_MAX);
    }

    private synchronized void release(int slot) {
        taken[slot] = false;
    }

    /** Writer only: returns the epoch with which retired blocks are remembered. */
    long current() {
        return epoch;
    }

    /** Returns the newest complete snapshot. Any thread. */
    public long publishedSnapshot() {
        return publishedSnapshot;
    }

    /** Returns the snapshot that readers enter. Any thread. */
    public long visibleSnapshot() {
        return visibleSnapshot;
    }

    /**
     * Writer only: publishes {@code sn}, which readers that enter from now on hold, or those that
     * enter after {@link #show} if snapshots are held back.
     */
    void publishSnapshot(long sn) {
        assert sn > publishedSnapshot;
        publishedSnapshot = sn;
        if (!holds) {
            visibleSnapshot = sn;
        }
        VarHandle.fullFence();
    }

    /** Writer only: from now on readers enter published snapshots after {@link #show} only. */
    void holdBack() {
        holds = true;
    }

    /** Writer only: lets readers enter a published snapshot, unless they enter a newer one. */
    void show(long sn) {
        if (sn > publishedSnapshot) {
            throw new IllegalStateException(
                    "not published: sn=" + sn + " publishedSnapshot=" + publishedSnapshot);
        }
        visibleSnapshot = Math.max(visibleSnapshot, sn);
        VarHandle.fullFence();
    }

    /**
     * Writer only: tells readers of snapshots older than {@code sn} to give up, except those of the
     * visible one, because there is no other to begin with.
     */
    void allowSnapshotsFrom(long sn) {
        oldestAllowedSnapshot = Math.min(sn, visibleSnapshot);
        if (shared != null) {
            shared.allowSnapshotsFrom(oldestAllowedSnapshot);
        }
    }

    /** Writer only, before there are readers: tells readers in other processes, too. */
    void publishTo(SharedMemory memory) {
        shared = memory;
    }

    /**
     * Writer only: returns the snapshots below the published one that readers hold, or that they
     * may still enter, ascending and distinct; no other one will be held again.
     */
    long[] heldSnapshots() {
        VarHandle.fullFence();
        int count = readerCount;
        int hidden = Math.toIntExact(publishedSnapshot - visibleSnapshot);
        long[] held = new long[count + hidden];
        int size = 0;
        for (long sn = visibleSnapshot; sn < publishedSnapshot; sn++) {
            held[size++] = sn;
        }
        for (int slot = 0; slot < count; slot++) {
            long sn = (long) SLOTS.getVolatile(slots, (slot + 1) * STRIDE + SNAPSHOT);
            if (sn < publishedSnapshot) {
                held[size++] = sn;
            }
        }
        Arrays.sort(held, 0, size);
        int distinct = 0;
        for (int i = 0; i < size; i++) {
            if (distinct == 0 || held[i] != held[distinct - 1]) {
                held[distinct++] = held[i];
            }
        }
        return Arrays.copyOf(held, distinct);
    }

    /**
     * Writer only: returns the first of {@link #heldSnapshots}, the published snapshot if there is
     * none.
     */
    long oldestHeldSnapshot() {
        VarHandle.fullFence();
        long oldest = visibleSnapshot;
        int count = readerCount;
        for (int slot = 0; slot < count; slot++) {
            long sn = (long) SLOTS.getVolatile(slots, (slot + 1) * STRIDE + SNAPSHOT);
            oldest = Math.min(oldest, sn);
        }
        return oldest;
    }

    /** Writer only: starts the next epoch, after blocks were made unreachable. */
    void advance() {
        long next = epoch + 1; // there is one writer
        epoch = next;
        VarHandle.fullFence();
    }

    /** Writer only: returns the epoch below which retired blocks can be reused. */
    long oldestVisible() {
        VarHandle.fullFence();
        long oldest = epoch;
        int count = readerCount;
        for (int slot = 0; slot < count; slot++) {
            oldest = Math.min(oldest, (long) SLOTS.getVolatile(slots, (slot + 1) * STRIDE));
        }
        return oldest;
    }
}
