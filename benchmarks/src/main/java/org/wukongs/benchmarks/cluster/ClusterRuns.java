package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.measure.BrokerProcess;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.ErrorLine;
import org.wukongs.store.cluster.FabricOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of runs over some numbers of nodes, and the runs. */
final class ClusterRuns {

    @Mixin private GraphOptions graph = new GraphOptions(40);
    @Mixin private LsbenchDataOptions streams;

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

    @Option(
            names = "--stream-warmup-seconds",
            description = "Before each of the two, in event time, which goes faster then.")
    private double streamWarmUpSeconds = 120;

    @Option(names = "--variants", description = "Queries of each class with constants.")
    private int variants = 5;

    @Option(names = "--heap-node", description = "Heap of each node, as -Xmx takes it.")
    private String heapNode = "1g";

    @Option(names = "--heap-broker", description = "Heap of Kafka, which has the metadata log.")
    private String heapBroker = "512m";

    @Option(names = "--heap-load", description = "Heap of the process that loads.")
    private String heapLoad = "1g";

    @Option(
            names = "--shared-dir",
            description = "Where nodes share memory, if reads are to go there.")
    private Path sharedDir = Path.of("/dev/shm");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * A store that is measured.
     *
     * @param nodes its number of nodes; 1 is a store without a cluster
     * @param fabric what carries reads between them, as {@code --cluster-fabric} of a node
     */
    record Setup(int nodes, String fabric) {

        /** In print. */
        String name() {
            return nodes == 1 ? "1 node" : nodes + " nodes" + (isTcp() ? "" : " " + fabric);
        }

        boolean isTcp() {
            return fabric.equals(FabricOptions.Kind.TCP.text());
        }

        @Override
        public String toString() {
            return "nodes=" + nodes + (isTcp() || nodes == 1 ? "" : " fabric=" + fabric);
        }
    }

    boolean isQuick() {
        return streams.quick();
    }

    /**
     * Takes little of everything if it is to be quick; nothing is started for a wrong scale.
     *
     * @param sharesMemory whether the directory for that has to be there
     */
    void prepare(boolean sharesMemory) {
        if (streams.quick()) {
            graph.beQuick();
            warmUpSeconds = 0.1;
            querySeconds = 0.1;
            idleSeconds = 0.1;
            streamSeconds = 1;
            streamWarmUpSeconds = 1;
            variants = 1;
        }
        graph.known();
        if (sharesMemory && !Files.isDirectory(sharedDir)) {
            throw new ParameterException(
                    spec.commandLine(), "--shared-dir is no directory: path=" + sharedDir);
        }
    }

    Path sharedDir() {
        return sharedDir;
    }

    double streamSeconds() {
        return streamSeconds;
    }

    /** The compilers' threads stay, so that their time can be left out. */
    List<String> nodeFlags() {
        List<String> flags = new ArrayList<>(ChildProcess.storeFlags(heapNode));
        flags.add("-XX:-UseDynamicNumberOfCompilerThreads");
        return flags;
    }

    private NodeProcesses start(Setup setup, String metadata, Path folder) throws IOException {
        return NodeProcesses.start(setup, metadata, nodeFlags(), sharedDir, folder);
    }

    ChildProcess startBroker(Path scratch) throws IOException {
        return BrokerProcess.start(scratch, List.of("-Xmx" + heapBroker, "-XX:+UseSerialGC"));
    }

    /** Measures one store. */
    private interface SetupRun<T> {
        T measure(Setup setup) throws IOException;
    }

    /** All stores, in order; one that fails is noted. */
    private static <T> List<T> each(List<Setup> setups, Recorder recorder, SetupRun<T> run) {
        List<T> figures = new ArrayList<>();
        for (Setup setup : setups) {
            try {
                figures.add(run.measure(setup));
            } catch (WukongsException | IOException e) {
                recorder.fail(setup + ": " + ErrorLine.of(e));
            }
        }
        return figures;
    }

    /** The address of a topic of a store's own. */
    private static String metadata(String broker, String of, Setup setup) {
        return "kafka://%s/metadata-%s-%d-%s".formatted(broker, of, setup.nodes(), setup.fabric());
    }

