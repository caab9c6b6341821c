package org.wukongs.flink.sink;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/**
 * Metrics of a subtask of the sink: those with Flink's names (FLIP-33), of the writer and of the
 * committer, and the store's own in the writer's group {@value #GROUP}.
 */
@PublicEvolving
public enum SinkMetric implements DescribedMetric {
    NUM_RECORDS_SEND("numRecordsSend", COUNTER, "tuples", "Tuples sent to the store."),
    NUM_BYTES_SEND(
            "numBytesSend", COUNTER, "bytes", "Bytes of their ids and event times on the wire."),
    NUM_RECORDS_SEND_ERRORS(
            "numRecordsSendErrors", COUNTER, "tuples", "Tuples of requests that failed."),
    CURRENT_SEND_TIME("currentSendTime", GAUGE, "ms", "Duration of sending the last message."),
    PENDING_COMMITTABLES(
            "pendingCommittables",
            GAUGE,
            "",
            "Committer: positions of checkpoints that the store has not been told yet."),
    TOTAL_COMMITTABLES("totalCommittables", COUNTER, "", "Committer: positions to tell the store."),
    SUCCESSFUL_COMMITTABLES(
            "successfulCommittables", COUNTER, "", "Committer: positions that the store was told."),
    FAILED_COMMITTABLES(
            "failedCommittables",
            COUNTER,
            "",
            "Committer: positions that the store could not be told."),
    RETRIED_COMMITTABLES("retriedCommittables", COUNTER, "", "Committer: retries."),
    ALREADY_COMMITTED_COMMITTABLES(
            "alreadyCommittedCommittables",
            COUNTER,
            "",
            "Committer: always 0, as repeating a position is harmless."),
    LATE_TUPLES(
            "wukongs.lateTuples",
            COUNTER,
            "tuples",
            "Tuples that came to this subtask late, including those counted before a restore."),
    BAD_TUPLES(
            "wukongs.badTuples",
            COUNTER,
            "elements",
            "Elements that gave no tuple which a store takes, and were passed over or became dead"
                    + " letters."),
    REMOVALS(
            "wukongs.removals",
            COUNTER,
            "tuples",
            "Tuples that take their triple back, among those sent."),
    KEYS_ASKED(
            "wukongs.keysAsked",
            COUNTER,
            "",
            "Upserts: subjects with predicates for which the store was asked what they have."),
    CLOSED_BATCH(
            "wukongs.closedBatch",
            GAUGE,
            "",
            "Number of the newest batch that this subtask closed."),
    STABLE_TIME(
            "wukongs.stableTime",
            GAUGE,
            "ms since the epoch",
            "Event time up to which the stream was stable at the last flush."),
    FLUSH_TIME("wukongs.flushTime", GAUGE, "ms", "Duration of the flush at the last checkpoint."),
    RECONNECTS(
            "wukongs.reconnects",
            GAUGE,
            "",
            "How often this subtask has reconnected after a lost connection."),
    STORE_WAIT_TIME(
            "wukongs.storeWaitTime",
            COUNTER,
            "ms",
            "Time for which this subtask has waited for the store, a wait under way included.");

    /** Group of the metrics that are not Flink's. */
    static final String GROUP = "wukongs";

    private final MetricDescription description;

    SinkMetric(String metricName, MetricKind kind, String unit, String meaning) {
        this.description = new MetricDescription(metricName, kind, unit, meaning);
    }

    @Override
    public MetricDescription description() {
        return description;
    }
}
