package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.Execution;
import org.wukongs.benchmarks.engine.Rdf4jEngine;
import org.wukongs.benchmarks.engine.RowDigest;
import org.wukongs.benchmarks.lsbench.LsbenchInput.EventSpan;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;

/**
 * Both stores step by step through the same windows; at each of them the rows of every query have
 * to be the same.
 */
final class PeerPhase {

    /** The peer takes its time. */
    private static final int VARIANTS_MAX = 5;

    private final LsbenchInput input;
    private final List<BenchQuery> queries;
    private final Executions moves = new Executions();
    private final Executions steps = new Executions();
    private final Map<QueryClass, Executions> peers = Executions.of(QueryClass.class);
    private final Map<QueryClass, Executions> own = Executions.of(QueryClass.class);

    PeerPhase(LsbenchInput input) {
        this.input = input;
        this.queries = input.queries(Math.min(VARIANTS_MAX, input.options().variants));
    }

    /** Rows that differ are failures. */
    void run() throws IOException {
        TimeScale scale = input.scale();
        long lengthMs = LsbenchCommand.steps(input.options().peerSeconds);
        long endMs = EventSpan.within(BenchNode.RANGE_MS, lengthMs, input.endMs(scale)).endMs();
        try (Rdf4jWindows peer = new Rdf4jWindows(input.files(), scale, BenchNode.RANGE_MS);
                BenchNode bench = BenchNode.open(input.files(), scale, 0);
                ContinuousLoad load = new ContinuousLoad(bench.node(), Way.ONE_BY_ONE)) {
            queries.forEach(query -> peer.register(query.text()));
            load.register(queries);
            while (bench.nowMs() < endMs) {
                bench.step();
                long tookNs = peer.advanceTo(bench.nowMs());
                if (bench.nowMs() >= BenchNode.RANGE_MS) {
                    moves.add(tookNs);
                    steps.add(tookNs + execute(bench.nowMs(), load, peer));
                }
                bench.release(load);
            }
        }
        record();
    }

    /** Executes all queries in both; how long the peer took. */
    private long execute(long windowEndMs, ContinuousLoad load, Rdf4jWindows peer) {
        List<String> digests = new ArrayList<>();
        load.execute(
                windowEndMs,
                answer -> {
                    own.get(classOf(digests.size())).add(answer.engineNs(), answer.rowCount());
                    digests.add(answer.rowCount() + " " + RowDigest.of(answer.rows()));
                });
        long peerTookNs = 0;
        for (int i = 0; i < queries.size(); i++) {
            Execution execution = peer.execute(i);
            peerTookNs += execution.engineNs();
            peers.get(classOf(i)).add(execution.engineNs());
            String digest = execution.rows().size() + " " + RowDigest.of(execution.rows());
            if (!digest.equals(digests.get(i))) {
                String failure = "peer disagrees: query=%s windowEndMs=%d rows=%s peerRows=%s";
                String query = queries.get(i).name();
                input.recorder()
                        .fail(failure.formatted(query, windowEndMs, digests.get(i), digest));
            }
        }
        return peerTookNs;
    }

    private QueryClass classOf(int query) {
        return queries.get(query).queryClass();
    }

    private void record() {
        Table classes =
                new Table(
                        "peer",
                        "Do it yourself: %s, a graph a window; latency in µs"
                                .formatted(Rdf4jEngine.VERSION));
        for (QueryClass one : QueryClass.values()) {
            Executions theirs = peers.get(one);
            Executions ours = own.get(one);
            classes.row()
                    .cell("query", one.name())
                    .cell("rows", ours.rows())
                    .cell("peerP50Us", "peer", theirs.us(50))
                    .cell("peerP99Us", "p99", theirs.us(99))
                    .cell("ownP50Us", "wukongs", ours.us(50))
                    .cell("ownP99Us", "p99", ours.us(99))
                    .cell("ratio", "peer / wukongs", theirs.us(50) / Math.max(1e-3, ours.us(50)))
                    .kept("executions", theirs.count());
        }
        String title = "Latency of an execution in both stores";
        Chart chart = Chart.bars(classes, title, "p50, µs", "peerP50Us", "ownP50Us");
        input.recorder().table(classes, chart);
        Table run = new Table("peerRun", "Moving the peer's windows by 100 ms");
        run.row()
                .cell("rate", input.options().rate)
                .cell("windowEnds", "window ends", steps.count())
                .cell("moveP50Ms", "p50 ms", moves.ms(50))
                .cell("moveP99Ms", "p99", moves.ms(99))
                .cell("keepsUp", "keeps up", steps.meanMs() <= BenchNode.STEP_MS);
        run.note("keeps up: moving and one execution of each query fit into a step, in the mean");
        input.recorder().table(run);
    }
}
