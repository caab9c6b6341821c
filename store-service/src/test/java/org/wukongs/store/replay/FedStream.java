package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** A stream of an embedded store with its only writer; remembers the newest tuples. */
public final class FedStream {

    private final StoreNode node;
    private final StreamDefinition definition;
    private final StreamAdaptor adaptor;
    private final TupleEncoder encoder;
    private final WriterId writer;
    private final long writerEpoch;
    private final List<Tuple> remembered = new ArrayList<>();

    public FedStream(StoreNode node, StreamDefinition definition) {
        this.node = node;
        this.definition = definition;
        this.adaptor = new StreamAdaptor(definition);
        this.encoder = new TupleEncoder(node.dictionary());
        this.writer = new WriterId(definition.name(), 0, 1, "test", 0);
        node.streams().register(definition);
        this.writerEpoch = node.openWriter(writer);
    }

    StreamDefinition definition() {
        return definition;
    }

    /** The tuples since the last {@link #forgetBefore}. */
    List<Tuple> remembered() {
        return remembered;
    }

    void forgetBefore(long timeMs) {
        remembered.removeIf(tuple -> tuple.eventTimeMs() < timeMs);
    }

    public void add(Tuple tuple) {
        adaptor.add(tuple);
        remembered.add(tuple);
    }

    /** Hands on what came before {@code timeMs} and closes its batches. */
    public void advanceTo(long timeMs) {
        for (TupleBatch batch : adaptor.advanceTo(timeMs)) {
            assertThat(node.writers().inject(definition.name(), writerEpoch, encoder.encode(batch)))
                    .as("there is room in the ring at %d", timeMs)
                    .isTrue();
        }
        node.writers().closeUpTo(writer, writerEpoch, adaptor.closedBatch());
        node.advance();
    }
}
