package org.wukongs.benchmarks.lsbench.drive;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.StreamSource;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.server.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/**
 * One stream: file → adaptor → encoder → store, the way {@code replay} and a sink subtask go, batch
 * by batch, with each stage's cost taken separately.
 */
final class StreamFeed implements AutoCloseable {

    private static final String INCARNATION = "bench";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final LsbenchStreams stream;
    private final StreamDefinition definition;
    private final StreamSource source;
    private final StoreNode node;
    private final StreamAdaptor adaptor;
    private final TupleEncoder encoder;
    private final WriterId writer;
    private final long writerEpoch;
    private final FeedCosts costs = new FeedCosts();

    StreamFeed(StoreNode node, LsbenchStreams stream, StreamSource source, long batchIntervalMs) {
        this.node = node;
        this.stream = stream;
        this.source = source;
        this.definition = stream.definition(batchIntervalMs);
        this.adaptor = new StreamAdaptor(definition);
        this.encoder = new TupleEncoder(node.dictionary());
        this.writer = new WriterId(definition.name(), 0, 1, INCARNATION, 0);
        node.registerStream(definition);
        this.writerEpoch = node.openWriter(writer);
    }

    LsbenchStreams stream() {
        return stream;
    }

    FeedCosts costs() {
        return costs;
    }

    boolean ended() {
        return source.nextTimeMs() == Long.MAX_VALUE;
    }

    /** Takes in the one batch that ends at {@code timeMs} and closes it. */
    void advanceTo(long timeMs) {
        long startNs = threads.getCurrentThreadCpuTime();
        int tuples = 0;
        while (source.nextTimeMs() < timeMs) {
            adaptor.add(source.take());
            tuples++;
        }
        long parsedNs = threads.getCurrentThreadCpuTime();
        List<EncodedBatch> batches = new ArrayList<>();
        for (TupleBatch batch : adaptor.advanceTo(timeMs)) {
            batches.add(encoder.encode(batch));
        }
        long encodedNs = threads.getCurrentThreadCpuTime();
        long injectStartNs = System.nanoTime();
        for (EncodedBatch batch : batches) {
            inject(batch);
        }
        node.closeUpTo(writer, writerEpoch, adaptor.closedBatch());
        long injectTookNs = System.nanoTime() - injectStartNs;
        long injectedNs = threads.getCurrentThreadCpuTime();
        costs.add(
                tuples,
                parsedNs - startNs,
                encodedNs - parsedNs,
                injectedNs - encodedNs,
                injectTookNs);
    }

    private void inject(EncodedBatch batch) {
        if (!node.inject(definition.name(), writerEpoch, batch)) {
            throw WukongsException.fatal(
                    "the stream's ring is full: stream="
                            + definition.name()
                            + " batch="
                            + batch.batch());
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
