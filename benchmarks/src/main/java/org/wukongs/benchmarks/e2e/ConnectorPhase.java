package org.wukongs.benchmarks.e2e;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.e2e.feed.TopicFeed;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.benchmarks.e2e.job.JobResult;
import org.wukongs.benchmarks.e2e.part.PartProcess;
import org.wukongs.benchmarks.measure.Statistics;

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

    ConnectorPhase(Stage stage) {
        this.stage = stage;
    }

    ConnectorReport run() {
        stage.newTopics();
        E2eSettings settings = stage.settings();
        long tuples = fill(stage, settings.connectorSeconds());
        List<Double> discard = new ArrayList<>();
        List<Double> sink = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        Path profile = stage.folder().resolve("connector.jfr");
        try (PartProcess store = stage.startStore();
                PartProcess flink = stage.startFlink()) {
            run(flink, store, JobKind.DISCARD, "");
            run(flink, store, JobKind.SINK, "");
            for (int i = 0; i < settings.connectorRounds(); i++) {
                discard.add(cpuUs(run(flink, store, JobKind.DISCARD, ""), tuples));
                JobResult written = run(flink, store, JobKind.SINK, "");
                sink.add(cpuUs(written, tuples));
                rates.add(tuples * NS_PER_S / written.wallNs());
            }
            run(flink, store, JobKind.SINK, profile.toString());
        }
        double[] added = new double[sink.size()];
        for (int i = 0; i < added.length; i++) {
            added[i] = sink.get(i) - discard.get(i);
        }
        ConnectorProfile samples = ConnectorProfile.read(profile);
        return new ConnectorReport(
                tuples,
                discard,
                sink,
                Statistics.median(added),
                Statistics.median(rates.stream().mapToDouble(Double::doubleValue).toArray()),
                samples.owners(),
                samples.hotMethods());
    }

    /** Sends the first {@code seconds} of the streams; returns how many tuples. */
    static long fill(Stage stage, double seconds) {
        long nowMs = System.currentTimeMillis();
        long startMs = nowMs - nowMs % MS_PER_S;
        try (TopicFeed feed = new TopicFeed(stage.kafka(), stage.files(), 1, startMs)) {
            return feed.fill((long) (seconds * MS_PER_S));
        }
    }

    private JobResult run(PartProcess flink, PartProcess store, JobKind kind, String profile) {
        return Stage.run(flink, stage.bounded(kind, store.ready(), round++, profile));
    }

    private static double cpuUs(JobResult result, long tuples) {
        return result.cpuNs() / NS_PER_US / tuples;
    }
}
