package org.wukongs.store.update;

import java.util.Collection;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;

/** The time and the memory of one request. Owned by the thread that executes it. */
final class UpdateBudget implements AutoCloseable {

    private static final int CHECK_EVERY = 1 << 12;

    private static final long NS_PER_MS = 1_000_000;

    private final ExecutionResources resources;
    private final Collection<GraphDelta> deltas;
    private final ExecutionBudget memory;
    private final ExecutionLimits limits;
    private final long startNs;
    private long taken;
    private int count;

    UpdateBudget(ExecutionResources resources, Collection<GraphDelta> deltas) {
        this.resources = resources;
        this.deltas = deltas;
        this.memory = resources.resultBudget();
        this.limits = resources.limits().within(UpdateEngine.TIME_MAX_MS);
        this.startNs = resources.nowNs();
    }

    /** Returns when the request began to be executed. */
    long startNs() {
        return startNs;
    }

    /** Returns the limits of the patterns. */
    ExecutionLimits limits() {
        return limits;
    }

    /** Counts one quad. */
    void count() {
        if (++count % CHECK_EVERY == 0) {
            check();
        }
    }

    /**
     * Checks the time, and takes memory for what the graphs have changed.
     *
     * @throws WukongsException USER at a limit of the request, RETRIABLE at one of the node
     */
    void check() {
        long bytes = 0;
        for (GraphDelta delta : deltas) {
            bytes += delta.memoryBytes();
        }
        if (bytes > taken) {
            memory.takeBytes(bytes - taken);
            taken = bytes;
        }
        if (resources.nowNs() - startNs > limits.timeMaxMs() * NS_PER_MS) {
            throw outOfTime();
        }
    }

    WukongsException outOfTime() {
        return WukongsException.limit(
                Reason.TIME_LIMIT,
                "the update takes too long, make it smaller: timeMaxMs=" + limits.timeMaxMs());
    }

    @Override
    public void close() {
        memory.close();
    }
}
