package org.wukongs.benchmarks.lsbench.drive;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.EncodedSource;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/**
 * One stream: file → encoder → store, the way {@code replay} goes, batch by batch, with each
 * stage's cost taken separately.
 */
final class StreamFeed implements AutoCloseable {

    private static final String INCARNATION = "bench";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final LsbenchStreams stream;
    private final StreamDefinition definition;
    private final EncodedSource source;
    private final StoreNode node;
    private final WriterId writer;
    private final long writerEpoch;
    private final FeedCosts costs = new FeedCosts();

    StreamFeed(StoreNode node, LsbenchStreams stream, EncodedSource source, long batchIntervalMs) {
        this.node = node;
        this.stream = stream;
        this.source = source;
        this.definition = stream.definition(batchIntervalMs);
        this.writer = new WriterId(definition.name(), 0, 1, INCARNATION, 0);
        node.streams().register(definition);
        this.writerEpoch = node.openWriter(writer);
    }

    LsbenchStreams stream() {
        return stream;
    }

    FeedCosts costs() {
        return costs;
    }

    boolean ended() {
        return source.ended();
    }

    /** Takes in the one batch that ends at {@code timeMs} and closes it. */
    void advanceTo(long timeMs) {
        long batch = definition.batchOf(timeMs) - 1;
        long startNs = threads.getCurrentThreadCpuTime();
        List<EncodedBatch> encoded = source.takeBefore(timeMs, batch);
        long encodedNs = threads.getCurrentThreadCpuTime();
        long injectStartNs = System.nanoTime();
        int tuples = 0;
        for (EncodedBatch part : encoded) {
            inject(part);
            tuples += part.size();
        }
        node.writers().closeUpTo(writer, writerEpoch, batch);
        node.advance(); // injected here, so that it is this stream's cost
        long injectTookNs = System.nanoTime() - injectStartNs;
        long injectedNs = threads.getCurrentThreadCpuTime();
        costs.add(tuples, encodedNs - startNs, injectedNs - encodedNs, injectTookNs);
    }

    private void inject(EncodedBatch batch) {
        if (!node.writers().inject(definition.name(), writerEpoch, batch)) {
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
