package org.wukongs.store.http;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.store.dictionary.DictionaryStatistics;
import org.wukongs.store.server.CheckpointStatistics;
import org.wukongs.store.server.ConnectionStatistics;
import org.wukongs.store.server.StoreServer;

/** A store's numbers in Prometheus' text format, base units and all. */
final class MetricsText {

    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double MS_PER_SECOND = 1e3;
    private static final double US_PER_SECOND = 1e6;

    private final StringBuilder out = new StringBuilder();

    private MetricsText() {}

    static String of(
            StoreStatus status,
            DictionaryStatistics dictionary,
            StoreServer server,
            RequestCounts requests,
            HttpConnections httpConnections) {
        MetricsText text = new MetricsText();
        text.store(status);
        text.dictionary(dictionary);
        text.reads(server);
        text.checkpoints(server.checkpointStatistics());
        text.streams(status.streams());
        text.queries(status.queries());
        text.connections(server.connectionStatistics());
        text.requests(requests);
        text.httpConnections(httpConnections);
        return text.out.toString();
    }

    private void store(StoreStatus status) {
        alone(StoreMetric.STABLE_SNAPSHOT, status.stableSnapshot());
        alone(StoreMetric.STORED_TRIPLES, status.storedTripleCount());
        alone(StoreMetric.STREAMS, status.streams().size());
        alone(StoreMetric.QUERIES, status.queries().size());
    }

    private void dictionary(DictionaryStatistics dictionary) {
        alone(StoreMetric.DICTIONARY_TERMS, dictionary.termCount());
        alone(StoreMetric.DICTIONARY_PREDICATES, dictionary.predicateCount());
        alone(StoreMetric.DICTIONARY_MEMORY_BYTES, dictionary.memoryBytes());
        head(StoreMetric.DICTIONARY_LOOKUPS);
        sample(StoreMetric.DICTIONARY_LOOKUPS, label("outcome", "hit"), dictionary.hitCount());
        sample(StoreMetric.DICTIONARY_LOOKUPS, label("outcome", "miss"), dictionary.missCount());
    }

    private void reads(StoreServer server) {
        alone(StoreMetric.QUERIES_MEMORY_BYTES, server.queryBudget().takenBytes());
        alone(StoreMetric.QUERIES_REFUSED, server.queryBudget().refusalCount());
        alone(StoreMetric.QUERY_ERRORS, server.queryErrorCount());
        alone(StoreMetric.READERS_DROPPED, server.droppedReaderCount());
    }

    private void checkpoints(CheckpointStatistics checkpoints) {
        alone(StoreMetric.CHECKPOINTS, checkpoints.count());
        alone(StoreMetric.CHECKPOINT_FAILURES, checkpoints.failureCount());
        aloneMs(StoreMetric.CHECKPOINT_LAST_END_SECONDS, checkpoints.lastEndMs());
        alone(StoreMetric.CHECKPOINT_LAST_BYTES, checkpoints.lastBytes());
        aloneMs(StoreMetric.CHECKPOINT_LAST_DURATION_SECONDS, checkpoints.lastDurationMs());
        aloneMs(StoreMetric.CHECKPOINT_LAST_PAUSE_SECONDS, checkpoints.lastPauseMs());
    }

    private void connections(ConnectionStatistics connections) {
        alone(StoreMetric.CONNECTIONS, connections.openCount());
        alone(StoreMetric.CONNECTIONS_REFUSED, connections.refusedCount());
        alone(StoreMetric.CONNECTIONS_FAILED, connections.failedCount());
        alone(StoreMetric.CONNECTIONS_CUT, connections.cutCount());
        alone(StoreMetric.FRAME_MEMORY_BYTES, connections.frameBytes());
    }

    private void streams(List<StreamStatus> streams) {
        head(StoreMetric.STREAM_STABLE_SECONDS);
        for (StreamStatus stream : streams) {
            if (isTime(stream.stableMs())) {
                double seconds = stream.stableMs() / MS_PER_SECOND;
                sample(StoreMetric.STREAM_STABLE_SECONDS, label("stream", stream.name()), seconds);
            }
        }
        ofStreams(streams, StoreMetric.STREAM_ENDED, s -> s.stableMs() == Long.MAX_VALUE ? 1 : 0);
        ofStreams(streams, StoreMetric.STREAM_TUPLES, StreamStatus::tupleCount);
        ofStreams(streams, StoreMetric.STREAM_LATE_TUPLES, StreamStatus::lateCount);
        ofStreams(streams, StoreMetric.STREAM_DUPLICATE_MESSAGES, StreamStatus::duplicateCount);
        ofStreams(streams, StoreMetric.STREAM_STAGED_TUPLES, StreamStatus::stagedTupleCount);
        ofStreams(streams, StoreMetric.STREAM_WRITERS, StreamStatus::writerCount);
        ofStreams(streams, StoreMetric.STREAM_OPEN_WRITERS, StreamStatus::openWriterCount);
        ofStreams(streams, StoreMetric.STREAM_UNCOMMITTED_MESSAGES, StreamStatus::uncommittedCount);
        ofStreams(streams, StoreMetric.STREAM_IDLE, s -> s.idle() ? 1 : 0);
        ofStreams(streams, StoreMetric.STREAM_RETAINED_TUPLES, StreamStatus::retainedTupleCount);
        ofStreams(streams, StoreMetric.STREAM_YIELDED_TUPLES, StreamStatus::yieldedTupleCount);
    }

