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
 * @param end ends the threads; false if one of them does not end and still reads the stores
 */
public record NodeThreads(
        JobQueue jobs, Workers workers, InsertThreads inserters, BooleanSupplier end) {

    /** No threads: the threads that ask for work do it themselves. */
    public static final NodeThreads NONE =
            new NodeThreads(JobQueue.DIRECT, Workers.NONE, InsertThreads.ONE, () -> true);
}
