package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.measure.OptionChecks;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is measured, and for how long. */
final class E2eOptions {

    private static final double SECONDS_PER_MINUTE = 60;
    private static final long MS_PER_S = 1000;

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

    @Mixin private LsbenchDataOptions data;

    @Option(
            names = "--phases",
            paramLabel = "LIST",
            split = ",",
            description =
                    "What to measure: throughput, latency, connector, flink-sql (default all).")
    private List<String> phaseNames;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "5",
            description = "Of throughput (default ${DEFAULT-VALUE}).")
    private double minutes;

    @Option(
            names = "--rate",
            paramLabel = "X",
            defaultValue = "1",
            description =
                    "Of throughput, times the data's own 133,500 tuples/s (default ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--latency-rates",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "0.1,0.25,0.5,1",
            description = {
                "Of latency and of flink-sql, times the data's own (default ${DEFAULT-VALUE}).",
                "One after the other; a job ends at the first that it does not keep up with."
            })
    private List<Double> latencyRates;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "30",
            description = "Of latency and of flink-sql, at each rate (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warmup-seconds",
            paramLabel = "S",
            defaultValue = "20",
            description =
                    "Before each live measurement, three times as long before a job's first (default ${DEFAULT-VALUE}).")
    private double warmUpSeconds;

    @Option(
            names = "--connector-seconds",
            paramLabel = "S",
            defaultValue = "15",
            description =
                    "Event time that each round of connector reads (default ${DEFAULT-VALUE}).")
    private double connectorSeconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Of connector, with either sink (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--rows-seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Event time whose rows flink-sql compares (default ${DEFAULT-VALUE}).")
    private double rowsSeconds;

    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Between two checkpoints of live jobs (default ${DEFAULT-VALUE}).")
    private double checkpointSeconds;

    /** Checked; wrong ones are wrong usage. */
    E2eSettings settings(OptionChecks check) {
        check.aboveZero("--minutes", minutes);
        check.aboveZero("--rate", rate);
        latencyRates.forEach(value -> check.aboveZero("--latency-rates", value));
        check.aboveZero("--seconds", seconds);
        check.aboveZero("--connector-seconds", connectorSeconds);
        check.atLeastOne("--rounds", rounds);
        check.aboveZero("--rows-seconds", rowsSeconds);
        check.aboveZero("--checkpoint-seconds", checkpointSeconds);
        data.check(check);
        boolean quick = data.quick();
        return new E2eSettings(
                rate,
                quick ? 1 : minutes * SECONDS_PER_MINUTE,
                quick ? List.of(1.0) : latencyRates,
                quick ? 1 : seconds,
                quick ? 0.2 : warmUpSeconds,
                quick ? 2 : connectorSeconds,
                quick ? 1 : rounds,
                quick ? 4 : rowsSeconds,
                quick ? 500 : (long) (checkpointSeconds * MS_PER_S),
                data.seed());
    }

    E2eFlags flags() {
        boolean quick = data.quick();
        return new E2eFlags(
                flags(quick ? "-Xmx1g" : "-Xmx3g", "-XX:+UseParallelGC"),
                flags(quick ? "-Xmx1g" : "-Xmx4g", "-XX:+UseParallelGC"),
                flags("-Xmx1g", "-XX:+UseG1GC"));
    }

    private List<String> flags(String... own) {
        List<String> flags = new ArrayList<>(List.of(own));
        if (data.quick()) {
            flags.add("-XX:TieredStopAtLevel=1"); // A process of seconds only compiles otherwise.
        }
        flags.addAll(OPENED);
        return flags;
    }

    Set<E2ePhase> phases(OptionChecks check) {
        return check.phases(E2ePhase.class, phaseNames);
    }

    LsbenchDataOptions data() {
        return data;
    }

    double generatedSeconds() {
        return data.quick() ? GENERATED_SECONDS_QUICK : GENERATED_SECONDS;
    }
}
