package org.wukongs.kafka.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.stream.Tuple;

/**
 * Replays sources into topics, each tuple exactly once for readers of committed records, however
 * often the replay is killed and run again: it sends tuples in transactions, and each transaction
 * also records how many tuples of the sequence are done ({@link ReplayLog}). A new run ends the
 * transaction that an earlier one left open, reads the last committed count, skips as many tuples
 * and continues.
 *
 * <p>A replay is identified by its name: by default topics, with the ids that Kafka gave them, and
 * files; so a topic that was deleted and created again is filled anew.
 */
public final class Replay {

    /** Records that a run may have to send again: 15 MB of LSBench. */
    private static final int TRANSACTION_TUPLES_MAX = 100_000;

    private static final int TIMEOUT_MS = 30_000;

    /** Tuples between two reports, and between two checks for the end if the replay never waits. */
    private static final int REPORT_TUPLES = 1000;

    private static final long NS_PER_MS = 1_000_000;

    private final List<ReplayStream> streams;
    private final ReplayOptions options;
    private final ReplayClock clock;
    private final String fingerprint;
    private final List<String> topics;
    private final String name;

    /** Creates topics that do not exist. */
    public Replay(List<ReplayStream> streams, ReplayOptions options, ReplayClock clock) {
        if (streams.isEmpty()) {
            throw WukongsException.user("a replay needs a stream");
        }
        this.streams = List.copyOf(streams);
        this.options = options;
        this.clock = clock;
        this.fingerprint =
                streams.stream()
                        .map(stream -> stream.topic() + "<" + stream.source().fingerprint())
                        .collect(Collectors.joining("; "));
        this.topics = streams.stream().map(ReplayStream::topic).distinct().toList();
        KafkaTopics.create(
                options.kafka(),
                topics,
                options.partitions(),
                options.retentionBytes(),
                TIMEOUT_MS);
        this.name = options.name() == null ? defaultName(topics) : options.name();
    }

