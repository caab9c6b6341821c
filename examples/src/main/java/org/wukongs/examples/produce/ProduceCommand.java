package org.wukongs.examples.produce;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.wukongs.file.PropertiesFile;
import org.wukongs.kafka.producer.KafkaServers;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.replay.Replay;
import org.wukongs.kafka.replay.ReplayClock;
import org.wukongs.kafka.replay.ReplayOptions;
import org.wukongs.kafka.replay.ReplayPace;
import org.wukongs.kafka.replay.ReplayProgress;
import org.wukongs.store.cli.ByteSize;
import org.wukongs.store.cli.DurationMs;
import org.wukongs.store.cli.OptionBounds;
import org.wukongs.store.cli.Wukongs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code wukongs produce}. */
@Command(
        name = "wukongs produce",
        description = {
            "Replays files or the generator into Kafka topics: a record for each tuple, with"
                    + " its event time as timestamp.",
            "Readers of committed records see each tuple exactly once: the same command,"
                    + " killed and started again, continues where it was."
        },
        mixinStandardHelpOptions = true)
public final class ProduceCommand implements Callable<Integer> {

    private static final long STOP_TIMEOUT_S = 60;

    /** A broker of the default size has a few thousand partitions in all. */
    private static final int PARTITIONS_MAX = 10_000;

    /** A thousand times what a broker can take. */
    private static final double RATE_MAX = 1e9;

    /** Kafka deletes whole segments, and none is smaller in practice. */
    private static final long RETENTION_MIN = 1 << 20;

    /** Values of --key. */
    enum Key {
        NONE,
        SUBJECT
    }

    @Mixin private SourceOptions sources;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9092",
            description = "Bootstrap servers (default ${DEFAULT-VALUE}).")
    private String kafka;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description =
                    "Properties file with further settings of Kafka's clients, as for encryption"
                            + " and authentication.")
    private Path kafkaConfig;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Tuples a second, over all streams; not with --speed.")
    private Double rate;

    @Option(
            names = "--speed",
            paramLabel = "max|FACTOR",
            description = "Event time per wall time, 1 for real time (default max).")
    private String speed;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "1",
            description = "Partitions of topics that do not exist yet (default ${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--retention-bytes",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "For topics that do not exist yet: how much Kafka keeps of each"
                            + " partition, deleting the oldest records (default: everything).")
    private Long retentionBytes;

    @Option(
            names = "--key",
            defaultValue = "none",
            description =
                    "${COMPLETION-CANDIDATES}: with SUBJECT, a subject's tuples stay in one partition"
                            + " (default ${DEFAULT-VALUE}).")
    private Key key;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "Name of the replay, under which it continues (default: topics and files).")
    private String name;

    @Option(
            names = "--commit-interval",
            paramLabel = "DURATION",
            defaultValue = "200ms",
            converter = DurationMs.class,
            description =
                    "Readers of committed records see tuples at most so much later (default"
                            + " ${DEFAULT-VALUE}).")
    private long commitIntervalMs;

    @Option(names = "--skip-bad", description = "Skip and count lines that are not tuples.")
    private boolean skipBad;

    @Option(
            names = "--verbose",
            description = "Stack traces with errors, and the warnings of Kafka's client.")
    boolean verbose;

    @Spec private CommandSpec spec;

    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    public static void main(String[] args) {
        String level = Arrays.asList(args).contains("--verbose") ? "warn" : "off";
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", level);
        System.exit(Wukongs.run(new ProduceCommand(), args));
    }

    @Override
    public Integer call() {
        if (sources.isEmpty() && !sources.hasStoredOnly()) {
            throw wrongUsage("produce needs --stream, --lsbench, --generate or --stored");
        }
        if (sources.storedWithOtherStreams()) {
            throw wrongUsage("--stored goes with --generate or alone");
        }
        checkBounds();
        if (sources.hasStoredOnly()) {
            sources.writeStored().ifPresent(this::reportStored);
            return 0;
        }
        ReplayOptions options =
                new ReplayOptions(
                        servers(),
                        name,
                        pace(),
                        partitions,
                        retentionBytes == null ? KafkaTopics.RETENTION_UNLIMITED : retentionBytes,
                        key == Key.SUBJECT,
                        skipBad,
                        commitIntervalMs);
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "produce-stop"));
        long startNs = System.nanoTime();
        try {
            sources.writeStored().ifPresent(this::reportStored);
            Replay replay = new Replay(sources.streams(), options, new WallClock());
            replay.retentionWarnings(System.currentTimeMillis()).forEach(this::warn);
            ReplayProgress end = run(replay);
            report(end, replay.name(), (System.nanoTime() - startNs) / 1e9);
        } finally {
            stopped.countDown();
        }
        return 0;
    }

    private KafkaServers servers() {
        return kafkaConfig == null
                ? KafkaServers.of(kafka)
                : new KafkaServers(kafka, PropertiesFile.read("--kafka-config", kafkaConfig));
    }

    private void checkBounds() {
        OptionBounds.check("--partitions", partitions, 1, PARTITIONS_MAX);
        OptionBounds.check(
                "--commit-interval", commitIntervalMs, 1, ReplayOptions.COMMIT_INTERVAL_MS_MAX);
        if (rate != null) {
            OptionBounds.checkPositive("--rate", rate, RATE_MAX);
        }
        if (retentionBytes != null) {
            OptionBounds.check(
                    "--retention-bytes", retentionBytes, RETENTION_MIN, OptionBounds.BYTES_MAX);
        }
        sources.checkBounds();
    }

    private ReplayProgress run(Replay replay) {
        try (ReplayLine line = new ReplayLine(spec.commandLine().getErr())) {
            return replay.run(line::show);
        }
    }

    private ReplayPace pace() {
        if (rate != null && speed != null) {
            throw wrongUsage("--rate and --speed exclude each other");
        }
        if (rate != null) {
            return ReplayPace.rate(rate);
        }
        return speed == null || speed.equals("max")
                ? ReplayPace.MAX
                : ReplayPace.eventTime(factor());
    }

    private double factor() {
        double factor;
        try {
            factor = Double.parseDouble(speed);
        } catch (NumberFormatException e) {
            factor = 0;
        }
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw wrongUsage("--speed takes max or a number above 0: speed=" + speed);
        }
        return factor;
    }

    private void report(ReplayProgress end, String replay, double seconds) {
        PrintWriter out = spec.commandLine().getOut();
        long sent = end.tuples() - end.earlier();
        out.printf(Locale.ROOT, "produced %d tuples in %.1f s", sent, seconds);
        if (end.earlier() > 0) {
            out.printf(", %d were already there", end.earlier());
        }
        if (end.skipped() > 0) {
            out.printf(", %d bad lines skipped", end.skipped());
        }
        out.println(end.complete() ? "" : "; stopped, the same command continues from there");
        if (verbose) {
            out.println("name: " + replay);
        }
    }

    private void warn(String warning) {
        spec.commandLine().getErr().println("warning: " + warning);
    }

    private void reportStored(long count) {
        spec.commandLine().getOut().printf("wrote %d stored triples%n", count);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** On Ctrl-C, waits until the main thread has committed what it sent. */
    private void stopAndWait() {
        stop.countDown();
        try {
            if (!stopped.await(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
                System.err.println("error: the replay did not end within its time limit");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class WallClock implements ReplayClock {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public boolean await(long nanos) {
            try {
                return !stop.await(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
