package org.wukongs.store.node;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.continuous.DerivedTarget;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** Writes a node's derived streams, as their only writer. The agent's thread. */
final class DerivedWriter implements DerivedTarget {

    private static final String INCARNATION = "derived";

    private final StreamCatalog streams;
    private final StreamWriters writers;
    private final Coordinator coordinator;
    private final StringServer strings;
    private final Map<String, Long> epochs = new HashMap<>(); // the writer epoch by stream

    DerivedWriter(
            StreamCatalog streams,
            StreamWriters writers,
            Coordinator coordinator,
            StringServer strings) {
        this.streams = streams;
        this.writers = writers;
        this.coordinator = coordinator;
        this.strings = strings;
    }

    boolean contains(String stream) {
        return epochs.containsKey(stream);
    }

    @Override
    public void add(StreamDefinition definition) {
        if (streams.streamNames().contains(definition.name())) {
            throw WukongsException.user("another stream has this name: name=" + definition.name());
        }
        streams.add(definition, false);
        boolean opened = false;
        try {
            // Part of the registration of its query. A new stream has nothing to be injected.
            WriterId only = writer(definition.name());
            epochs.put(definition.name(), coordinator.open(only, WriterOrigin.UNRELATED));
            opened = true;
        } finally {
            if (!opened) {
                streams.remove(definition.name());
            }
        }
    }

    @Override
    public void drop(String stream) {
        epochs.remove(stream);
        streams.remove(stream);
    }

    @Override
    public boolean inject(String stream, EncodedBatch tuples) {
        reopen(stream);
        return writers.inject(stream, epochs.get(stream), tuples);
    }

    @Override
    public boolean closeUpTo(String stream, long batch) {
        if (batch == StreamAdaptor.END_OF_STREAM && isEnded(stream)) {
            return false;
        }
        reopen(stream);
        writers.closeUpTo(writer(stream), epochs.get(stream), batch);
        return true;
    }

    /** Opens a stream again that had ended, because a stream that its query reads goes on. */
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

    @Override
    public StringServer strings() {
        return strings;
    }

    private static WriterId writer(String stream) {
        return new WriterId(stream, 0, 1, INCARNATION, 0);
    }
}
