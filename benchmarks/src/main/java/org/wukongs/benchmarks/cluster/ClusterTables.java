package org.wukongs.benchmarks.cluster;

import java.util.List;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Table;

/** Tables of clusters that were measured, the smallest first. */
final class ClusterTables {

    private static final String ACROSS = "nodes";

    private ClusterTables() {}

    static List<Table> of(List<ClusterFigures> clusters) {
        return List.of(times(clusters), work(clusters), loads(clusters));
    }

    private static Table times(List<ClusterFigures> clusters) {
        Table table =
                new Table("times", "Engine time, and time at the client, in µs by nodes", ACROSS);
        for (ClusterFigures cluster : clusters) {
            for (QueryFigures one : cluster.queries()) {
                table.row()
                        .cell("query", one.query())
                        .cell("rows", one.rows())
                        .cell(ACROSS, cluster.setup().name())
                        .cell("engineMedianUs", "median", one.engine().us(50))
                        .cell("engineP99Us", "p99", one.engine().us(99))
                        .cell("clientMedianUs", "client", one.client().us(50))
                        .kept("clientP99Us", one.client().us(99))
                        .kept("runs", one.engine().count())
                        .kept("stable", one.stable())
                        .kept("sha256", one.sha256());
            }
        }
        return table.note(
                        "median and p99 of the engine time; client: median, from text to rows as strings")
                .note("to reach: Q4 to Q6 in 150 µs on three or four nodes");
    }

    private static Table work(List<ClusterFigures> clusters) {
        Table table = new Table("work", "An execution: CPU of all nodes, what they ask", ACROSS);
        for (ClusterFigures cluster : clusters) {
            for (QueryFigures one : cluster.queries()) {
                table.row()
                        .cell("query", one.query())
                        .cell(ACROSS, cluster.setup().name())
                        .cell("cpuUs", "CPU", one.cpuNs() / Units.NS_PER_US)
                        .cell("cpuRatio", "of one", ratio(clusters.get(0), one))
                        .cell("requests", "requests", one.requests())
                        .cell("requestBytes", "B sent", one.requestBytes())
                        .cell("answerBytes", "B received", one.answerBytes());
            }
        }
        return table.note(
                        "CPU in µs, of the nodes' processes without compilers; of one: in proportion to one"
                                + " node")
                .note("to reach: 1.5 for Q1, Q2, Q3 and Q7");
    }

    /** In proportion to one node, null if that was not measured. */
    private static Double ratio(ClusterFigures first, QueryFigures figures) {
        return first.nodes() > 1
                ? null
                : first.queries().stream()
                        .filter(one -> one.query().equals(figures.query()))
                        .map(one -> figures.cpuNs() / one.cpuNs())
                        .findAny()
                        .orElse(null);
    }

    private static Table loads(List<ClusterFigures> clusters) {
        Table table = new Table("clusters", "Loading through one node, and memory");
        for (ClusterFigures cluster : clusters) {
            double seconds = cluster.loadNs() / Units.NS_PER_S;
            table.row()
                    .cell("nodes", cluster.nodes())
                    .kept("fabric", cluster.setup().fabric())
                    .cell("triples", cluster.triples())
                    .cell("loadSeconds", "loaded in s", seconds)
                    .cell("loadedPerSecond", "triples/s", cluster.triples() / seconds)
                    .cell("residentMb", "all MB", cluster.residentBytes() / Units.BYTES_PER_MB)
                    .cell("idleCpuPercent", "idle CPU", cluster.idleCpuNs() / Units.NS_PER_S * 100);
        }
        return table.note(
                "idle CPU: of all nodes' processes without requests, 100 % is one core; it is in"
                        + " the CPU of executions");
    }
}