    private void queries(List<QueryStatus> queries) {
        ofQueries(queries, StoreMetric.QUERY_EXECUTIONS, QueryStatus::executionCount);
        ofQueries(queries, StoreMetric.QUERY_ROWS, QueryStatus::rowCount);
        ofQueries(queries, StoreMetric.QUERY_FAILURES, QueryStatus::failureCount);
        ofQueries(queries, StoreMetric.QUERY_LOST_WINDOWS, QueryStatus::lostWindowCount);
        head(StoreMetric.QUERY_LATENCY_SECONDS);
        latencies(queries, "0.5", QueryStatus::p50Us);
        latencies(queries, "0.99", QueryStatus::p99Us);
        latencies(queries, "1", QueryStatus::maxUs);
        head(StoreMetric.QUERY_LAG_SECONDS);
        for (QueryStatus query : queries) {
            double seconds = query.lagMs() / MS_PER_SECOND;
            sample(StoreMetric.QUERY_LAG_SECONDS, label("query", query.name()), seconds);
        }
        head(StoreMetric.QUERY_NEXT_WINDOW_SECONDS);
        for (QueryStatus query : queries) {
            if (isTime(query.nextWindowEndMs())) {
                double seconds = query.nextWindowEndMs() / MS_PER_SECOND;
                sample(
                        StoreMetric.QUERY_NEXT_WINDOW_SECONDS,
                        label("query", query.name()),
                        seconds);
            }
        }
    }

    private void requests(RequestCounts requests) {
        alone(StoreMetric.HTTP_REQUESTS_ACTIVE, requests.active());
        head(StoreMetric.HTTP_REQUESTS);
        for (int statusClass = 2; statusClass <= 5; statusClass++) {
            String name = label("status", statusClass + "xx");
            sample(StoreMetric.HTTP_REQUESTS, name, requests.answered(statusClass));
        }
    }

    private void httpConnections(HttpConnections connections) {
        alone(StoreMetric.HTTP_CONNECTIONS, connections.openCount());
        head(StoreMetric.HTTP_CONNECTIONS_CUT);
        sample(StoreMetric.HTTP_CONNECTIONS_CUT, label("reason", "slow"), connections.slowCount());
        sample(
                StoreMetric.HTTP_CONNECTIONS_CUT,
                label("reason", "crowded"),
                connections.evictedCount());
    }

    private void ofStreams(
            List<StreamStatus> streams, StoreMetric metric, ToLongFunction<StreamStatus> value) {
        head(metric);
        for (StreamStatus stream : streams) {
            sample(metric, label("stream", stream.name()), value.applyAsLong(stream));
        }
    }

    private void ofQueries(
            List<QueryStatus> queries, StoreMetric metric, ToLongFunction<QueryStatus> value) {
        head(metric);
        for (QueryStatus query : queries) {
            sample(metric, label("query", query.name()), value.applyAsLong(query));
        }
    }

    private void latencies(
            List<QueryStatus> queries, String quantile, ToDoubleFunction<QueryStatus> valueUs) {
        for (QueryStatus query : queries) {
            String labels = label("query", query.name()) + ',' + label("quantile", quantile);
            double seconds = valueUs.applyAsDouble(query) / US_PER_SECOND;
            sample(StoreMetric.QUERY_LATENCY_SECONDS, labels, seconds);
        }
    }

    private void alone(StoreMetric metric, long value) {
        head(metric);
        sample(metric, "", value);
    }

    private void aloneMs(StoreMetric metric, long valueMs) {
        head(metric);
        sample(metric, "", valueMs / MS_PER_SECOND);
    }

    private void head(StoreMetric metric) {
        String name = metric.metricName();
        out.append("# HELP ").append(name).append(' ').append(metric.meaning()).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(metric.kind()).append('\n');
    }

    private void sample(StoreMetric metric, String labels, long value) {
        sample(metric, labels, Long.toString(value));
    }

    private void sample(StoreMetric metric, String labels, double value) {
        sample(metric, labels, Double.toString(value));
    }

    private void sample(StoreMetric metric, String labels, String value) {
        out.append(metric.metricName());
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
