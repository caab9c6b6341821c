package org.wukongs.store.node;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** The node as the only writer of some streams. The node's thread. */
final class SoleWriters {

    private final String incarnation;
    private final StreamWriters writers;
    private final Coordinator coordinator;
    private final Map<String, Long> epochs = new HashMap<>(); // the writer epoch by stream

    /** {@code incarnation} is in the log, and stays the same. */
    SoleWriters(String incarnation, StreamWriters writers, Coordinator coordinator) {
        this.incarnation = incarnation;
        this.writers = writers;
        this.coordinator = coordinator;
    }

    /** Whether the node writes a stream. */
    boolean contains(String stream) {
        return epochs.containsKey(stream);
    }

    /**
     * Begins to write a new stream, which has nothing to be injected. The caller records the stream
     * with its writer.
     */
    void begin(String stream) {
        epochs.put(stream, coordinator.open(writer(stream), WriterOrigin.UNRELATED));
    }

    /** Ends writing a stream. */
    void end(String stream) {
        epochs.remove(stream);
    }

    /** Ends writing a stream; what is returned begins again where that was. */
    Runnable suspend(String stream) {
        Long epoch = epochs.remove(stream);
        return () -> epochs.put(stream, epoch);
    }

    /** Writes tuples; returns false if the stream has no room. */
    boolean inject(String stream, EncodedBatch tuples) {
        reopen(stream);
        return writers.inject(stream, epochs.get(stream), tuples);
    }

    /** As above, for more tuples of a batch that the stream has begun with: they have room. */
    void injectMore(String stream, EncodedBatch tuples) {
        reopen(stream);
        writers.injectMore(stream, epochs.get(stream), tuples);
    }

    /** Closes a stream's batches up to {@code batch}; returns false if nothing changed. */
    boolean closeUpTo(String stream, long batch) {
        if (batch == StreamAdaptor.END_OF_STREAM && isEnded(stream)) {
            return false;
        }
        reopen(stream);
        writers.closeUpTo(writer(stream), epochs.get(stream), batch);
        return true;
    }

    /** Marks the writer of a stream as idle until it writes again. */
    void markIdle(String stream) {
        reopen(stream);
        writers.markIdle(writer(stream), epochs.get(stream), 0);
    }

    /** Opens a stream again that had ended. */
    private void reopen(String stream) {
        if (isEnded(stream)) {
            epochs.put(stream, writers.openAtOnce(writer(stream), WriterOrigin.UNRELATED));
        }
    }

    /** Opens the writers of all streams in another start of the store. */
    void beginAgain() {
        for (String stream : new TreeSet<>(epochs.keySet())) {
            if (!isEnded(stream)) {
                epochs.put(stream, coordinator.open(writer(stream), WriterOrigin.UNRELATED));
            }
        }
    }

    /** Notes that a stream's writer was opened, as the log says. */
    void opened(String stream, long epoch) {
        epochs.replace(stream, epoch);
    }

    private boolean isEnded(String stream) {
        return coordinator.progress(stream).ended();
    }

    private WriterId writer(String stream) {
        return new WriterId(stream, 0, 1, incarnation, 0);
    }
}
