package org.wukongs.store.http;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/** What {@code GET /metrics} says, in its order, with the labels of the samples. */
public enum StoreMetric implements DescribedMetric {
    STABLE_SNAPSHOT("wukongs_stable_snapshot", GAUGE, "", "Snapshot that one-shot queries read."),
    STORED_TRIPLES("wukongs_stored_triples", GAUGE, "", "Triples in all stored graphs."),
    STREAMS("wukongs_streams", GAUGE, "", "Registered streams."),
    QUERIES("wukongs_queries", GAUGE, "", "Registered continuous queries."),
    DICTIONARY_TERMS("wukongs_dictionary_terms", GAUGE, "", "Terms in the dictionary."),
    DICTIONARY_PREDICATES("wukongs_dictionary_predicates", GAUGE, "", "Predicates among them."),
    DICTIONARY_MEMORY_BYTES(
            "wukongs_dictionary_memory_bytes", GAUGE, "", "Memory of the dictionary."),
    DICTIONARY_LOOKUPS(
            "wukongs_dictionary_lookups_total",
            COUNTER,
            "outcome",
            "Look-ups of terms, by outcome."),
    QUERIES_MEMORY_BYTES(
            "wukongs_queries_memory_bytes",
            GAUGE,
            "",
            "Memory of queries under way and of results not yet sent."),
    QUERIES_REFUSED(
            "wukongs_queries_refused_total",
            COUNTER,
            "",
            "Executions that ended because queries together had the memory."),
    QUERY_ERRORS(
            "wukongs_query_errors_total",
            COUNTER,
            "",
            "Executions that an error of the machine or a library ended."),
    CHECKPOINTS("wukongs_checkpoints_total", COUNTER, "", "Checkpoints written."),
    CHECKPOINT_FAILURES(
            "wukongs_checkpoint_failures_total", COUNTER, "", "Checkpoints that failed."),
    CHECKPOINT_LAST_END_SECONDS(
            "wukongs_checkpoint_last_end_seconds",
            GAUGE,
            "",
            "When the last checkpoint was on disk, since 1970; 0 for none."),
    CHECKPOINT_LAST_BYTES(
            "wukongs_checkpoint_last_bytes", GAUGE, "", "Size of the last checkpoint."),
    CHECKPOINT_LAST_DURATION_SECONDS(
            "wukongs_checkpoint_last_duration_seconds",
            GAUGE,
            "",
            "How long the last checkpoint took until it was on disk."),
    CHECKPOINT_LAST_PAUSE_SECONDS(
            "wukongs_checkpoint_last_pause_seconds",
            GAUGE,
            "",
            "How long the store took nothing in for the last checkpoint."),
    STREAM_STABLE_SECONDS(
            "wukongs_stream_stable_seconds",
            GAUGE,
            "stream",
            "Event time up to which a stream is stable."),
    STREAM_ENDED("wukongs_stream_ended", GAUGE, "stream", "1 when a stream has ended."),
    STREAM_TUPLES(
            "wukongs_stream_tuples_total",
            COUNTER,
            "stream",
            "Tuples taken for windows; those of open batches that a failed job brings again count"
                    + " again."),
    STREAM_LATE_TUPLES(
            "wukongs_stream_late_tuples_total",
            COUNTER,
            "stream",
            "Tuples behind the stream's progress."),
    STREAM_DUPLICATE_MESSAGES(
            "wukongs_stream_duplicate_messages_total",
            COUNTER,
            "stream",
            "Messages that came again."),
    STREAM_STAGED_TUPLES(
            "wukongs_stream_staged_tuples",
            GAUGE,
            "stream",
            "Tuples of batches that are not injected yet."),
    STREAM_WRITERS(
            "wukongs_stream_writers", GAUGE, "stream", "Writers of the current writer epoch."),
    STREAM_OPEN_WRITERS(
            "wukongs_stream_open_writers", GAUGE, "stream", "Those of them that are connected."),
    STREAM_UNCOMMITTED_MESSAGES(
            "wukongs_stream_uncommitted_messages",
            GAUGE,
            "stream",
            "Messages of the current writer epoch that no completed checkpoint covers."),
    STREAM_IDLE("wukongs_stream_idle", GAUGE, "stream", "1 when no writer holds a stream back."),
    STREAM_RETAINED_TUPLES(
            "wukongs_stream_retained_tuples", GAUGE, "stream", "Tuples kept for windows."),
    STREAM_YIELDED_TUPLES(
            "wukongs_stream_yielded_tuples_total",
            COUNTER,
            "stream",
            "Tuples dropped for newer ones, though queries without a reader wanted them."),
    QUERY_EXECUTIONS(
            "wukongs_query_executions_total",
            COUNTER,
            "query",
            "Executions of a continuous query."),
    QUERY_ROWS(
            "wukongs_query_rows_total",
            COUNTER,
            "query",
            "Rows that a continuous query has found."),
    QUERY_FAILURES("wukongs_query_failures_total", COUNTER, "query", "Executions that failed."),
    QUERY_LOST_WINDOWS(
            "wukongs_query_lost_windows_total",
            COUNTER,
            "query",
            "Windows given up before anybody read them, since a stream's ring was full."),
    QUERY_LATENCY_SECONDS(
            "wukongs_query_latency_seconds",
            GAUGE,
            "query, quantile",
            "Engine time of one execution, by quantile since the registration."),
    QUERY_LAG_SECONDS(
            "wukongs_query_lag_seconds",
            GAUGE,
            "query",
            "How far its streams are stable beyond the next window end to be executed."),
    QUERY_NEXT_WINDOW_SECONDS(
            "wukongs_query_next_window_seconds",
            GAUGE,
            "query",
            "End of the next window to be read."),
    READERS_DROPPED(
            "wukongs_readers_dropped_total",
            COUNTER,
            "",
            "Readers of queries dropped as they were gone and there was no room."),
    CONNECTIONS("wukongs_connections", GAUGE, "", "Connections over TCP."),
    CONNECTIONS_REFUSED(
            "wukongs_connections_refused_total",
            COUNTER,
            "",
            "Connections over TCP that were too many."),
    CONNECTIONS_FAILED(
            "wukongs_connections_failed_total",
            COUNTER,
            "",
            "Connections over TCP for which the machine had no descriptor, thread or memory."),
    CONNECTIONS_CUT(
            "wukongs_connections_cut_total",
            COUNTER,
            "",
            "Connections over TCP that were late with HELLO, a request or taking a reply."),
    FRAME_MEMORY_BYTES(
            "wukongs_frame_memory_bytes",
            GAUGE,
            "",
            "Heap of large requests and replies over TCP that are in hand."),
    HTTP_REQUESTS_ACTIVE("wukongs_http_requests_active", GAUGE, "", "Requests being worked on."),
    HTTP_REQUESTS(
            "wukongs_http_requests_total",
            COUNTER,
            "status",
            "Requests answered, by class of status."),
    HTTP_CONNECTIONS("wukongs_http_connections", GAUGE, "", "Open connections."),
    HTTP_CONNECTIONS_CUT(
            "wukongs_http_connections_cut_total",
            COUNTER,
            "reason",
            "Connections that the store closed on a client: too slow, or too many at a time.");

    private final MetricDescription description;
    private final String labels;

    StoreMetric(String metricName, MetricKind kind, String labels, String meaning) {
        this.description = new MetricDescription(metricName, kind, unit(metricName), meaning);
        this.labels = labels;
    }

    /** In the name, as Prometheus wants it. */
    private static String unit(String metricName) {
        if (metricName.endsWith("_seconds")) {
            return "s";
        }
        return metricName.endsWith("_bytes") ? "bytes" : "";
    }

    @Override
    public MetricDescription description() {
        return description;
    }

    /** Names of the labels that each sample has, by commas; empty if it has none. */
    public String labels() {
        return labels;
    }
}
