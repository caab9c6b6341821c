package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.wukongs.benchmarks.lubm.LubmQueries;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.store.cluster.FabricOptions;
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

    @Mixin private ClusterRuns runs;

    @Option(names = "--phases", split = ",", description = "What to measure.")
    private Set<Phase> phases = EnumSet.allOf(Phase.class);

    @Option(
            names = "--nodes",
            split = ",",
            description = "Numbers of nodes; 1 is a store without a cluster.")
    private List<Integer> nodes = List.of(1, 2, 4);

    @Option(
            names = "--fabric",
            description = "What carries reads between nodes, as --cluster-fabric of a node.")
    private String fabric = FabricOptions.Kind.TCP.text();

    @Override
    protected void prepare() {
        nodes = nodes.stream().sorted().distinct().toList();
        for (FabricOptions.Kind kind : FabricOptions.Kind.values()) {
            // Hosts with RDMA are none that this starts.
            if (kind != FabricOptions.Kind.VERBS && kind.text().equals(fabric)) {
                runs.prepare(kind != FabricOptions.Kind.TCP);
                return;
            }
        }
        throw wrong("--fabric takes tcp, shm or auto: fabric=" + fabric);
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        recorder.jvmFlags("node", runs.nodeFlags());
        List<ClusterRuns.Setup> setups =
                nodes.stream().map(count -> new ClusterRuns.Setup(count, fabric)).toList();
        try (ChildProcess broker = runs.startBroker(scratch)) {
            recorder.phases(
                    phases,
                    phase -> {
                        switch (phase) {
                            case GRAPH -> measureGraph(setups, broker.ready(), scratch, recorder);
                            case STREAMS ->
                                    measureStreams(setups, broker.ready(), scratch, recorder);
                        }
                    });
        }
    }

    private void measureGraph(
            List<ClusterRuns.Setup> setups, String broker, Path scratch, Recorder recorder)
            throws IOException {
        List<ClusterFigures> clusters =
                runs.graph(setups, LubmQueries.all(), broker, scratch, recorder);
        ClusterTables.of(clusters).forEach(recorder::table);
        ClusterModel model = ClusterModel.of(clusters);
        if (model != null) {
            model.record(recorder);
        }
    }

    private void measureStreams(
            List<ClusterRuns.Setup> setups, String broker, Path scratch, Recorder recorder)
            throws IOException {
        List<StreamFigures> clusters = runs.streams(setups, broker, scratch, recorder);
        StreamTables.of(clusters).forEach(recorder::table);
        StreamModel model = StreamModel.of(clusters, runs.streamSeconds());
        if (model != null) {
            model.record(recorder);
        }
    }
}