    /**
     * Warnings about existing topics that delete records by their times and would delete the first
     * tuples at once, a line each.
     */
    public List<String> retentionWarnings(long nowMs) {
        Map<String, Long> retentionsMs =
                KafkaTopics.retentionsMs(options.kafka(), topics, TIMEOUT_MS);
        if (retentionsMs.isEmpty()) {
            return List.of();
        }
        try (MergedStreams tuples = new MergedStreams(streams, options.skipBad())) {
            Tuple first = tuples.next();
            long oldestMs = first == null ? nowMs : first.eventTimeMs();
            return retentionsMs.entrySet().stream()
                    .filter(topic -> oldestMs < nowMs - topic.getValue())
                    .map(topic -> retentionWarning(topic.getKey(), topic.getValue(), oldestMs))
                    .toList();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static String retentionWarning(String topic, long retentionMs, long oldestMs) {
        return "Kafka deletes records of this topic by their times, which are the event times of tuples,"
                + " so it will delete old tuples within minutes; set retention.ms=-1 for the topic:"
                + " topic="
                + topic
                + " retentionMs="
                + retentionMs
                + " oldestMs="
                + oldestMs;
    }

    private WukongsException unreadable(IOException e) {
        return new WukongsException(
                Category.USER,
                "cannot read: sources=" + fingerprint + " reason=" + IoReason.of(e),
                e);
    }

    /** The name under which the replay continues when it is run again. */
    public String name() {
        return name;
    }

    /**
     * Runs to the end of all sources, or until the clock ends it; {@code reports} receives progress
     * from time to time.
     */
    public ReplayProgress run(Consumer<ReplayProgress> reports) {
        try (ReplayProducer producer = new ReplayProducer(options.kafka(), name, TIMEOUT_MS);
                MergedStreams tuples = new MergedStreams(streams, options.skipBad())) {
            ReplayPosition last =
                    new ReplayLog(options.kafka(), TIMEOUT_MS)
                            .read(name)
                            .orElse(new ReplayPosition(0, false, fingerprint));
            if (!last.fingerprint().equals(fingerprint)) {
                throw WukongsException.user(
                        "a replay with this name had other sources, choose another name: name="
                                + name
                                + " sources="
                                + fingerprint
                                + " before="
                                + last.fingerprint());
            }
            if (last.complete()) {
                return new ReplayProgress(last.tupleCount(), last.tupleCount(), 0, 1, true);
            }
            passOver(tuples, last.tupleCount());
            return new Run(producer, tuples, last.tupleCount(), reports).run();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private String defaultName(List<String> topics) {
        Map<String, Uuid> ids = new TreeMap<>(KafkaTopics.ids(options.kafka(), topics, TIMEOUT_MS));
        return streams.stream()
                .map(
                        stream ->
                                stream.topic()
                                        + "@"
                                        + ids.get(stream.topic())
                                        + "<"
                                        + stream.source().name())
                .collect(Collectors.joining(";"));
    }

    private void passOver(MergedStreams tuples, long count) throws IOException {
        for (long i = 0; i < count; i++) {
            if (tuples.next() == null) {
                throw WukongsException.user(
                        "sources have fewer tuples than were replayed: tuples="
                                + i
                                + " replayed="
                                + count
                                + " name="
                                + name);
            }
        }
    }

    /** State of a run. */
    private final class Run {
        private final ReplayProducer producer;
        private final MergedStreams tuples;
        private final long earlier;
        private final Consumer<ReplayProgress> reports;
        private final byte[] key = name.getBytes(UTF_8);
        private final long startNs = clock.nanoTime();
        private long sent;
        private long committed;
        private long committedNs = startNs;

        Run(
                ReplayProducer producer,
                MergedStreams tuples,
                long earlier,
                Consumer<ReplayProgress> reports) {
            this.producer = producer;
            this.tuples = tuples;
            this.earlier = earlier;
            this.reports = reports;
        }

        ReplayProgress run() throws IOException {
            Tuple tuple = tuples.next();
            long firstMs = tuple == null ? 0 : tuple.eventTimeMs();
            boolean going = true;
            while (tuple != null && going) {
                long dueNs = options.pace().dueNs(sent, tuple.eventTimeMs() - firstMs);
                going = awaitDue(startNs + dueNs);
                if (going) {
                    String topic = streams.get(tuples.streamIndex()).topic();
                    producer.send(topic, tuple, options.keyBySubject());
                    sent++;
                    commitInTime();
                    tuple = tuples.next();
                }
            }
            commit(tuple == null);
            return progress(tuple == null);
        }

        /** Waits until a tuple is due; false if the replay is to end. */
        private boolean awaitDue(long dueNs) {
            if (sent % REPORT_TUPLES == 0 && !clock.await(0)) {
                return false;
            }
            long nowNs = clock.nanoTime();
            while (nowNs < dueNs) {
                long commitNs = committedNs + options.commitIntervalMs() * NS_PER_MS;
                boolean open = sent > committed;
                if (!clock.await((open ? Math.min(commitNs, dueNs) : dueNs) - nowNs)) {
                    return false;
                }
                commitInTime();
                nowNs = clock.nanoTime();
            }
            return true;
        }

        private void commitInTime() {
            if (sent == committed) {
                return;
            }
            long sinceNs = clock.nanoTime() - committedNs;
            if (sinceNs >= options.commitIntervalMs() * NS_PER_MS
                    || sent - committed >= TRANSACTION_TUPLES_MAX) {
                commit(false);
            }
            if (sent % REPORT_TUPLES == 0) {
                reports.accept(progress(false));
            }
        }

        private void commit(boolean complete) {
            if (sent > committed || complete) {
                producer.commit(key, new ReplayPosition(earlier + sent, complete, fingerprint));
            }
            committed = sent;
            committedNs = clock.nanoTime();
        }

        private ReplayProgress progress(boolean complete) {
            return new ReplayProgress(
                    earlier + sent, earlier, tuples.skippedCount(), tuples.share(), complete);
        }
    }
}
