package org.wukongs.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A store in memory that answers SPARQL SELECT. Used by one thread, but for {@link Prepared}. */
interface Engine extends AutoCloseable {

    /** Name and version of the software. */
    String version();

    /** Parses and stores a plain N-Triples file; returns the number of triples then stored. */
    long load(Path nTriples) throws IOException;

    /** Runs a query from its text to its rows as strings. */
    Execution execute(String query);

    /** Executes a request of SPARQL Update from its text to its last effect. */
    void update(String request);

    /**
     * Queries that are parsed already, and planned where the engine keeps plans. Used by one
     * thread; others have their own of the same engine and run at the same time.
     */
    interface Prepared extends AutoCloseable {

        /** Executes a query to all rows as the store's own values; how many rows there are. */
        long run(int query);

        @Override
        default void close() {}
    }

    /**
     * Prepares queries for many executions by one thread: those of the same name, which differ in
     * constants only, once where the engine can bind constants later.
     */
    Prepared prepare(List<NamedQuery> queries);

    /** What the store says a stored triple takes, strings not counted; null if it cannot tell. */
    default Double bytesPerTriple() {
        return null;
    }

    /** Memory that the store takes outside of the heap and of the JVM's buffers. */
    default long nativeBytes() {
        return 0;
    }

    @Override
    void close();
}
