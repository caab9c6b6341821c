package org.wukongs.benchmarks.lsbench.drive;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.TupleSource;
import org.wukongs.benchmarks.measure.Executions;
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
public final class StreamFeed implements AutoCloseable {

    private static final String INCARNATION = "bench";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final StreamDefinition definition;
    private final TupleSource source;
    private final StoreNode node;
    private final WriterId writer;
    private final long writerEpoch;
    private final Costs costs = new Costs(new Executions(), new Executions());

    /**
     * What its batches took, in CPU time of the feeding thread. Written by that thread.
     *
     * @param encode from the file's lines to batches of ids
     * @param inject into ring and stored graph, indexes and progress included; also the wall time
     *     of each batch; tuples are its rows
     */
    public record Costs(Executions encode, Executions inject) {}

    StreamFeed(StoreNode node, LsbenchStreams stream, TupleSource source, long batchIntervalMs) {
        this.node = node;
        this.source = source;
        this.definition = stream.definition(batchIntervalMs).with(source.retention());
        this.writer = new WriterId(definition.name(), 0, 1, INCARNATION, 0);
        node.streams().register(definition);
        this.writerEpoch = node.openWriter(writer);
    }

    Costs costs() {
        return costs;
    }

    boolean ended() {
        return source.ended();
    }

    /** Takes in the one batch that ends at {@code timeMs} and closes it. */
    void advanceTo(long timeMs) {
        long batch = definition.batchOf(timeMs) - 1;
        long startCpuNs = threads.getCurrentThreadCpuTime();
        List<EncodedBatch> encoded = source.takeBefore(timeMs, batch);
        long encodedCpuNs = threads.getCurrentThreadCpuTime();
        long injectStartNs = System.nanoTime();
        int tuples = 0;
        for (EncodedBatch part : encoded) {
            if (!node.writers().inject(definition.name(), writerEpoch, part)) {
                throw WukongsException.fatal(
                        "the stream's ring is full: stream=%s batch=%d"
                                .formatted(definition.name(), batch));
            }
            tuples += part.size();
        }
        node.writers().closeUpTo(writer, writerEpoch, batch);
        node.advance(); // injected here, so that it is this stream's cost
        long injectTookNs = System.nanoTime() - injectStartNs;
        long injectedCpuNs = threads.getCurrentThreadCpuTime();
        costs.encode().addCpu(encodedCpuNs - startCpuNs);
        costs.inject().addCpu(injectedCpuNs - encodedCpuNs);
        costs.inject().add(injectTookNs, tuples);
    }

    @Override
    public void close() {
        source.close();
    }
}
