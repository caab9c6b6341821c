package org.wukongs.store.http;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.store.dictionary.DictionaryStatistics;

/** A store's numbers in Prometheus' text format, base units and all. */
final class MetricsText {

    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String GAUGE = "gauge";
    private static final String COUNTER = "counter";
    private static final double MS_PER_SECOND = 1e3;
    private static final double US_PER_SECOND = 1e6;

    private final StringBuilder out = new StringBuilder();

    private MetricsText() {}

    static String of(StoreStatus status, DictionaryStatistics dictionary, RequestCounts requests) {
        MetricsText text = new MetricsText();
        text.store(status);
        text.dictionary(dictionary);
        text.streams(status.streams());
        text.queries(status.queries());
        text.requests(requests);
        return text.out.toString();
    }

    private void store(StoreStatus status) {
        head("wukongs_stable_snapshot", GAUGE, "Snapshot that one-shot queries read.");
        sample("wukongs_stable_snapshot", "", status.stableSnapshot());
        head("wukongs_stored_triples", GAUGE, "Triples in all stored graphs.");
        sample("wukongs_stored_triples", "", status.storedTripleCount());
        head("wukongs_streams", GAUGE, "Registered streams.");
        sample("wukongs_streams", "", status.streams().size());
        head("wukongs_queries", GAUGE, "Registered continuous queries.");
        sample("wukongs_queries", "", status.queries().size());
    }

    private void dictionary(DictionaryStatistics dictionary) {
        head("wukongs_dictionary_terms", GAUGE, "Terms in the dictionary.");
        sample("wukongs_dictionary_terms", "", dictionary.termCount());
        head("wukongs_dictionary_predicates", GAUGE, "Predicates among them.");
        sample("wukongs_dictionary_predicates", "", dictionary.predicateCount());
        head("wukongs_dictionary_memory_bytes", GAUGE, "Memory of the dictionary.");
        sample("wukongs_dictionary_memory_bytes", "", dictionary.memoryBytes());
        head("wukongs_dictionary_lookups_total", COUNTER, "Look-ups of terms, by outcome.");
        String name = "wukongs_dictionary_lookups_total";
        sample(name, label("outcome", "hit"), dictionary.hitCount());
        sample(name, label("outcome", "miss"), dictionary.missCount());
    }

    private void streams(List<StreamStatus> streams) {
        head("wukongs_stream_stable_seconds", GAUGE, "Event time up to which a stream is stable.");
        for (StreamStatus stream : streams) {
            if (isTime(stream.stableMs())) {
                double seconds = stream.stableMs() / MS_PER_SECOND;
                sample("wukongs_stream_stable_seconds", label("stream", stream.name()), seconds);
            }
        }
        head("wukongs_stream_ended", GAUGE, "1 when a stream has ended.");
        ofStreams(streams, "wukongs_stream_ended", s -> s.stableMs() == Long.MAX_VALUE ? 1 : 0);
        head("wukongs_stream_tuples_total", COUNTER, "Tuples taken into windows.");
        ofStreams(streams, "wukongs_stream_tuples_total", StreamStatus::tupleCount);
        head("wukongs_stream_late_tuples_total", COUNTER, "Tuples behind the stream's progress.");
        ofStreams(streams, "wukongs_stream_late_tuples_total", StreamStatus::lateCount);
        head("wukongs_stream_duplicate_messages_total", COUNTER, "Messages that came again.");
        ofStreams(streams, "wukongs_stream_duplicate_messages_total", StreamStatus::duplicateCount);
        head("wukongs_stream_staged_tuples", GAUGE, "Tuples of batches that are not injected yet.");
        ofStreams(streams, "wukongs_stream_staged_tuples", StreamStatus::stagedTupleCount);
        head("wukongs_stream_writers", GAUGE, "Writers of the current writer epoch.");
        ofStreams(streams, "wukongs_stream_writers", StreamStatus::writerCount);
        head("wukongs_stream_open_writers", GAUGE, "Those of them that are connected.");
        ofStreams(streams, "wukongs_stream_open_writers", StreamStatus::openWriterCount);
        head(
                "wukongs_stream_uncommitted_messages",
                GAUGE,
                "Messages of the current writer epoch that no completed checkpoint covers.");
        ofStreams(streams, "wukongs_stream_uncommitted_messages", StreamStatus::uncommittedCount);
        head("wukongs_stream_idle", GAUGE, "1 when no writer holds a stream back.");
        ofStreams(streams, "wukongs_stream_idle", s -> s.idle() ? 1 : 0);
        head("wukongs_stream_retained_tuples", GAUGE, "Tuples kept for windows.");
        ofStreams(streams, "wukongs_stream_retained_tuples", StreamStatus::retainedTupleCount);
    }

