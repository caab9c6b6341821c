package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.lubm.LubmQueries;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.BrokerProcess;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.ErrorLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench cluster}. */
@Command(
        name = "cluster",
        description = {
            "The seven LUBM queries over a stored graph that lies on several nodes, each in a process of its own on"
                    + " this machine, beside a store of one node.",
            "Fails where nodes, or numbers of nodes, disagree about rows."
        })
public final class ClusterCommand extends Benchmark {

    @Mixin private GraphOptions graph = new GraphOptions(40);
    @Mixin private BenchDirOption benchDir;

    @Option(
            names = "--nodes",
            split = ",",
            description = "Numbers of nodes; 1 is a store without a cluster.")
    private List<Integer> nodes = List.of(1, 2, 4);

    @Option(
            names = "--warmup-seconds",
            description = "Warm-up of a query that does not become stable.")
    private double warmUpSeconds = 10;

    @Option(names = "--query-seconds", description = "Measuring of a query.")
    private double querySeconds = 5;

    @Option(names = "--idle-seconds", description = "Measuring of what idle nodes take.")
    private double idleSeconds = 3;

    @Option(names = "--heap-node", description = "Heap of each node, as -Xmx takes it.")
    private String heapNode = "1g";

    @Option(names = "--heap-broker", description = "Heap of Kafka, which has the metadata log.")
    private String heapBroker = "512m";

    @Option(names = "--heap-load", description = "Heap of the process that loads.")
    private String heapLoad = "1g";

    @Override
    protected void prepare() {
        nodes = nodes.stream().sorted().distinct().toList();
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        GraphOptions.Scale known = graph.known();
        Path plain = graph.plain(known, benchDir, scratch, recorder);
        if (plain == null) {
            return;
        }
        recorder.jvmFlags("node", ChildProcess.storeFlags(heapNode));
        List<ClusterFigures> clusters = new ArrayList<>();
        List<String> brokerFlags = List.of("-Xmx" + heapBroker, "-XX:+UseSerialGC");
        try (ChildProcess broker = BrokerProcess.start(scratch, brokerFlags)) {
            for (int count : nodes) {
                try {
                    String metadata = "kafka://" + broker.ready() + "/metadata-" + count;
                    clusters.add(measure(count, metadata, plain, scratch, recorder));
                } catch (WukongsException | IOException e) {
                    recorder.fail("nodes=" + count + ": " + ErrorLine.of(e));
                }
            }
        }
        failures(clusters, known).forEach(recorder::fail);
        ClusterTables.of(clusters).forEach(recorder::table);
    }

    private ClusterFigures measure(
            int count, String metadata, Path plain, Path folder, Recorder recorder)
            throws IOException {
        List<String> flags = ChildProcess.storeFlags(heapNode);
        try (NodeProcesses processes = NodeProcesses.start(count, metadata, flags, folder)) {
            recorder.say("nodes=%d: loading", count);
            long startNs = System.nanoTime();
            processes.load(plain, ChildProcess.storeFlags(heapLoad));
            long loadNs = System.nanoTime() - startNs;
            double idleCpuNs = idle(processes);
            ClusterQueries queries =
                    new ClusterQueries(
                            processes,
                            warmUpSeconds,
                            querySeconds,
                            failure -> recorder.fail("nodes=" + count + ": " + failure));
            List<QueryFigures> figures = new ArrayList<>();
            for (NamedQuery query : LubmQueries.all()) {
                recorder.say("nodes=%d: %s", count, query.name());
                figures.add(queries.measure(query));
            }
            long triples = processes.clients().get(0).status().storedTripleCount();
            return new ClusterFigures(
                    count, triples, loadNs, processes.residentBytes(), idleCpuNs, figures);
        }
    }

    /** CPU time of all nodes in a second. */
    private double idle(NodeProcesses processes) {
        long beforeNs = processes.cpuNs();
        try {
            TimeUnit.NANOSECONDS.sleep(Units.ns(idleSeconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while nodes idle");
        }
        return (processes.cpuNs() - beforeNs) / idleSeconds;
    }

    /** What is wrong with rows: all clusters must have the same, and known data known ones. */
    static List<String> failures(List<ClusterFigures> clusters, GraphOptions.Scale known) {
        List<String> failures = new ArrayList<>();
        for (ClusterFigures cluster : clusters) {
            for (int i = 0; i < cluster.queries().size(); i++) {
                QueryFigures found = cluster.queries().get(i);
                QueryFigures expected = clusters.get(0).queries().get(i);
                if (!found.sha256().equals(expected.sha256())) {
                    failures.add(
                            "rows differ: query=%s nodes=%d rows=%d nodes=%d rows=%d"
                                    .formatted(
                                            found.query(),
                                            clusters.get(0).nodes(),
                                            expected.rows(),
                                            cluster.nodes(),
                                            found.rows()));
                }
                if (known != null && found.rows() != known.rows()[i]) {
                    failures.add(
                            "rows are not the known ones: query=%s nodes=%d rows=%d known=%d"
                                    .formatted(
                                            found.query(),
                                            cluster.nodes(),
                                            found.rows(),
                                            known.rows()[i]));
                }
            }
        }
        return failures;
    }
}
