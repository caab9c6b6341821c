package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import java.util.List;

/**
 * A store in memory that answers SPARQL SELECT. Used by one thread, but for {@link PreparedMix}.
 */
public interface Engine extends AutoCloseable {

    /** Name and version of the software. */
    String version();

    /** Parses and stores a plain N-Triples file; returns the number of triples then stored. */
    long load(Path nTriples);

    /** Runs a query from its text to its rows as strings. */
    Execution execute(String query);

    /**
     * Prepares queries for many executions by one thread, each template once where the engine can
     * bind constants later; null where it can prepare nothing.
     */
    default PreparedMix prepare(List<MixQuery> queries) {
        return null;
    }

    /** What the store says a stored triple takes, strings not counted; NaN where it cannot tell. */
    default double bytesPerTriple() {
        return Double.NaN;
    }

    /** Memory that the store takes outside of the heap and of the JVM's buffers. */
    default long nativeBytes() {
        return 0;
    }

    @Override
    void close();
}
