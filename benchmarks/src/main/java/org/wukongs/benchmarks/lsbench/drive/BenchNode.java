package org.wukongs.benchmarks.lsbench.drive;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.wukongs.benchmarks.lsbench.data.EncodedSource;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.data.TupleSource;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.node.StoreNode;

/**
 * An embedded store with the stored triples loaded, and the streams that go forward together: what
 * came before t on all of them is there before anything of t is, and stored patterns at t see
 * exactly that.
 */
public final class BenchNode implements AutoCloseable {

    /** Batches and steps of the queries alike. */
    public static final long STEP_MS = 100;

    /** Range of the queries' windows; before it has passed, windows are not full. */
    public static final long RANGE_MS = 1000;

    private final StoreNode node;
    private final Map<LsbenchStreams, StreamFeed> feeds = new EnumMap<>(LsbenchStreams.class);
    private long nowMs;

    /**
     * All streams are registered, those that {@code sources} has a source for have tuples.
     *
     * @param stored file of the stored triples
     * @param workers query workers of the node; with 0, executions are the feeding thread's
     * @param sources is given the node's dictionary
     */
    public BenchNode(
            Path stored, int workers, BiFunction<LsbenchStreams, TermServer, TupleSource> sources) {
        node = EmbeddedStore.empty(workers);
        EmbeddedStore.load(node, stored);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            TupleSource source = sources.apply(stream, node.dictionary());
            if (source != null) {
                feeds.put(stream, new StreamFeed(node, stream, source, STEP_MS));
            } else {
                node.streams().register(stream.definition(STEP_MS));
            }
        }
    }

    /** With tuples of all five streams. */
    public static BenchNode open(LsbenchFiles files, TimeScale scale, int workers) {
        return open(files, scale, workers, List.of(LsbenchStreams.values()));
    }

    /** With tuples of the streams {@code fed}. */
    public static BenchNode open(
            LsbenchFiles files, TimeScale scale, int workers, List<LsbenchStreams> fed) {
        return new BenchNode(
                files.stored(),
                workers,
                (stream, terms) ->
                        fed.contains(stream)
                                ? new EncodedSource(files.streams().get(stream), scale, terms)
                                : null);
    }

    public StoreNode node() {
        return node;
    }

    /** Event time up to which all batches are closed. */
    public long nowMs() {
        return nowMs;
    }

    /** The next step of all streams; if they have ended, that is a USER error. */
    public void step() {
        if (feeds.values().stream().allMatch(StreamFeed::ended)) {
            throw WukongsException.user(
                    "the streams are too short, use a lower --rate or fewer --seconds: endMs="
                            + nowMs);
        }
        nowMs += STEP_MS;
        feeds.values().forEach(feed -> feed.advanceTo(nowMs));
        node.reclaim();
    }

    /** As many steps as lie before {@code timeMs}. */
    public void advanceTo(long timeMs) {
        while (nowMs < timeMs) {
            step();
        }
    }

    /** As {@link #advanceTo}; the window ends of each step are let go of without executions. */
    public void advanceTo(long timeMs, ContinuousLoad load) {
        while (nowMs < timeMs) {
            step();
            release(load);
        }
    }

    public StreamFeed.Costs costs(LsbenchStreams stream) {
        return feeds.get(stream).costs();
    }

    /** CPU time of feeding since the costs were forgotten. */
    public long feedCpuNs() {
        return feeds.values().stream()
                .map(StreamFeed::costs)
                .mapToLong(costs -> costs.encode().cpuNs() + costs.inject().cpuNs())
                .sum();
    }

    /** Forgets what feeding has cost so far, for instance in the warm-up. */
    public void resetCosts() {
        feeds.values().forEach(feed -> feed.costs().encode().reset());
        feeds.values().forEach(feed -> feed.costs().inject().reset());
    }

    /** Lets go of the window ends up to now. */
    public void release(ContinuousLoad load) {
        load.release(nowMs + STEP_MS);
        node.reclaim();
    }

    @Override
    public void close() {
        feeds.values().forEach(StreamFeed::close);
        node.close();
    }
}
