package org.wukongs.benchmarks.lsbench.data;

import java.nio.file.Path;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.stream.Tuple;

/** The tuples of a stream file in order, at some speed. Not thread-safe. */
public final class StreamSource implements AutoCloseable {

    private final StreamFileReader reader;
    private final TimeScale scale;
    private Tuple next;

    public StreamSource(Path file, TimeScale scale) {
        this.reader = new StreamFileReader(file, LoadOptions.STRICT);
        this.scale = scale;
    }

    /** Event time of the next tuple, {@code Long.MAX_VALUE} after the last. */
    public long nextTimeMs() {
        if (next == null) {
            Tuple read = reader.take();
            next = read == null ? null : scale.apply(read);
        }
        return next == null ? Long.MAX_VALUE : next.eventTimeMs();
    }

    /** The next tuple; there must be one. */
    public Tuple take() {
        if (nextTimeMs() == Long.MAX_VALUE) {
            throw new IllegalStateException("the stream has ended");
        }
        Tuple taken = next;
        next = null;
        return taken;
    }

    @Override
    public void close() {
        reader.close();
    }
}
