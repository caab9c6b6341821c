package org.wukongs.store.node;

import java.util.function.BooleanSupplier;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.InsertThreads;

/**
 * The threads that work for a node, which starts none itself.
 *
 * @param jobs takes the executions of continuous queries
 * @param workers help with large executions
 * @param inserters share large inserts
 * @param end ends them; false if one of them does not end and still reads the stores
 */
public record NodeThreads(
        JobQueue jobs, Workers workers, InsertThreads inserters, BooleanSupplier end) {

    /** All work is done by the threads that ask for it. */
    public static final NodeThreads NONE =
            new NodeThreads(JobQueue.DIRECT, Workers.NONE, InsertThreads.ONE, () -> true);
}
