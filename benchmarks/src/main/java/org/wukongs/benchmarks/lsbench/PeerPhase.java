package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.peer.Rdf4jWindows;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.worker.RowDigest;

/**
 * Both stores step by step through the same windows; at each of them the rows of every query have
 * to be the same.
 */
final class PeerPhase {

    private static final long LATENCY_NS_MAX = 300_000_000_000L;

    /** The peer takes its time. */
    private static final int VARIANTS_MAX = 5;

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;

    private final List<BenchQuery> queries;
    private final long endMs;
    private final TimeScale scale;
    private final LsbenchInput input;
    private final List<String> failures;
    private final Histogram moveNs = histogram();
    private final Histogram stepNs = histogram();
    private final Map<QueryClass, Histogram> peerNs = new EnumMap<>(QueryClass.class);
    private final Map<QueryClass, Histogram> ownNs = new EnumMap<>(QueryClass.class);
    private final Map<QueryClass, Long> rows = new EnumMap<>(QueryClass.class);
    private long windowEnds;

    private PeerPhase(LsbenchInput input, List<String> failures) {
        LsbenchSettings settings = input.settings();
        this.input = input;
        this.failures = failures;
        this.queries =
                BenchQuery.variants(
                        Math.min(VARIANTS_MAX, settings.variants()),
                        input.terms(),
                        settings.seed());
        this.scale = new TimeScale(settings.rate());
        this.endMs =
                EventSpan.within(BenchNode.RANGE_MS, settings.peerMs(), input.endMs(scale)).endMs();
        for (QueryClass queryClass : QueryClass.values()) {
            peerNs.put(queryClass, histogram());
            ownNs.put(queryClass, histogram());
        }
    }

    /** What differs is added to {@code failures}. */
    static PeerReport run(LsbenchInput input, List<String> failures) {
        return new PeerPhase(input, failures).run();
    }

    private PeerReport run() {
        try (Rdf4jWindows peer = new Rdf4jWindows(input.files(), scale, BenchNode.RANGE_MS);
                BenchNode bench = BenchNode.open(input.files(), scale);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            queries.forEach(query -> peer.register(query.text()));
            load.register(queries);
            while (bench.nowMs() < endMs) {
                bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
                long tookNs = peer.advanceTo(bench.nowMs());
                if (bench.nowMs() >= BenchNode.RANGE_MS) {
                    moveNs.recordValue(tookNs);
                    stepNs.recordValue(tookNs + execute(bench.nowMs(), load, peer));
                }
                load.release(bench.nowMs() + BenchNode.STEP_MS);
                bench.node().reclaim();
            }
        }
        return report();
    }

    /** Executes all queries in both; how long the peer took. */
    private long execute(long windowEndMs, ContinuousLoad load, Rdf4jWindows peer) {
        List<String> digests = new ArrayList<>();
        int[] counts = new int[queries.size()];
        load.execute(
                windowEndMs,
                answer -> {
                    int query = answer.queries().findFirst().getAsInt();
                    ownNs.get(classOf(query))
                            .recordValue(Math.min(LATENCY_NS_MAX, answer.engineNs()));
                    counts[query] = answer.rowCount();
                    digests.add(RowDigest.of(answer.rows()));
                });
        long peerTookNs = 0;
        for (int i = 0; i < queries.size(); i++) {
            Rdf4jWindows.Execution execution = peer.execute(i);
            peerTookNs += execution.engineNs();
            peerNs.get(classOf(i)).recordValue(Math.min(LATENCY_NS_MAX, execution.engineNs()));
            rows.merge(classOf(i), (long) counts[i], Long::sum);
            if (!RowDigest.of(execution.rows()).equals(digests.get(i))) {
                failures.add(
                        "peer disagrees: query=%s windowEndMs=%d rows=%d peerRows=%d"
                                .formatted(
                                        queries.get(i).name(),
                                        windowEndMs,
                                        counts[i],
                                        execution.rows().size()));
            }
        }
        windowEnds++;
        return peerTookNs;
    }

    private QueryClass classOf(int query) {
        return queries.get(query).queryClass();
    }

    private PeerReport report() {
        List<PeerReport.PeerLatency> latencies = new ArrayList<>();
        for (QueryClass queryClass : QueryClass.values()) {
            Histogram peer = peerNs.get(queryClass);
            Histogram own = ownNs.get(queryClass);
            latencies.add(
                    new PeerReport.PeerLatency(
                            queryClass.name(),
                            peer.getTotalCount(),
                            rows.getOrDefault(queryClass, 0L),
                            peer.getValueAtPercentile(50) / NS_PER_US,
                            peer.getValueAtPercentile(99) / NS_PER_US,
                            own.getValueAtPercentile(50) / NS_PER_US,
                            own.getValueAtPercentile(99) / NS_PER_US));
        }
        return new PeerReport(
                Rdf4jWindows.version(),
                input.settings().rate(),
                windowEnds,
                moveNs.getValueAtPercentile(50) / NS_PER_MS,
                moveNs.getValueAtPercentile(99) / NS_PER_MS,
                stepNs.getMean() <= BenchNode.STEP_MS * NS_PER_MS,
                latencies);
    }

    private static Histogram histogram() {
        return new Histogram(LATENCY_NS_MAX, 3);
    }
}
