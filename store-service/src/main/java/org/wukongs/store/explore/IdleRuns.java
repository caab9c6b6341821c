package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Runs of a plan that nobody uses now. A thread finds again what it gave back, so that threads
 * which execute the same plan share no cache line and no buffers. Any thread.
 */
final class IdleRuns {

    /** Threads with consecutive ids, as those of a pool, get slots of their own up to here. */
    static final int SLOT_COUNT = 8;

    /** Buffers of a run that is kept: some morsels of some columns. */
    private static final long KEPT_BYTES_MAX = 4 << 20;

    /** References between two slots: two cache lines, as processors fetch lines in pairs. */
    private static final int STRIDE = 32;

    private final AtomicReferenceArray<PlanRun> slots =
            new AtomicReferenceArray<>((SLOT_COUNT + 1) * STRIDE);

    /** A run for the caller alone, null where none is idle in the slot of its thread. */
    PlanRun take() {
        int slot = slot();
        return slots.getPlain(slot) == null ? null : slots.getAndSet(slot, null);
    }

    /** Forgets another run that is idle in the same slot. */
    void giveBack(PlanRun run) {
        if (run.grownBytes() > KEPT_BYTES_MAX) {
            return; // for one execution of many rows
        }
        slots.setRelease(slot(), run);
    }

    private static int slot() {
        int thread = (int) (Thread.currentThread().getId() % SLOT_COUNT);
        return (thread + 1) * STRIDE;
    }
}
