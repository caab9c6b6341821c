package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.lubm.LubmQueries;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.store.cluster.FabricOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench fabric}. */
@Command(
        name = "fabric",
        description = {
            "A client on the node's host over TCP and through shared memory; reads of another process's stored graph on"
                    + " this machine, in shared memory and by messages; LUBM's light queries and the queries of LSBench"
                    + " on several nodes over both, beside one node.",
            "Fails where the ways, or the stores, disagree about rows."
        })
public final class FabricCommand extends Benchmark {

    private static final Set<String> LIGHT = Set.of("Q4", "Q5", "Q6");

    /** The parts of the benchmark, in the order in which they run. */
    enum Phase {
        RINGS,
        READS,
        QUERIES,
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

    @Option(names = "--nodes", description = "Nodes over each fabric, two at least.")
    private int nodes = 3;

    @Option(names = "--vertices", description = "Vertices of the graph that is read.")
    private int vertices = 1 << 19;

    @Option(names = "--read-seconds", description = "Measuring of a kind of read.")
    private double readSeconds = 3;

    @Override
    protected void prepare() {
        runs.prepare(true);
        if (runs.isQuick()) {
            vertices = 5_000;
            readSeconds = 0.1;
        }
        if (nodes == 1) {
            throw wrong("--nodes must be at least 2: value=" + nodes);
        }
        if (vertices > FabricGraph.VERTICES_MAX) {
            throw wrong(
                    "--vertices must be at most "
                            + FabricGraph.VERTICES_MAX
                            + ": value="
                            + vertices);
        }
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        recorder.jvmFlags("node", runs.nodeFlags());
        recorder.jvmFlags("reader", jvmFlags());
        List<ClusterRuns.Setup> setups =
                List.of(
                        new ClusterRuns.Setup(1, FabricOptions.Kind.TCP.text()),
                        new ClusterRuns.Setup(nodes, FabricOptions.Kind.TCP.text()),
                        new ClusterRuns.Setup(nodes, FabricOptions.Kind.SHM.text()));
        recorder.phases(
                phases,
                phase -> {
                    if (phase == Phase.RINGS) {
                        new FabricRings(readSeconds).measure(recorder).forEach(recorder::table);
                    } else if (phase == Phase.READS) {
                        FabricReads reads =
                                new FabricReads(runs.sharedDir(), vertices, readSeconds);
                        recorder.table(reads.measure(scratch, recorder));
                    } else {
                        measure(phase, setups, scratch, recorder);
                    }
                });
    }

    private void measure(
            Phase phase, List<ClusterRuns.Setup> setups, Path scratch, Recorder recorder)
            throws IOException {
        List<Table> tables;
        try (ChildProcess broker = runs.startBroker(scratch)) {
            if (phase == Phase.STREAMS) {
                tables = StreamTables.of(runs.streams(setups, broker.ready(), scratch, recorder));
                tables.get(1).note("to reach over shm: L1 to L3 in 2 x one node's");
            } else {
                List<NamedQuery> light =
                        LubmQueries.all().stream()
                                .filter(query -> LIGHT.contains(query.name()))
                                .toList();
                tables =
                        ClusterTables.of(
                                runs.graph(setups, light, broker.ready(), scratch, recorder));
                tables.get(0).note("to reach over shm: 3 x one node's");
            }
        }
        tables.forEach(recorder::table);
    }
}
