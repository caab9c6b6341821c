package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A pool of idle runs of a plan. A thread gets back the run that it returned, so that threads which
 * execute the same plan share no cache lines or buffers. Any thread may call it.
 */
final class IdleRuns {

    /**
     * Up to so many threads with consecutive ids, such as those of a pool, have slots of their own.
     */
    static final int SLOT_COUNT = 8;

    /** The most buffer bytes of a run that is kept: some morsels of some columns. */
    private static final long KEPT_BYTES_MAX = 4 << 20;

    /**
     * References from one slot to the next: two cache lines, because processors fetch lines in
     * pairs.
     */
    private static final int STRIDE = 32;

    private final AtomicReferenceArray<PlanRun> slots =
            new AtomicReferenceArray<>((SLOT_COUNT + 1) * STRIDE);

    /**
     * Takes an idle run for the caller's exclusive use; null if the slot of its thread has none.
     * The slot keeps its reference: writing it each time costs more, because of the collector's
     * barrier.
     */
    PlanRun take() {
        PlanRun run = slots.getAcquire(slot());
        return run != null && run.claim() ? run : null;
    }

    /** Gives a run back; forgets another run in the same slot. */
    void giveBack(PlanRun run) {
        int slot = slot();
        boolean kept = slots.getPlain(slot) == run;
        if (run.grownBytes() > KEPT_BYTES_MAX) { // used for one execution of many rows
            if (kept) {
                slots.setRelease(slot, null);
            }
            return;
        }
        run.release();
        if (!kept) {
            slots.setRelease(slot, run);
        }
    }

    private static int slot() {
        int thread = (int) (Thread.currentThread().getId() % SLOT_COUNT);
        return (thread + 1) * STRIDE;
    }
}
