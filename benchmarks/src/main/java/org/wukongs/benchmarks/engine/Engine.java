package org.wukongs.benchmarks.engine;

import java.nio.file.Path;

/** A store in memory that answers SPARQL SELECT. Used by one thread. */
public interface Engine extends AutoCloseable {

    /** Name and version of the software. */
    String version();

    /** Parses and stores a plain N-Triples file; returns the number of triples then stored. */
    long load(Path nTriples);

    /** Runs a query from its text to its rows as strings. */
    Execution execute(String query);

    /** Parses a query for many executions; null where the engine has no such thing. */
    default PreparedExecution prepare(String query) {
        return null;
    }

    /** What the store says a stored triple takes, strings not counted; NaN where it cannot tell. */
    default double bytesPerTriple() {
        return Double.NaN;
    }

    @Override
    void close();
}
