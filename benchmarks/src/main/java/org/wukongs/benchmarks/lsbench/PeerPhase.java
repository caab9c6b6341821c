package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.Execution;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.peer.Rdf4jWindows;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.benchmarks.worker.RowDigest;

/**
 * Both stores step by step through the same windows; at each of them the rows of every query have
 * to be the same.
 */
final class PeerPhase {

    /** The peer takes its time. */
    private static final int VARIANTS_MAX = 5;

    private final List<BenchQuery> queries;
    private final long endMs;
    private final TimeScale scale;
    private final LsbenchInput input;
    private final Executions moves = new Executions();
    private final Executions steps = new Executions();
    private final Map<QueryClass, Executions> peers = new EnumMap<>(QueryClass.class);
    private final Map<QueryClass, Executions> own = new EnumMap<>(QueryClass.class);
    private long windowEnds;

    private PeerPhase(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        this.input = input;
        this.queries =
                BenchQuery.variants(
                        Math.min(VARIANTS_MAX, settings.variants()),
                        input.terms(),
                        settings.seed());
        this.scale = new TimeScale(settings.rate());
        this.endMs =
                EventSpan.within(BenchNode.RANGE_MS, settings.peerMs(), input.endMs(scale)).endMs();
        for (QueryClass queryClass : QueryClass.values()) {
            peers.put(queryClass, new Executions());
            own.put(queryClass, new Executions());
        }
    }

    /** Rows that differ are failures. */
    static void run(LsbenchInput input) {
        PeerPhase phase = new PeerPhase(input);
        phase.run();
        phase.record();
    }

    private void run() {
        try (Rdf4jWindows peer = new Rdf4jWindows(input.files(), scale, BenchNode.RANGE_MS);
                BenchNode bench = BenchNode.open(input.files(), scale);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            queries.forEach(query -> peer.register(query.text()));
            load.register(queries);
            while (bench.nowMs() < endMs) {
                bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
                long tookNs = peer.advanceTo(bench.nowMs());
                if (bench.nowMs() >= BenchNode.RANGE_MS) {
                    moves.add(tookNs);
                    steps.add(tookNs + execute(bench.nowMs(), load, peer));
                }
                load.release(bench.nowMs() + BenchNode.STEP_MS);
                bench.node().reclaim();
            }
        }
    }

    /** Executes all queries in both; how long the peer took. */
    private long execute(long windowEndMs, ContinuousLoad load, Rdf4jWindows peer) {
        List<String> digests = new ArrayList<>();
        int[] counts = new int[queries.size()];
        load.execute(
                windowEndMs,
                answer -> {
                    int query = answer.queries().findFirst().getAsInt();
                    own.get(classOf(query)).add(answer.engineNs(), answer.rowCount());
                    counts[query] = answer.rowCount();
                    digests.add(RowDigest.of(answer.rows()));
                });
        long peerTookNs = 0;
        for (int i = 0; i < queries.size(); i++) {
            Execution execution = peer.execute(i);
            peerTookNs += execution.engineNs();
            peers.get(classOf(i)).add(execution.engineNs());
            if (!RowDigest.of(execution.rows()).equals(digests.get(i))) {
                input.recorder()
                        .fail(
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

    private void record() {
        Table classes =
                new TableShape<QueryClass>(
                                "peer",
                                "Do it yourself: "
                                        + Rdf4jWindows.version()
                                        + ", a graph a window; latency in µs")
                        .column("query", QueryClass::name)
                        .column("rows", one -> own.get(one).rows())
                        .column("peerP50Us", "peer", "µs", one -> peers.get(one).us(50))
                        .column("peerP99Us", "p99", "µs", one -> peers.get(one).us(99))
                        .column("ownP50Us", "wukongs", "µs", one -> own.get(one).us(50))
                        .column("ownP99Us", "p99", "µs", one -> own.get(one).us(99))
                        .column("ratio", "peer / wukongs", "x", this::ratio)
                        .kept("executions", "", one -> peers.get(one).count())
                        .of(List.of(QueryClass.values()));
        input.recorder()
                .table(
                        classes,
                        Chart.bars(
                                "peer",
                                "Latency of an execution in both stores",
                                "p50, µs",
                                List.of("query"),
                                "peerP50Us",
                                "ownP50Us"));
        input.recorder()
                .table(
                        new TableShape<PeerPhase>("peerRun", "Moving the peer's windows by 100 ms")
                                .column("rate", phase -> input.settings().rate())
                                .column("windowEnds", "window ends", "", phase -> windowEnds)
                                .column("moveP50Ms", "p50 ms", "ms", phase -> moves.ms(50))
                                .column("moveP99Ms", "p99", "ms", phase -> moves.ms(99))
                                .column(
                                        "keepsUp",
                                        "keeps up",
                                        "",
                                        phase -> steps.meanMs() <= BenchNode.STEP_MS)
                                .of(
                                        List.of(this),
                                        "keeps up: moving and one execution of each query fit into"
                                                + " a step, in the mean"));
    }

    private double ratio(QueryClass one) {
        return peers.get(one).us(50) / Math.max(1e-3, own.get(one).us(50));
    }
}
