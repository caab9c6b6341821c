package org.wukongs.benchmarks.e2e;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.e2e.feed.TopicFeed;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.benchmarks.e2e.job.JobResult;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;

/**
 * The same topics by the same process, in turn with a sink that drops tuples and with the store's.
 * A difference of neighbours is what the connector takes.
 */
final class ConnectorPhase {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;
    private static final long MS_PER_S = 1000;

    private final Stage stage;
    private int round;

    /** Two neighbours: the sink that drops tuples, and the store's after it. */
    private record Pair(JobResult discard, JobResult sink) {}

    ConnectorPhase(Stage stage) {
        this.stage = stage;
    }

    void run() {
        stage.newTopics();
        E2eSettings settings = stage.settings();
        long tuples = fill(stage, settings.connectorSeconds());
        List<Pair> pairs = new ArrayList<>();
        Path profile = stage.folder().resolve("connector.jfr");
        try (ChildProcess store = stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            run(flink, store, JobKind.DISCARD, "");
            run(flink, store, JobKind.SINK, "");
            for (int i = 0; i < settings.connectorRounds(); i++) {
                JobResult discard = run(flink, store, JobKind.DISCARD, "");
                pairs.add(new Pair(discard, run(flink, store, JobKind.SINK, "")));
            }
            run(flink, store, JobKind.SINK, profile.toString());
        }
        stage.recorder().table(table(pairs, tuples));
        stage.recorder().table(ConnectorProfile.read(profile).table());
    }

    private static Table table(List<Pair> pairs, long tuples) {
        ToDoubleFunction<Pair> added =
                pair -> cpuUs(pair.sink(), tuples) - cpuUs(pair.discard(), tuples);
        double median = Statistics.median(pairs.stream().mapToDouble(added).toArray());
        return new TableShape<Pair>(
                        "connector",
                        "Connector: CPU of the Flink process in µs a tuple, round by round")
                .column("tuples", pair -> tuples)
                .column(
                        "discardCpuUs",
                        "parsed and discarded",
                        "µs",
                        pair -> cpuUs(pair.discard(), tuples))
                .column("sinkCpuUs", "into the store", "µs", pair -> cpuUs(pair.sink(), tuples))
                .column("addedCpuUs", "added", "µs", added::applyAsDouble)
                .column(
                        "tuplesPerSecond",
                        "tuples/s into the store",
                        "1/s",
                        pair -> tuples * NS_PER_S / pair.sink().wallNs())
                .kept("addedMedianCpuUs", "µs", pair -> median)
                .of(pairs, String.format(Locale.ROOT, "added, median: %.2f", median));
    }

    /** Sends the first {@code seconds} of the streams; returns how many tuples. */
    static long fill(Stage stage, double seconds) {
        long nowMs = System.currentTimeMillis();
        long startMs = nowMs - nowMs % MS_PER_S;
        try (TopicFeed feed = new TopicFeed(stage.kafka(), stage.files(), 1, startMs)) {
            return feed.fill((long) (seconds * MS_PER_S));
        }
    }

    private JobResult run(ChildProcess flink, ChildProcess store, JobKind kind, String profile) {
        return Stage.run(flink, stage.bounded(kind, store.ready(), round++, profile));
    }

    private static double cpuUs(JobResult result, long tuples) {
        return result.cpuNs() / NS_PER_US / tuples;
    }
}
