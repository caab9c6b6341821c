package org.wukongs.benchmarks.engine;

/**
 * Queries that are parsed already, and planned where the engine keeps plans. Used by one thread;
 * others have their own of the same engine and run at the same time.
 */
public interface PreparedMix extends AutoCloseable {

    /** Executes a query to all rows as the store's own values; how many rows there are. */
    long run(int query);

    @Override
    void close();
}
