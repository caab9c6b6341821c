package org.wukongs.kafka.replay;

import java.io.IOException;
import org.wukongs.stream.Tuple;

/** Reader of the tuples of one stream, from first to last. Used by one thread. */
public interface TupleReader extends AutoCloseable {

    /**
     * The next tuple, null after the last one. A bad line is a USER error that names it, unless bad
     * lines are skipped.
     */
    Tuple next() throws IOException;

    /** How much of the stream has been read, 0 to 1. */
    double share();

    /** Number of bad lines skipped. */
    long skippedCount();

    @Override
    void close() throws IOException;
}
