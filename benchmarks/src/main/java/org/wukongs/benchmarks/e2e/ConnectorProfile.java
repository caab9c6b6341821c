package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Whose code a recording's samples were in: that of the innermost frame that belongs to somebody,
 * so what the JDK does counts for its caller.
 *
 * @param owners share of all samples, by owner
 * @param hotMethods the connector's greatest: innermost frame → share of all samples
 */
record ConnectorProfile(Map<String, Double> owners, Map<String, Double> hotMethods) {

    static final String CONNECTOR = "connector";

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

    static ConnectorProfile read(Path recording) {
        Map<String, Integer> owners = new TreeMap<>();
        Map<String, Integer> methods = new TreeMap<>();
        int samples = 0;
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (event.getEventType().getName().equals(SAMPLE) && stack != null) {
                    String owner = owner(stack.getFrames());
                    owners.merge(owner, 1, Integer::sum);
                    if (owner.equals(CONNECTOR)) {
                        methods.merge(name(stack.getFrames().get(0)), 1, Integer::sum);
                    }
                    samples++;
                }
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot read: file=" + recording + " reason=" + e, e);
        }
        return new ConnectorProfile(
                shares(owners, samples, Integer.MAX_VALUE), shares(methods, samples, HOT_METHODS));
    }

    /** Owners, then the connector's methods, which are part of its share. */
    Table table() {
        List<Map.Entry<String, Double>> rows = new ArrayList<>(owners.entrySet());
        hotMethods.forEach(
                (method, share) -> rows.add(Map.entry(CONNECTOR + ": " + method, share)));
        return new TableShape<Map.Entry<String, Double>>(
                        "profile", "Whose code ran in a round with the store's sink, in samples")
                .column("code", Map.Entry::getKey)
                .column("percent", "share", "%", row -> 100 * row.getValue())
                .of(rows);
    }

    private static String owner(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            String type = frame.getMethod().getType().getName();
            for (String[] owner : OWNERS) {
                if (type.startsWith(owner[0])) {
                    return owner[1];
                }
            }
        }
        return "JVM";
    }

    private static String name(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethod().getName();
    }

    /** The greatest first. */
    private static Map<String, Double> shares(Map<String, Integer> counts, int samples, int max) {
        Map<String, Double> shares = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(max)
                .forEach(count -> shares.put(count.getKey(), (double) count.getValue() / samples));
        return shares;
    }
}