    /**
     * Executes queries over the graph on each store, and checks that they have the same rows;
     * returns nothing, which is said, if the graph is not here.
     */
    List<ClusterFigures> graph(
            List<Setup> setups,
            List<NamedQuery> queries,
            String broker,
            Path scratch,
            Recorder recorder)
            throws IOException {
        GraphOptions.Scale known = graph.known();
        Path plain = graph.plain(known, streams.benchDir(), scratch, recorder);
        if (plain == null) {
            return List.of();
        }
        List<ClusterFigures> clusters =
                each(
                        setups,
                        recorder,
                        setup -> {
                            String metadata = metadata(broker, "graph", setup);
                            return graph(setup, queries, metadata, plain, scratch, recorder);
                        });
        failures(clusters, known).forEach(recorder::fail);
        return clusters;
    }

    private ClusterFigures graph(
            Setup setup,
            List<NamedQuery> queries,
            String metadata,
            Path plain,
            Path folder,
            Recorder recorder)
            throws IOException {
        try (NodeProcesses processes = start(setup, metadata, folder)) {
            recorder.say("%s: loading", setup);
            long startNs = System.nanoTime();
            processes.load(plain, ChildProcess.storeFlags(heapLoad));
            long loadNs = System.nanoTime() - startNs;
            double idleCpuNs = idle(processes);
            ClusterQueries run =
                    new ClusterQueries(
                            processes,
                            warmUpSeconds,
                            querySeconds,
                            failure -> recorder.fail(setup + ": " + failure));
            List<QueryFigures> figures = new ArrayList<>();
            for (NamedQuery query : queries) {
                recorder.say("%s: %s", setup, query.name());
                figures.add(run.measure(query));
            }
            long triples = processes.clients().get(0).status().storedTripleCount();
            return new ClusterFigures(
                    setup, triples, loadNs, processes.residentBytes(), idleCpuNs, figures);
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

    /** Sends the streams to each store, first alone, then with queries; checks that rows agree. */
    List<StreamFigures> streams(List<Setup> setups, String broker, Path scratch, Recorder recorder)
            throws IOException {
        ClusterStreams.Times times =
                new ClusterStreams.Times(
                        steps(streamWarmUpSeconds), steps(streamSeconds), steps(streamSeconds));
        LsbenchFiles files = streams.files(times.dataMs() / Units.MS_PER_S, scratch);
        List<BenchQuery> queries =
                BenchQuery.variants(variants, StoredTerms.read(files.stored()), streams.seed());
        List<StreamFigures> clusters =
                each(
                        setups,
                        recorder,
                        setup -> {
                            recorder.say("%s: streams", setup);
                            String metadata = metadata(broker, "streams", setup);
                            try (NodeProcesses processes = start(setup, metadata, scratch)) {
                                processes.load(files.stored(), ChildProcess.storeFlags(heapLoad));
                                try (ClusterStreams run = new ClusterStreams(processes, times)) {
                                    return run.measure(setup, files, queries);
                                }
                            }
                        });
        StreamTables.failures(clusters).forEach(recorder::fail);
        return clusters;
    }

    /** Whole steps, at least one, in ms. */
    private static long steps(double seconds) {
        return Math.max(1, Units.ms(seconds) / BenchNode.STEP_MS) * BenchNode.STEP_MS;
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
                            "rows differ: query=%s %s rows=%d %s rows=%d"
                                    .formatted(
                                            found.query(),
                                            clusters.get(0).setup(),
                                            expected.rows(),
                                            cluster.setup(),
                                            found.rows()));
                }
                long rows = known == null ? found.rows() : known.rows()[number(found.query())];
                if (found.rows() != rows) {
                    failures.add(
                            "rows are not the known ones: query=%s %s rows=%d known=%d"
                                    .formatted(found.query(), cluster.setup(), found.rows(), rows));
                }
            }
        }
        return failures;
    }

    /** Q1 is number 0. */
    private static int number(String query) {
        return Integer.parseInt(query.substring(1)) - 1;
    }
}
