package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.result.Recorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench e2e}. */
@Command(
        name = "e2e",
        description = {
            "Kafka broker, Flink job and store on this machine, each in a process of its own: LSBench from topics to"
                    + " the result topic, and the same in plain Flink SQL.",
            "Fails where the two disagree about rows."
        })
public final class E2eCommand extends Benchmark {

    /** Of generated streams; live runs go over them again. */
    private static final double GENERATED_SECONDS = 30;

    private static final double GENERATED_SECONDS_QUICK = 6;

    /** Flink's own list, as far as its local environment needs it on Java 17. */
    private static final List<String> OPENED =
            List.of(
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--add-opens=java.base/java.util=ALL-UNNAMED",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    /** The parts of a run, in the order in which they run. */
    enum Phase {
        THROUGHPUT,
        LATENCY,
        CONNECTOR,
        FLINK_SQL;

        /** As in {@code --phases}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Mixin LsbenchDataOptions data;

    @Mixin TlsOptions tls = new TlsOptions();

    @Option(names = "--phases", split = ",", description = "What to measure.")
    Set<Phase> phases = EnumSet.allOf(Phase.class);

    @Option(names = "--minutes", description = "Of throughput.")
    double minutes = 5;

    @Option(names = "--rate", description = "Of throughput, times the data's own 133,500 tuples/s.")
    double rate = 1;

    @Option(
            names = "--latency-rates",
            split = ",",
            description = {
                "Of latency and of flink-sql, times the data's own.",
                "One after the other; a job ends at the first that it does not keep up with."
            })
    List<Double> latencyRates = List.of(0.1, 0.25, 0.5, 1.0);

    @Option(names = "--seconds", description = "Of latency and of flink-sql, at each rate.")
    double seconds = 30;

    @Option(
            names = "--warmup-seconds",
            description = "Before each live measurement, three times as long before a job's first.")
    double warmUpSeconds = 20;

    @Option(
            names = "--connector-seconds",
            description = "Event time that each round of connector reads.")
    double connectorSeconds = 15;

    @Option(names = "--rounds", description = "Of connector, with either sink.")
    int rounds = 5;

    @Option(names = "--rows-seconds", description = "Event time whose rows flink-sql compares.")
    double rowsSeconds = 5;

    @Option(names = "--checkpoint-seconds", description = "Between two checkpoints of live jobs.")
    double checkpointSeconds = 10;

    /** With {@code --quick}, a second or two a phase. */
    @Override
    protected void prepare() {
        if (data.quick()) {
            minutes = 1.0 / 60;
            latencyRates = List.of(1.0);
            seconds = 1;
            warmUpSeconds = 0.2;
            connectorSeconds = 2;
            rounds = 1;
            rowsSeconds = 4;
            checkpointSeconds = 0.5;
        }
    }

    List<String> flinkFlags() {
        return flags(data.quick() ? "-Xmx1g" : "-Xmx3g", "-XX:+UseParallelGC");
    }

    /** Where the JobManager has a process of its own. */
    List<String> jobManagerFlags() {
        return flags("-Xmx512m", "-XX:+UseSerialGC");
    }

    List<String> storeFlags() {
        return flags(data.quick() ? "-Xmx1g" : "-Xmx4g", "-XX:+UseParallelGC");
    }

    List<String> brokerFlags() {
        return flags("-Xmx1g", "-XX:+UseG1GC");
    }

    private List<String> flags(String... own) {
        List<String> flags = new ArrayList<>(List.of(own));
        if (data.quick()) {
            flags.add("-XX:TieredStopAtLevel=1"); // A process of seconds only compiles otherwise.
        }
        flags.addAll(OPENED);
        return flags;
    }

    double generatedSeconds() {
        return data.quick() ? GENERATED_SECONDS_QUICK : GENERATED_SECONDS;
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        recorder.jvmFlags("flink", flinkFlags());
        recorder.jvmFlags("store", storeFlags());
        recorder.jvmFlags("broker", brokerFlags());
        recorder.setting("tls", !tls.authorities().isEmpty());
        LsbenchFiles files = data.files(generatedSeconds(), scratch);
        recorder.data(files.name());
        List<LiveReport> live = new ArrayList<>();
        try (Stage stage = new Stage(files, this, scratch, recorder)) {
            recorder.phases(phases, phase -> run(phase, stage, live));
        }
        LiveReport.record(live, recorder);
    }

    /** {@code live} gets what live jobs did, of whatever phase. */
    private void run(Phase phase, Stage stage, List<LiveReport> live) throws IOException {
        switch (phase) {
            case THROUGHPUT ->
                    new LiveRun(stage, Kind.STORE, phase).run(List.of(rate), minutes * 60, live);
            case LATENCY -> latency(stage, Kind.STORE, phase, live);
            case CONNECTOR -> new ConnectorPhase(stage).run();
            case FLINK_SQL -> {
                RowsPhase.run(stage);
                for (Kind kind : Kind.FLINK_SQL) {
                    latency(stage, kind, phase, live);
                }
            }
        }
    }

    private void latency(Stage stage, Kind kind, Phase phase, List<LiveReport> live)
            throws IOException {
        new LiveRun(stage, kind, phase).run(latencyRates, seconds, live);
    }
}
