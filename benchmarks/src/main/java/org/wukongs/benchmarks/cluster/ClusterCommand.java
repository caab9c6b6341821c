package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.lubm.LubmQueries;
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
            "The seven LUBM queries over a stored graph that lies on several nodes, and the streams and continuous"
                    + " queries of LSBench; each node in a process of its own on this machine, beside a store of one"
                    + " node.",
            "Fails where nodes, or numbers of nodes, disagree about rows."
        })
public final class ClusterCommand extends Benchmark {

    /** The parts of the benchmark, in the order in which they run. */
    enum Phase {
        GRAPH,
        STREAMS;

        /** As in {@code --phases}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin private GraphOptions graph = new GraphOptions(40);
    @Mixin private LsbenchDataOptions streams;

    @Option(names = "--phases", split = ",", description = "What to measure.")
    private Set<Phase> phases = EnumSet.allOf(Phase.class);

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

    @Option(names = "--stream-seconds", description = "Of streams without queries, and with them.")
    private double streamSeconds = 9;

    @Option(names = "--stream-warmup-seconds", description = "Before each of the two.")
    private double streamWarmUpSeconds = 5;

    @Option(names = "--variants", description = "Queries of each class with constants.")
    private int variants = 5;

    @Option(
            names = "--fabric",
            description = "What carries reads between nodes, as --cluster-fabric of a node.")
    private String fabric = "tcp";

    @Option(names = "--heap-node", description = "Heap of each node, as -Xmx takes it.")
    private String heapNode = "1g";

    @Option(names = "--heap-broker", description = "Heap of Kafka, which has the metadata log.")
    private String heapBroker = "512m";

    @Option(names = "--heap-load", description = "Heap of the process that loads.")
    private String heapLoad = "1g";

    /** The compilers' threads stay, so that their time can be left out. */
    private List<String> nodeFlags() {
        List<String> flags = new ArrayList<>(ChildProcess.storeFlags(heapNode));
        flags.add("-XX:-UseDynamicNumberOfCompilerThreads");
        return flags;
    }

    @Override
    protected void prepare() {
        nodes = nodes.stream().sorted().distinct().toList();
        if (streams.quick()) {
            graph.beQuick();
            warmUpSeconds = 0.1;
            querySeconds = 0.1;
            idleSeconds = 0.1;
            streamSeconds = 1;
            streamWarmUpSeconds = 1;
            variants = 1;
        }
        graph.known(); // before anything is started for a scale that is not there
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        recorder.jvmFlags("node", nodeFlags());
        List<String> brokerFlags = List.of("-Xmx" + heapBroker, "-XX:+UseSerialGC");
        try (ChildProcess broker = BrokerProcess.start(scratch, brokerFlags)) {
            recorder.phases(
                    phases,
                    phase -> {
                        switch (phase) {
                            case GRAPH -> measureGraph(broker.ready(), scratch, recorder);
                            case STREAMS -> measureStreams(broker.ready(), scratch, recorder);
                        }
                    });
        }
    }

    private void measureGraph(String broker, Path scratch, Recorder recorder) throws IOException {
        GraphOptions.Scale known = graph.known();
        Path plain = graph.plain(known, streams.benchDir(), scratch, recorder);
        if (plain == null) {
            return;
        }
        List<ClusterFigures> clusters =
                eachCount(
                        recorder,
                        count ->
                                measure(
                                        count,
                                        "kafka://" + broker + "/metadata-graph-" + count,
                                        plain,
                                        scratch,
                                        recorder));
        failures(clusters, known).forEach(recorder::fail);
        ClusterTables.of(clusters).forEach(recorder::table);
        ClusterModel model = ClusterModel.of(clusters);
        if (model != null) {
            model.record(recorder);
        }
    }

    private void measureStreams(String broker, Path scratch, Recorder recorder) throws IOException {
        ClusterStreams.Times times =
                new ClusterStreams.Times(
                        steps(streamWarmUpSeconds), steps(streamSeconds), steps(streamSeconds));
        LsbenchFiles files = streams.files(times.endMs() / Units.MS_PER_S, scratch);
        List<BenchQuery> queries =
                BenchQuery.variants(variants, StoredTerms.read(files.stored()), streams.seed());
        List<StreamFigures> clusters =
                eachCount(
                        recorder,
                        count -> {
                            recorder.say("nodes=%d: streams", count);
                            String metadata = "kafka://" + broker + "/metadata-streams-" + count;
                            try (NodeProcesses processes =
                                    NodeProcesses.start(
                                            count, metadata, nodeFlags(), fabric, scratch)) {
                                processes.load(files.stored(), ChildProcess.storeFlags(heapLoad));
                                try (ClusterStreams run = new ClusterStreams(processes, times)) {
                                    return run.measure(count, files, queries);
                                }
                            }
                        });
        StreamTables.failures(clusters).forEach(recorder::fail);
        StreamTables.of(clusters).forEach(recorder::table);
        StreamModel model = StreamModel.of(clusters, streamSeconds);
        if (model != null) {
            model.record(recorder);
        }
    }

    /** Whole steps, at least one, in ms. */
    private static long steps(double seconds) {
        return Math.max(1, Units.ms(seconds) / BenchNode.STEP_MS) * BenchNode.STEP_MS;
    }

    /** Measures one number of nodes. */
    private interface CountRun<T> {
        T measure(int count) throws IOException;
    }

    /** All numbers of nodes, in order; one that fails is noted. */
    private <T> List<T> eachCount(Recorder recorder, CountRun<T> run) {
        List<T> figures = new ArrayList<>();
        for (int count : nodes) {
            try {
                figures.add(run.measure(count));
            } catch (WukongsException | IOException e) {
                recorder.fail("nodes=" + count + ": " + ErrorLine.of(e));
            }
        }
        return figures;
    }

    private ClusterFigures measure(
            int count, String metadata, Path plain, Path folder, Recorder recorder)
            throws IOException {
        try (NodeProcesses processes =
                NodeProcesses.start(count, metadata, nodeFlags(), fabric, folder)) {
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
