package org.wukongs.benchmarks.lsbench.drive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.benchmarks.lsbench.data.EncodedSource;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;

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

    private BenchNode(StoreNode node) {
        this.node = node;
    }

    /** With all five streams; executions are the feeding thread's. */
    public static BenchNode open(LsbenchFiles files, TimeScale scale) {
        return open(files, scale, List.of(LsbenchStreams.values()), 0);
    }

    /**
     * All streams are registered, those of {@code fed} have tuples.
     *
     * @param workers query workers of the node; with 0, executions are the feeding thread's
     */
    public static BenchNode open(
            LsbenchFiles files, TimeScale scale, List<LsbenchStreams> fed, int workers) {
        BenchNode bench = new BenchNode(node(workers));
        bench.load(files.stored());
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            if (fed.contains(stream)) {
                EncodedSource source =
                        new EncodedSource(
                                files.streams().get(stream), scale, bench.node.dictionary());
                bench.feeds.put(stream, new StreamFeed(bench.node, stream, source, STEP_MS));
            } else {
                bench.node.streams().register(stream.definition(STEP_MS));
            }
        }
        return bench;
    }

    private static StoreNode node(int workers) {
        if (workers == 0) {
            return EmbeddedStore.empty();
        }
        StoreConfig config = StoreConfig.builder().queryWorkerCount(workers).build();
        SystemNanoClock clock = new SystemNanoClock();
        return new StoreNode(config, clock, HelperThreads.workers(config, clock));
    }

    /** More stored triples. */
    public void load(Path nTriples) {
        EmbeddedStore.load(node, nTriples);
    }

    public StoreNode node() {
        return node;
    }

    /** Event time up to which all batches are closed. */
    public long nowMs() {
        return nowMs;
    }

    /** The next step of all streams; false where they have ended, then nothing has happened. */
    public boolean step() {
        if (feeds.values().stream().allMatch(StreamFeed::ended)) {
            return false;
        }
        nowMs += STEP_MS;
        for (StreamFeed feed : feeds.values()) {
            feed.advanceTo(nowMs);
        }
        return true;
    }

    /** As many steps as lie before {@code timeMs}; streams that end earlier are a USER error. */
    public void advanceTo(long timeMs) {
        while (nowMs < timeMs) {
            if (!step()) {
                throw WukongsException.user(
                        "the streams are too short, use a lower --rate or fewer --seconds: endMs="
                                + nowMs
                                + " neededMs="
                                + timeMs);
            }
            node.reclaim();
        }
    }

    public FeedCosts costs(LsbenchStreams stream) {
        return feeds.get(stream).costs();
    }

    /** CPU time of feeding since the costs were forgotten. */
    public long feedCpuNs() {
        long ns = 0;
        for (StreamFeed feed : feeds.values()) {
            FeedCosts costs = feed.costs();
            ns += costs.encodeCpuNs() + costs.injectCpuNs();
        }
        return ns;
    }

    /** Forgets what feeding has cost so far. */
    public void resetCosts() {
        feeds.values().forEach(feed -> feed.costs().reset());
    }

    @Override
    public void close() {
        new ArrayList<>(feeds.values()).forEach(StreamFeed::close);
        node.close();
    }
}
