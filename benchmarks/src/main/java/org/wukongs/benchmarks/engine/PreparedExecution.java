package org.wukongs.benchmarks.engine;

/** A query that is parsed already, and planned where the engine keeps plans. */
@FunctionalInterface
public interface PreparedExecution {

    /** Executes it to all rows as the store's own values; how many rows there are. */
    long run();
}
