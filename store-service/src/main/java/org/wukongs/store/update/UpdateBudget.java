package org.wukongs.store.update;

import java.util.Collection;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.explore.ExecutionBudget;

/** The time and the memory of one request. Owned by the thread that executes it. */
final class UpdateBudget implements AutoCloseable {

    private static final int CHECK_EVERY = 1 << 12;

    private static final long NS_PER_MS = 1_000_000;

    private final ExecutionResources resources;
    private final Collection<GraphDelta> deltas;
    private final ExecutionBudget memory;
    private final long startNs;
    private long taken;
    private int count;

    UpdateBudget(ExecutionResources resources, Collection<GraphDelta> deltas) {
        this.resources = resources;
        this.deltas = deltas;
        this.memory = resources.resultBudget();
        this.startNs = resources.nowNs();
    }

    /** Returns when the request began to be executed. */
    long startNs() {
        return startNs;
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
        long bytes = deltas.stream().mapToLong(GraphDelta::memoryBytes).sum();
        if (bytes > taken) {
            memory.takeBytes(bytes - taken);
            taken = bytes;
        }
        long timeMaxMs = Math.min(UpdateEngine.TIME_MAX_MS, resources.limits().timeMaxMs());
        if (resources.nowNs() - startNs > timeMaxMs * NS_PER_MS) {
            throw WukongsException.limit(
                    Reason.TIME_LIMIT,
                    "the update takes too long, make it smaller: timeMaxMs=" + timeMaxMs);
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