    private void queries(List<QueryStatus> queries) {
        head("wukongs_query_executions_total", COUNTER, "Executions of a continuous query.");
        ofQueries(queries, "wukongs_query_executions_total", QueryStatus::executionCount);
        head("wukongs_query_rows_total", COUNTER, "Rows that a continuous query has found.");
        ofQueries(queries, "wukongs_query_rows_total", QueryStatus::rowCount);
        head("wukongs_query_failures_total", COUNTER, "Executions that failed.");
        ofQueries(queries, "wukongs_query_failures_total", QueryStatus::failureCount);
        head(
                "wukongs_query_latency_seconds",
                GAUGE,
                "Engine time of one execution, by quantile since the registration.");
        latencies(queries, "0.5", QueryStatus::p50Us);
        latencies(queries, "0.99", QueryStatus::p99Us);
        latencies(queries, "1", QueryStatus::maxUs);
        head(
                "wukongs_query_lag_seconds",
                GAUGE,
                "How far its streams are stable beyond the next window end to be executed.");
        for (QueryStatus query : queries) {
            double seconds = query.lagMs() / MS_PER_SECOND;
            sample("wukongs_query_lag_seconds", label("query", query.name()), seconds);
        }
        head("wukongs_query_next_window_seconds", GAUGE, "End of the next window to be read.");
        for (QueryStatus query : queries) {
            if (isTime(query.nextWindowEndMs())) {
                double seconds = query.nextWindowEndMs() / MS_PER_SECOND;
                sample("wukongs_query_next_window_seconds", label("query", query.name()), seconds);
            }
        }
    }

    private void requests(RequestCounts requests) {
        head("wukongs_http_requests_active", GAUGE, "Requests being worked on.");
        sample("wukongs_http_requests_active", "", requests.active());
        head("wukongs_http_requests_total", COUNTER, "Requests answered, by class of status.");
        for (int statusClass = 2; statusClass <= 5; statusClass++) {
            String name = label("status", statusClass + "xx");
            sample("wukongs_http_requests_total", name, requests.answered(statusClass));
        }
    }

    private void ofStreams(
            List<StreamStatus> streams, String name, ToLongFunction<StreamStatus> value) {
        for (StreamStatus stream : streams) {
            sample(name, label("stream", stream.name()), value.applyAsLong(stream));
        }
    }

    private void ofQueries(
            List<QueryStatus> queries, String name, ToLongFunction<QueryStatus> value) {
        for (QueryStatus query : queries) {
            sample(name, label("query", query.name()), value.applyAsLong(query));
        }
    }

    private void latencies(
            List<QueryStatus> queries, String quantile, ToDoubleFunction<QueryStatus> valueUs) {
        for (QueryStatus query : queries) {
            String labels = label("query", query.name()) + ',' + label("quantile", quantile);
            double seconds = valueUs.applyAsDouble(query) / US_PER_SECOND;
            sample("wukongs_query_latency_seconds", labels, seconds);
        }
    }

    private void head(String name, String type, String help) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void sample(String name, String labels, long value) {
        sample(name, labels, Long.toString(value));
    }

    private void sample(String name, String labels, double value) {
        sample(name, labels, Double.toString(value));
    }

    private void sample(String name, String labels, String value) {
        out.append(name);
        if (!labels.isEmpty()) {
            out.append('{').append(labels).append('}');
        }
        out.append(' ').append(value).append('\n');
    }

    private static String label(String name, String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return name + "=\"" + escaped + '"';
    }

    private static boolean isTime(long ms) {
        return ms != Long.MIN_VALUE && ms != Long.MAX_VALUE;
    }
}
