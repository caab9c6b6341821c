package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** A node with one stream and one writer of it, whose jobs wait for the test. */
final class WrittenNode implements AutoCloseable {

    private final StoreNode node;
    private final HeldJobs jobs;
    private final WriterId writer;
    private final long epoch;

    WrittenNode(StreamDefinition stream, HeldJobs jobs, ExecutionLimits limits) {
        this.jobs = jobs;
        node =
                new StoreNode(
                        StoreConfig.builder()
                                .termCountMax(1 << 20)
                                .ringTupleCountMax(1 << 20)
                                .limits(limits)
                                .keptTupleCount(0)
                                .build(),
                        new SystemNanoClock(),
                        new NodeThreads(jobs, Workers.NONE, InsertThreads.ONE, () -> true));
        node.streams().register(stream);
        writer = new WriterId(stream.name(), 0, 1, "test", 0);
        epoch = node.openWriter(writer);
    }

    StoreNode node() {
        return node;
    }

    /** A whole batch, which is then closed. */
    void inject(long number, List<Tuple> tuples) {
        var encoded =
                new TupleEncoder(node.dictionary()).encode(new TupleBatch(number, false, tuples));
        assertThat(node.writers().inject(writer.stream(), epoch, encoded)).isTrue();
        node.writers().closeUpTo(writer, epoch, number);
        node.advance();
        node.collect();
        node.reclaim();
    }

    /** All jobs that wait are executed. */
    void work() {
        jobs.runAll();
        node.collect();
    }

    @Override
    public void close() {
        assertThat(node.check().violations()).isEmpty();
        node.close();
    }
}
