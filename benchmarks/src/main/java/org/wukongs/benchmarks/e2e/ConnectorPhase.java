package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Table;

/**
 * The same topics by the same process, in turn with a sink that drops tuples and with the store's.
 * A difference of neighbours is what the connector takes.
 */
final class ConnectorPhase {

    private static final String CONNECTOR = "connector";
    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final int HOT_METHODS = 12;

    /** Prefixes of class names and whose they are; the first one that fits counts. */
    private static final String[][] OWNERS = {
        {"org.wukongs.flink.", CONNECTOR},
        {"org.wukongs.stream.", CONNECTOR},
        {"org.wukongs.client.", CONNECTOR},
        {"org.wukongs.wire.", CONNECTOR},
        {"org.wukongs.kafka.", "parsing"},
        {"org.apache.kafka.", "Kafka client"},
        {"org.apache.flink.connector.kafka.", "Kafka source"},
        {"org.apache.flink.", "Flink"}
    };

    private final Stage stage;
    private int round;

    ConnectorPhase(Stage stage) {
        this.stage = stage;
    }

    void run() throws IOException {
        stage.newTopics();
        long tuples = stage.fill(stage.options.connectorSeconds);
        Path recording = stage.folder.resolve("connector.jfr");
        try (ChildProcess store = stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            run(flink, store, Kind.DISCARD, "");
            run(flink, store, Kind.SINK, "");
            stage.recorder.table(rounds(flink, store, tuples));
            run(flink, store, Kind.SINK, recording.toString());
        }
        stage.recorder.table(profile(recording));
    }

    /** CPU time of a tuple with either sink. */
    private record Round(double discardUs, double sinkUs, double tuplesPerSecond) {

        double addedUs() {
            return sinkUs - discardUs;
        }
    }

    private Table rounds(ChildProcess flink, ChildProcess store, long tuples) throws IOException {
        Table table =
                new Table(
                        "connector",
                        "Connector: CPU of the Flink process in µs a tuple, round by round");
        List<Round> rounds = new ArrayList<>();
        while (rounds.size() < stage.options.rounds) {
            JobSpec.Took discard = run(flink, store, Kind.DISCARD, "");
            JobSpec.Took sink = run(flink, store, Kind.SINK, "");
            double discardUs = discard.cpuNs() / NS_PER_US / tuples;
            double sinkUs = sink.cpuNs() / NS_PER_US / tuples;
            rounds.add(new Round(discardUs, sinkUs, tuples * NS_PER_S / sink.wallNs()));
        }
        double medianUs = Statistics.median(rounds, Round::addedUs);
        for (Round one : rounds) {
            table.row()
                    .cell("tuples", tuples)
                    .cell("discardCpuUs", "parsed and discarded", one.discardUs())
                    .cell("sinkCpuUs", "into the store", one.sinkUs())
                    .cell("addedCpuUs", "added", one.addedUs())
                    .cell("tuplesPerSecond", "tuples/s into the store", one.tuplesPerSecond())
                    .kept("addedMedianCpuUs", medianUs);
        }
        return table.note(String.format(Locale.ROOT, "added, median: %.2f", medianUs));
    }

    private JobSpec.Took run(ChildProcess flink, ChildProcess store, Kind kind, String profile)
            throws IOException {
        return stage.run(flink, kind, store.ready(), round++, profile);
    }

    /**
     * Whose code a recording's samples were in: that of the innermost frame that belongs to
     * somebody, so what the JDK does counts for its caller. Then the connector's innermost frames,
     * which are part of its share.
     */
    private static Table profile(Path recording) throws IOException {
        Map<String, Integer> owners = new TreeMap<>();
        Map<String, Integer> methods = new TreeMap<>();
        int samples = 0;
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (event.getEventType().getName().equals(SAMPLE) && stack != null) {
                    List<String> frames =
                            stack.getFrames().stream().map(ConnectorPhase::name).toList();
                    String owner = owner(frames);
                    owners.merge(owner, 1, Integer::sum);
                    if (owner.equals(CONNECTOR)) {
                        String method = frames.get(0).replaceFirst(".*\\.(?=[\\w$]+\\.)", "");
                        methods.merge(CONNECTOR + ": " + method, 1, Integer::sum);
                    }
                    samples++;
                }
            }
        }
        Table table =
                new Table("profile", "Whose code ran in a round with the store's sink, in samples");
        addShares(table, owners, samples, owners.size());
        addShares(table, methods, samples, HOT_METHODS);
        return table;
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private static String owner(List<String> frames) {
        for (String frame : frames) {
            for (String[] owner : OWNERS) {
                if (frame.startsWith(owner[0])) {
                    return owner[1];
                }
            }
        }
        return "JVM";
    }

    /** The greatest first. */
    private static void addShares(Table table, Map<String, Integer> counts, int samples, int max) {
        List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        for (Map.Entry<String, Integer> count : sorted.subList(0, Math.min(max, sorted.size()))) {
            table.row()
                    .cell("code", count.getKey())
                    .cell("percent", "share", 100.0 * count.getValue() / samples);
        }
    }
}
