package org.wukongs.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;

/**
 * What queries would cost on more nodes, and on other networks. CPU of an execution is that of one
 * node and, for each request and each id that is sent, a cost that is fitted to what was measured
 * on all numbers of nodes but the largest; that one shows how good the model is. Requests are
 * counted from the query's {@link Rounds}.
 */
final class ClusterModel {

    /** Besides what was measured. */
    static final List<Integer> NODES = List.of(8, 64, 1000);

    /**
     * A network.
     *
     * @param column of its times in the result file
     * @param tripUs a message there and one back, without bytes
     * @param requestUs what the asking node does for a request, before it can send the next one
     */
    private record Network(
            String name, String column, double tripUs, double requestUs, double bytesPerUs) {}

    private final ClusterFigures one;
    private final ClusterFigures last; // of those that are fitted
    private final ClusterFigures checked;
    private double requestUs;
    private double idUs;

    private ClusterModel(List<ClusterFigures> clusters) {
        this.one = clusters.get(0);
        this.last = clusters.get(clusters.size() - 2);
        this.checked = clusters.get(clusters.size() - 1);
        fit(clusters.subList(1, clusters.size() - 1));
    }

    /** Returns the model; null without one node, one to fit, and one to check. */
    static ClusterModel of(List<ClusterFigures> clusters) {
        boolean isEnough = clusters.size() >= 3 && clusters.get(0).nodes() == 1;
        return isEnough ? new ClusterModel(clusters) : null;
    }

    void record(Recorder recorder) {
        recorder.table(check());
        Table predictions = predictions();
        recorder.table(predictions);
        for (Network network : networks()) {
            String title = "An execution over " + network.name() + ", by nodes";
            recorder.chart(
                    Chart.lines(predictions, title, "µs", network.column())
                            .named(network.name().toLowerCase(Locale.ROOT))
                            .over("nodes")
                            .by("query"));
        }
    }

    /** Least squares of relative errors, for two unknown costs. */
    private void fit(List<ClusterFigures> fitted) {
        double rr = 0;
        double ri = 0;
        double ii = 0;
        double ry = 0;
        double iy = 0;
        for (ClusterFigures cluster : fitted) {
            for (QueryFigures query : cluster.queries()) {
                double measured = query.cpuNs() / Units.NS_PER_US;
                double requests = query.requests() / measured;
                double ids = ids(query) / measured;
                double more = (measured - cpuUs(one, query)) / measured;
                rr += requests * requests;
                ri += requests * ids;
                ii += ids * ids;
                ry += requests * more;
                iy += ids * more;
            }
        }
        double determinant = rr * ii - ri * ri;
        requestUs = Math.max(0, (ry * ii - iy * ri) / determinant);
        idUs = Math.max(0, (rr * iy - ri * ry) / determinant);
    }

    private static double ids(QueryFigures query) {
        return (query.requestBytes() + query.answerBytes()) / Long.BYTES;
    }

    private static QueryFigures same(ClusterFigures cluster, QueryFigures query) {
        return cluster.queries().stream()
                .filter(other -> other.query().equals(query.query()))
                .findAny()
                .orElseThrow();
    }

    private static double cpuUs(ClusterFigures cluster, QueryFigures query) {
        return same(cluster, query).cpuNs() / Units.NS_PER_US;
    }

    /** A vertex is at another node in so many of all cases. */
    private static double elsewhere(int nodes) {
        return (nodes - 1.0) / nodes;
    }

    private double predictedIds(QueryFigures query, int nodes) {
        return ids(same(last, query)) * elsewhere(nodes) / elsewhere(last.nodes());
    }

    private double predictedCpuUs(QueryFigures query, int nodes) {
        return cpuUs(one, query)
                + requestUs * query.rounds().requests(nodes)
                + idUs * predictedIds(query, nodes);
    }

    private Table check() {
        Table table =
                new Table(
                        "model",
                        "The model, fitted to fewer nodes, beside what was measured on "
                                + checked.nodes());
        for (QueryFigures query : checked.queries()) {
            if (query.rounds() == null) {
                continue;
            }
            double cpuUs = query.cpuNs() / Units.NS_PER_US;
            table.row()
                    .cell("query", query.query())
                    .cell("requests", "requests", query.requests())
                    .cell("modelRequests", "model", query.rounds().requests(checked.nodes()))
                    .cell("ids", "ids sent", ids(query))
                    .cell("modelIds", "model", predictedIds(query, checked.nodes()))
                    .cell("cpuUs", "CPU µs", cpuUs)
                    .cell("modelCpuUs", "model", predictedCpuUs(query, checked.nodes()))
                    .cell(
                            "cpuError",
                            "off by %",
                            100 * (predictedCpuUs(query, checked.nodes()) / cpuUs - 1));
        }
        return table.note(
                "fitted: %.1f µs of CPU a request, %.3f µs an id, both ends together"
                        .formatted(requestUs, idUs));
    }

    /** A node asks with half of a request's CPU. */
    private List<Network> networks() {
        return List.of(
                new Network("TCP", "tcpUs", 50, requestUs / 2, 1_250),
                new Network("RDMA", "rdmaUs", 4, 0.5, 12_500));
    }

    private Table predictions() {
        Table table =
                new Table("scaling", "Predicted times of an execution in µs, by nodes", "nodes");
        List<Integer> counts = new ArrayList<>(List.of(checked.nodes()));
        NODES.stream().filter(count -> count > checked.nodes()).forEach(counts::add);
        for (int count : counts) {
            for (QueryFigures query : checked.queries()) {
                if (query.rounds() == null) {
                    continue;
                }
                Table.Row row =
                        table.row()
                                .cell("query", query.query())
                                .cell("nodes", count + " nodes")
                                .cell("requests", "requests", query.rounds().requests(count));
                for (Network network : networks()) {
                    row.cell(network.column(), network.name(), latencyUs(query, count, network));
                }
                row.cell("perSecond", "1/s a core", 1e6 / predictedCpuUs(query, count));
            }
        }
        for (Network network : networks()) {
            table.note(
                    "%s: %.0f µs there and back, %.1f µs a request at the asking node, %.0f B/µs"
                            .formatted(
                                    network.name(),
                                    network.tripUs(),
                                    network.requestUs(),
                                    network.bytesPerUs()));
        }
        return table.note("1/s a core: executions a second, by CPU of all nodes over TCP")
                .note("the work of one node is not divided, though most of it is done by all");
    }

    private double latencyUs(QueryFigures query, int nodes, Network network) {
        return same(one, query).engine().us(50)
                + query.rounds().trips(nodes) * network.tripUs()
                + query.rounds().requestsInTurn(nodes) * network.requestUs()
                + predictedIds(query, nodes) * Long.BYTES / network.bytesPerUs();
    }
}
