package org.wukongs.kafka.replay;

import java.io.IOException;
import org.wukongs.stream.Tuple;

/** The tuples of one stream from its first to its last. One thread reads. */
public interface TupleReader extends AutoCloseable {

    /**
     * Null behind the last one. A bad line is a USER error that names it, unless these are skipped.
     */
    Tuple next() throws IOException;

    /** How much of the whole has been read, 0 to 1. */
    double share();

    /** Bad lines passed over. */
    long skippedCount();

    @Override
    void close() throws IOException;
}
