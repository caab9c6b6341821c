package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;

/** What a store has done as JSON. A time that there is not yet is null. */
final class StatusJson {

    private StatusJson() {}

    static ObjectNode of(StoreStatus status) {
        ObjectNode node = object();
        node.put("stableSnapshot", status.stableSnapshot());
        node.put("storedTripleCount", status.storedTripleCount());
        node.setAll(streams(status));
        node.setAll(queries(status));
        return node;
    }

    static ObjectNode streams(StoreStatus status) {
        ObjectNode node = object();
        ArrayNode streams = node.putArray("streams");
        for (StreamStatus stream : status.streams()) {
            ObjectNode one = streams.addObject();
            one.put("name", stream.name());
            one.put("stableMs", time(stream.stableMs()));
            one.put("ended", stream.stableMs() == Long.MAX_VALUE);
            one.put("tupleCount", stream.tupleCount());
            one.put("lateCount", stream.lateCount());
            one.put("retainedTupleCount", stream.retainedTupleCount());
        }
        return node;
    }

    static ObjectNode queries(StoreStatus status) {
        ObjectNode node = object();
        ArrayNode queries = node.putArray("queries");
        for (QueryStatus query : status.queries()) {
            ObjectNode one = queries.addObject();
            one.put("name", query.name());
            one.put("url", url(query.name()));
            one.setAll(of(query));
        }
        return node;
    }

    static ObjectNode of(QueryDescription query) {
        ObjectNode node = object();
        node.put("name", query.name());
        node.put("url", url(query.name()));
        node.put("text", query.text());
        node.put("form", query.form().name());
        strings(node.putArray("vars"), query.vars());
        strings(node.putArray("streams"), query.streams());
        node.put("stepMs", query.stepMs());
        return node;
    }

    static ObjectNode of(QueryStatus query) {
        ObjectNode node = object();
        node.put("executionCount", query.executionCount());
        node.put("rowCount", query.rowCount());
        node.put("nextWindowEndMs", time(query.nextWindowEndMs()));
        node.put("failureCount", query.failureCount());
        node.put("lagMs", query.lagMs());
        ObjectNode latency = node.putObject("latencyUs");
        latency.put("p50", query.p50Us());
        latency.put("p99", query.p99Us());
        latency.put("max", query.maxUs());
        return node;
    }

    static String url(String query) {
        return "/queries/" + UrlEncoding.encodeSegment(query);
    }

    private static Long time(long ms) {
        return ms == Long.MIN_VALUE || ms == Long.MAX_VALUE ? null : ms;
    }

    private static void strings(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
