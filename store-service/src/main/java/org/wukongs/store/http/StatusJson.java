package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.client.StoreStatus.CopyStatus;
import org.wukongs.client.StoreStatus.JoiningNode;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.StoreStatus.RestoredStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.TemplateDescription;
import org.wukongs.stream.StreamDefinition;

/** Writes a store's status as JSON. A time that is not yet known is null. */
final class StatusJson {

    private static final int NS_PER_US = 1000;

    private StatusJson() {}

    static ObjectNode of(StoreStatus status) {
        ObjectNode node = object();
        node.put("stableSnapshot", status.stableSnapshot());
        node.put("storedTripleCount", status.storedTripleCount());
        restored(status.restored(), node);
        node.setAll(streams(status));
        node.setAll(queries(status));
        ArrayNode changelogs = node.putArray("changelogs");
        for (ChangelogStatus changelog : status.changelogs()) {
            ObjectNode one = changelogs.addObject();
            one.put("graph", changelog.graph());
            one.put("readerCount", changelog.readerCount());
            one.put("changeCount", changelog.changeCount());
            one.put("memoryBytes", changelog.memoryBytes());
            one.put("fromSnapshot", changelog.fromSnapshot());
        }
        log(status.log(), node);
        copy(status.copy(), node);
        nodes(status.nodes(), node);
        joining(status.joining(), node);
        replicas(status.replicas(), node);
        return node;
    }

    private static void replicas(List<ReplicaStatus> replicas, ObjectNode node) {
        ArrayNode all = node.putArray("replicas");
        for (ReplicaStatus replica : replicas) {
            ObjectNode one = all.addObject();
            one.put("stream", replica.stream());
            one.put("home", replica.home());
            one.put("node", replica.node());
            one.put("stableMs", time(replica.stableMs()));
            one.put("tupleCount", replica.tupleCount());
            one.put("byteCount", replica.byteCount());
            one.put("retainedTupleCount", replica.retainedTupleCount());
            one.put("failure", replica.failure().isEmpty() ? null : replica.failure());
        }
    }

    /** The nodes of a cluster, and what they copy; none for a store of one node. */
    static ObjectNode cluster(StoreStatus status) {
        ObjectNode node = object();
        nodes(status.nodes(), node);
        joining(status.joining(), node);
        replicas(status.replicas(), node);
        return node;
    }

    private static void nodes(List<NodeStatus> nodes, ObjectNode node) {
        ArrayNode all = node.putArray("nodes");
        for (NodeStatus status : nodes) {
            ObjectNode one = all.addObject();
            one.put("node", status.node());
            one.put("self", status.self());
            one.put("address", status.address());
            one.put("clientAddress", status.clientAddress());
            one.put("failure", status.failure().isEmpty() ? null : status.failure());
            one.put("fabric", status.fabric().isEmpty() ? null : status.fabric());
            one.put("partitionCount", status.partitionCount());
            strings(one.putArray("streams"), status.streams());
            one.put("madeSnapshot", status.madeSnapshot());
            one.put("turnsBehind", status.turnsBehind());
            size(status.size(), one);
        }
    }

    private static void joining(List<JoiningNode> nodes, ObjectNode node) {
        ArrayNode all = node.putArray("joining");
        for (JoiningNode joining : nodes) {
            ObjectNode one = all.addObject();
            one.put("node", joining.node());
            one.put("address", joining.address());
            one.put("clientAddress", joining.clientAddress());
            one.put("failure", joining.failure().isEmpty() ? null : joining.failure());
        }
    }

    /** Null where a node does not answer. */
    private static void size(NodeSize size, ObjectNode one) {
        one.put("stableSnapshot", size == null ? null : (Long) size.stableSnapshot());
        one.put("tripleCount", size == null ? null : (Long) size.tripleCount());
        one.put("memoryBytes", size == null ? null : (Long) size.memoryBytes());
        one.put("queryCount", size == null ? null : (Integer) size.queryCount());
        boolean hasHttp = size != null && !size.httpAddress().isEmpty();
        one.put("httpAddress", hasHttp ? size.httpAddress() : null);
    }

    private static void restored(RestoredStatus restored, ObjectNode node) {
        if (restored == null) {
            node.putNull("restored");
            return;
        }
        ObjectNode from = node.putObject("restored");
        from.put("checkpoint", restored.directory());
        from.put("madeMs", restored.madeMs());
        from.put("tripleCount", restored.tripleCount());
        from.put("termCount", restored.termCount());
        from.put("streamCount", restored.streamCount());
        from.put("queryCount", restored.queryCount());
    }

    private static void copy(CopyStatus copy, ObjectNode node) {
        if (copy == null) {
            node.putNull("copy");
            return;
        }
        ObjectNode one = node.putObject("copy");
        one.put("place", copy.place());
        one.put("awaitedAtBarriers", copy.awaitedAtBarriers());
        one.put("position", copy.position());
        one.put("behindBytes", copy.behindBytes());
        one.put("behindMs", copy.behindMs());
        one.put("failure", copy.failure().isEmpty() ? null : copy.failure());
    }

