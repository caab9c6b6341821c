package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.engine.RowDigest;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.measure.WarmUp;
import org.wukongs.client.OneShotHead;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.RowReader;
import org.wukongs.client.StoreClient;

/** Executes queries on nodes, which are asked in turn: most constants are at one of them only. */
final class ClusterQueries {

    /** As in {@code bench lubm}. */
    private static final double BLOCK_SHARE = 0.1;

    private static final int RUNS_MIN = 3;

    private final NodeProcesses nodes;
    private final double warmUpSeconds;
    private final double querySeconds;
    private final Consumer<String> wrong;
    private int turn;

    /**
     * @param wrong is told of nodes whose rows are not those of the first one
     */
    ClusterQueries(
            NodeProcesses nodes,
            double warmUpSeconds,
            double querySeconds,
            Consumer<String> wrong) {
        this.nodes = nodes;
        this.warmUpSeconds = warmUpSeconds;
        this.querySeconds = querySeconds;
        this.wrong = wrong;
    }

    /** Counts rows and drops them. */
    private static final class Counter implements RowReader {

        private long engineNs;
        private long rows;

        @Override
        public void begin(OneShotHead head) {
            engineNs = head.engineNs();
        }

        @Override
        public void row(String[] row) {
            rows++;
        }
    }

    QueryFigures measure(NamedQuery query) throws IOException {
        OneShotResult expected = nodes.clients().get(0).query(query.text());
        String sha256 = RowDigest.of(expected.rows());
        for (int node = 1; node < nodes.clients().size(); node++) {
            OneShotResult found = nodes.clients().get(node).query(query.text());
            if (!RowDigest.of(found.rows()).equals(sha256)) {
                wrong.accept(
                        "rows of a node differ from those of node 1: query=%s node=%d rows=%d expected=%d"
                                .formatted(
                                        query.name(),
                                        node + 1,
                                        found.rows().size(),
                                        expected.rows().size()));
            }
        }
        boolean stable = warmUp(query.text());
        Executions engine = new Executions();
        Executions client = new Executions();
        PeerTraffic trafficBefore = nodes.traffic();
        long cpuBeforeNs = nodes.cpuNs();
        run(query.text(), querySeconds, engine, client);
        double cpuNs = (double) (nodes.cpuNs() - cpuBeforeNs) / engine.count();
        return new QueryFigures(
                query.name(),
                expected.rows().size(),
                sha256,
                stable,
                engine,
                client,
                cpuNs,
                nodes.traffic().minus(trafficBefore),
                rounds(query.text()));
    }

    private Rounds rounds(String text) {
        StoreClient first = nodes.clients().get(0);
        return Rounds.of(first.explain(text, false), first.explain(text, true));
    }

    private boolean warmUp(String text) {
        List<Double> medians = new ArrayList<>();
        long endNs = System.nanoTime() + Units.ns(warmUpSeconds);
        while (!WarmUp.isWarm(medians) && System.nanoTime() < endNs) {
            Executions block = new Executions();
            run(text, warmUpSeconds * BLOCK_SHARE, block, new Executions());
            medians.add(block.us(50));
        }
        return WarmUp.isWarm(medians);
    }

    /** Asks for {@code seconds}, some times at least, and each node as often as the others. */
    private void run(String text, double seconds, Executions engine, Executions client) {
        int count = nodes.clients().size();
        long endNs = System.nanoTime() + Units.ns(seconds);
        while (engine.count() < RUNS_MIN
                || engine.count() % count != 0
                || System.nanoTime() < endNs) {
            StoreClient next = nodes.clients().get(turn++ % count);
            Counter counter = new Counter();
            long startNs = System.nanoTime();
            next.query(text, counter);
            client.add(System.nanoTime() - startNs, counter.rows);
            engine.add(counter.engineNs);
        }
    }
}
