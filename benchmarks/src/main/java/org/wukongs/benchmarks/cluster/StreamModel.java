package org.wukongs.benchmarks.cluster;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.cluster.StreamFigures.Part;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;

/**
 * What streams with one home would cost on more nodes, without queries. A plan is a request to each
 * other node, and each node tells each other one that it has made it: N² − 1 requests. Each further
 * node takes as much CPU as the one before. Both are fitted to what was measured on all numbers of
 * nodes but the largest; that one shows how good the model is.
 */
final class StreamModel {

    private final List<StreamFigures> clusters;
    private final double seconds;
    private final double plansPerSecond;
    private final double nodeUs; // of CPU a tuple, for each further node

    private StreamModel(List<StreamFigures> clusters, double seconds) {
        this.clusters = clusters;
        this.seconds = seconds;
        List<StreamFigures> fitted = clusters.subList(1, clusters.size() - 1);
        this.plansPerSecond =
                fit(fitted, cluster -> plans(cluster.nodes()), this::requestsPerSecond);
        this.nodeUs =
                fit(
                        fitted,
                        cluster -> cluster.nodes() - 1.0,
                        cluster -> cpuUs(cluster) - cpuUs(clusters.get(0)));
    }

    /**
     * Returns the model; null without one node, one to fit, and one to check.
     *
     * @param seconds for which each number of nodes was measured
     */
    static StreamModel of(List<StreamFigures> clusters, double seconds) {
        boolean isEnough = clusters.size() >= 3 && clusters.get(0).nodes() == 1;
        return isEnough ? new StreamModel(clusters, seconds) : null;
    }

    void record(Recorder recorder) {
        Table table = table();
        recorder.table(
                table,
                Chart.lines(table, "What streams take at a node", "% of a core", "nodePercent"));
    }

    /** Least squares of relative errors, for one unknown. */
    private static double fit(
            List<StreamFigures> fitted,
            ToDoubleFunction<StreamFigures> factor,
            ToDoubleFunction<StreamFigures> measured) {
        double fm = 0;
        double ff = 0;
        for (StreamFigures cluster : fitted) {
            double share = factor.applyAsDouble(cluster) / measured.applyAsDouble(cluster);
            fm += share;
            ff += share * share;
        }
        return fm / ff;
    }

    /** Returns the requests of a plan. */
    private static double plans(int nodes) {
        return (double) nodes * nodes - 1;
    }

    private double requestsPerSecond(StreamFigures cluster) {
        return cluster.alone().traffic().requests() / seconds;
    }

    private static double cpuUs(StreamFigures cluster) {
        Part part = cluster.alone();
        return part.cpuNs() / Units.NS_PER_US / part.tuples();
    }

    private Table table() {
        Table table = new Table("streamScaling", "The model of streams without queries");
        StreamFigures checked = clusters.get(clusters.size() - 1);
        for (StreamFigures cluster : clusters) {
            row(table, cluster.nodes(), cluster);
        }
        for (int nodes : ClusterModel.NODES) {
            if (nodes > checked.nodes()) {
                row(table, nodes, null);
            }
        }
        return table.note(
                        "fitted to fewer nodes than " + checked.nodes() + ", which are the check:")
                .note(
                        "    %.1f plans a second, %.2f µs of CPU a tuple for each further node"
                                .formatted(plansPerSecond, nodeUs))
                .note("a node: how many requests it answers, and what it takes for streams");
    }

    private void row(Table table, int nodes, StreamFigures measured) {
        double tuplesPerSecond = clusters.get(0).alone().tuples() / seconds;
        double requests = plansPerSecond * plans(nodes);
        double cpuUs = cpuUs(clusters.get(0)) + nodeUs * (nodes - 1);
        table.row()
                .cell("nodes", nodes)
                .cell(
                        "requestsPerS",
                        "requests/s",
                        measured == null ? null : requestsPerSecond(measured))
                .cell("modelRequestsPerS", "model", requests)
                .cell("cpuUs", "CPU µs", measured == null ? null : cpuUs(measured))
                .cell("modelCpuUs", "model", cpuUs)
                .cell("nodeRequestsPerS", "a node/s", requests / nodes)
                .cell("nodePercent", "% of a core", tuplesPerSecond * cpuUs / nodes / 10_000);
    }
}