    private static void log(LogStatus log, ObjectNode node) {
        if (log == null) {
            node.putNull("log");
            return;
        }
        ObjectNode one = node.putObject("log");
        one.put("appendedPosition", log.appendedPosition());
        one.put("writtenPosition", log.writtenPosition());
        one.put("durablePosition", log.durablePosition());
        one.put("stall", log.isStalled() ? log.stall() : null);
        one.put("stalledMs", log.stalledMs());
    }

    static ObjectNode streams(StoreStatus status) {
        ObjectNode node = object();
        ArrayNode streams = node.putArray("streams");
        for (StreamStatus stream : status.streams()) {
            streams.add(of(stream));
        }
        return node;
    }

    static ObjectNode of(StreamStatus stream) {
        ObjectNode node = object();
        node.put("name", stream.name());
        node.put("url", streamUrl(stream.name()));
        node.put("batchIntervalMs", stream.batchIntervalMs());
        node.put("graph", stream.graph());
        node.put("stableMs", time(stream.stableMs()));
        node.put("newestMs", time(stream.newestMs()));
        node.put("ended", stream.stableMs() == Long.MAX_VALUE);
        node.put("idle", stream.idle());
        node.put("writerCount", stream.writerCount());
        node.put("openWriterCount", stream.openWriterCount());
        node.put("tupleCount", stream.tupleCount());
        node.put("lateCount", stream.lateCount());
        node.put("duplicateMessageCount", stream.duplicateCount());
        node.put("uncommittedMessageCount", stream.uncommittedCount());
        node.put("stagedTupleCount", stream.stagedTupleCount());
        node.put("retainedTupleCount", stream.retainedTupleCount());
        node.put("yieldedTupleCount", stream.yieldedTupleCount());
        node.put("mentionCount", stream.mentionCount());
        node.put("expiredTripleCount", stream.expiredTripleCount());
        return node;
    }

    static ObjectNode of(StreamDefinition stream) {
        ObjectNode node = object();
        node.put("name", stream.name());
        node.put("url", streamUrl(stream.name()));
        node.put("batchIntervalMs", stream.batchIntervalMs());
        node.put("graph", stream.graph());
        strings(
                node.putArray("timingPredicates"),
                stream.timingPredicates().stream().sorted().toList());
        node.put("retention", stream.retention().toString());
        return node;
    }

    static String streamUrl(String stream) {
        return "/streams/" + UrlEncoding.encodeSegment(stream);
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
        node.put("template", query.template());
        return node;
    }

    static ObjectNode of(QueryStatus query) {
        ObjectNode node = object();
        node.put("executionCount", query.executionCount());
        node.put("rowCount", query.rowCount());
        node.put("nextWindowEndMs", time(query.nextWindowEndMs()));
        node.put("failureCount", query.failureCount());
        node.put("lagMs", query.lagMs());
        node.put("lostWindowCount", query.lostWindowCount());
        ArrayNode readers = node.putArray("readers");
        for (ReaderStatus reader : query.readers()) {
            ObjectNode one = readers.addObject();
            one.put("name", reader.name());
            one.put("nextWindowEndMs", time(reader.nextWindowEndMs()));
            one.put("connected", reader.connected());
        }
        ObjectNode latency = node.putObject("latencyUs");
        latency.put("p50", query.p50Us());
        latency.put("p99", query.p99Us());
        latency.put("max", query.maxUs());
        return node;
    }

    /** The first templates by name, at most as many as a client gets at a time. */
    static void templates(List<TemplateDescription> templates, ObjectNode node) {
        ArrayNode all = node.putArray("templates");
        for (TemplateDescription template : templates) {
            ObjectNode one = all.addObject();
            one.put("name", template.name());
            one.put("text", template.text());
            one.put("form", template.form().name());
            strings(one.putArray("vars"), template.vars());
            strings(one.putArray("streams"), template.streams());
            one.put("stepMs", template.stepMs());
            one.put("memberCount", template.memberCount());
            one.put("queryCount", template.queryCount());
        }
    }

    /** Counts of executions up to each power of two of µs. */
    static void latencies(Histogram latencyNs, ObjectNode node) {
        ArrayNode all = node.putArray("latencyHistogramUs");
        for (HistogramIterationValue bucket : latencyNs.logarithmicBucketValues(NS_PER_US, 2)) {
            ObjectNode one = all.addObject();
            one.put("upTo", (bucket.getValueIteratedTo() + 1) / NS_PER_US);
            one.put("count", bucket.getCountAddedInThisIterationStep());
        }
    }

    static String url(String query) {
        return "/queries/" + UrlEncoding.encodeSegment(query);
    }

    static Long time(long ms) {
        return ms == Long.MIN_VALUE || ms == Long.MAX_VALUE ? null : ms;
    }

    private static void strings(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
