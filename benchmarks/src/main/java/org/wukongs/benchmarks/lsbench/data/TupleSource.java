package org.wukongs.benchmarks.lsbench.data;

import java.util.List;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.Retention;

/** The tuples of a stream in ids, in the order of time. Not thread-safe. */
public interface TupleSource extends AutoCloseable {

    boolean ended();

    /** The tuples before {@code timeMs} that were not taken yet as batch {@code batch}. */
    List<EncodedBatch> takeBefore(long timeMs, long batch);

    @Override
    default void close() {}

    /** How long the store keeps the timeless triples. */
    default Retention retention() {
        return Retention.FOREVER;
    }
}
