package org.wukongs.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.cluster.StreamFigures.Part;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Table;

/** Tables of streams into clusters that were measured, the smallest first. */
final class StreamTables {

    /** Subject, predicate and object. */
    private static final double TUPLE_BYTES = 3 * Long.BYTES;

    private StreamTables() {}

    static List<Table> of(List<StreamFigures> clusters) {
        return List.of(injection(clusters), latencies(clusters));
    }

    private static Table injection(List<StreamFigures> clusters) {
        Table table = new Table("injection", "A tuple of the streams: CPU of all nodes, bytes");
        for (StreamFigures cluster : clusters) {
            for (boolean isQueried : new boolean[] {false, true}) {
                Part part = isQueried ? cluster.queried() : cluster.alone();
                double bytes = part.traffic().requestBytes() / (double) part.tuples();
                table.row()
                        .cell("nodes", cluster.nodes())
                        .kept("fabric", cluster.setup().fabric())
                        .cell("queries", isQueried ? "executed" : "none")
                        .cell("tuples", part.tuples())
                        .cell("cpuUs", "CPU µs", cpuUs(part))
                        .cell("cpuRatio", "of one", ratio(clusters.get(0), isQueried, part))
                        .cell("requestBytes", "B sent", bytes)
                        .cell("idsRatio", "of its ids", bytes / TUPLE_BYTES)
                        .cell(
                                "requestsOf1000",
                                "requests of 1000",
                                1000.0 * part.traffic().requests() / part.tuples())
                        .cell(
                                "answerBytes",
                                "B received",
                                part.traffic().answerBytes() / (double) part.tuples())
                        .cell("lateMs", "late ms", part.lateNs() / Units.NS_PER_MS);
            }
        }
        return table.note(
                        "CPU: of the nodes' processes without compilers, with what idle ones do; with")
                .note("    queries executed, also executions and their rows as strings")
                .note("late: when all was acknowledged, after it had happened")
                .note("to reach on three nodes, without queries: CPU 1.5 of one, bytes 2.2 of ids");
    }

    private static double cpuUs(Part part) {
        return part.cpuNs() / Units.NS_PER_US / part.tuples();
    }

    private static Double ratio(StreamFigures first, boolean isQueried, Part part) {
        Part one = isQueried ? first.queried() : first.alone();
        return first.nodes() > 1 ? null : cpuUs(part) / cpuUs(one);
    }

    private static Table latencies(List<StreamFigures> clusters) {
        Table table =
                new Table("executions", "Engine time of an execution, in µs by nodes", "nodes");
        for (StreamFigures cluster : clusters) {
            for (Map.Entry<QueryClass, Executions> one : cluster.classes().entrySet()) {
                Executions executions = one.getValue();
                table.row()
                        .cell("query", one.getKey().name())
                        .cell("nodes", cluster.setup().name())
                        .cell("rowsMean", "rows", executions.rowsMean())
                        .cell("p50Us", "p50", executions.us(50))
                        .cell("p99Us", "p99", executions.us(99))
                        .kept("executions", executions.count());
            }
        }
        return table.note(
                "to reach on three nodes: L1 to L3 in 150 µs, L4 to L6 1.5 of one node's");
    }

    /** What differs between numbers of nodes: rows of queries, triples. */
    static List<String> failures(List<StreamFigures> clusters) {
        List<String> failures = new ArrayList<>();
        for (StreamFigures cluster : clusters) {
            StreamFigures first = clusters.get(0);
            if (cluster.triples() != first.triples()) {
                failures.add(
                        "stored triples differ: %s triples=%d %s triples=%d"
                                .formatted(
                                        first.setup(),
                                        first.triples(),
                                        cluster.setup(),
                                        cluster.triples()));
            }
            cluster.digests()
                    .forEach(
                            (query, digest) -> {
                                if (!digest.equals(first.digests().get(query))) {
                                    failures.add(
                                            "rows differ: query=%s %s %s"
                                                    .formatted(
                                                            query, first.setup(), cluster.setup()));
                                }
                            });
        }
        return failures;
    }
}
