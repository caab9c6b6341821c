package org.wukongs.store.node;

import java.util.function.Consumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.continuous.DerivedTarget;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/** Writes a node's derived streams, as their only writer. The agent's thread. */
final class DerivedWriter implements DerivedTarget {

    private final StreamCatalog streams;
    private final SoleWriters writers;
    private final StringServer strings;
    private Consumer<String> beforeDrop = stream -> {};
    private boolean adopts; // what is another node's as yet

    DerivedWriter(StreamCatalog streams, SoleWriters writers, StringServer strings) {
        this.streams = streams;
        this.writers = writers;
        this.strings = strings;
    }

    boolean contains(String stream) {
        return writers.contains(stream);
    }

    @Override
    public void add(StreamDefinition definition) {
        boolean isTaken =
                adopts
                        ? streams.streamHere(definition.name()).isPresent()
                        : streams.streamNames().contains(definition.name());
        if (isTaken) {
            throw WukongsException.user("another stream has this name: name=" + definition.name());
        }
        streams.add(definition, false);
        boolean opened = false;
        try {
            writers.begin(definition.name()); // part of the registration of its query
            opened = true;
        } finally {
            if (!opened) {
                streams.remove(definition.name());
            }
        }
    }

    /** While this is so, streams may be made that are another node's as yet. */
    void adopt(boolean nowAdopts) {
        adopts = nowAdopts;
    }

    /** Tells this before a stream is dropped. */
    void onDrop(Consumer<String> newListener) {
        beforeDrop = newListener;
    }

    @Override
    public void drop(String stream) {
        beforeDrop.accept(stream);
        writers.end(stream);
        streams.remove(stream);
    }

    @Override
    public boolean inject(String stream, EncodedBatch tuples) {
        return writers.inject(stream, tuples);
    }

    @Override
    public boolean closeUpTo(String stream, long batch) {
        return writers.closeUpTo(stream, batch);
    }

    @Override
    public StringServer strings() {
        return strings;
    }
}
