package org.wukongs.store.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;

/** {@code /streams}: registered streams, and tuples for them. */
final class StreamsResource {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final Set<String> FIELDS =
            Set.of("name", "batchIntervalMs", "graph", "timingPredicates", "retention");

    private final StoreServer store;
    private final LiveResults live;

    /** Writers by stream; those of dropped streams are removed when a new writer is added. */
    private final Map<String, HttpStreamWriter> writers = new ConcurrentHashMap<>();

    StreamsResource(StoreServer store, LiveResults live) {
        this.store = store;
        this.live = live;
    }

    HttpReply list() {
        return HttpReply.json(
                200, StatusJson.streams(store.statusOfAll(HttpLimits.STATUS_WAIT_MS)));
    }

    HttpReply describe(String name) {
        return HttpReply.json(
                200,
                store.read(
                        node -> {
                            ObjectNode description = StatusJson.of(known(node, name));
                            description.put(
                                    "sequence",
                                    node.coordinator().progress(name).intake().sequence());
                            for (StreamStatus status : node.status().streams()) {
                                if (status.name().equals(name)) {
                                    description.setAll(StatusJson.of(status));
                                }
                            }
                            return description;
                        }));
    }

    HttpReply register(HttpRequest request) {
        StreamDefinition definition = definition(request);
        boolean created = store.registerStream(definition, node -> register(node, definition));
        return HttpReply.json(created ? 201 : 200, StatusJson.of(definition))
                .header("Location", StatusJson.streamUrl(definition.name()));
    }

    /** Returns false if an equal stream was registered before. */
    private static boolean register(StoreNode node, StreamDefinition definition) {
        StreamDefinition known = node.streams().stream(definition.name()).orElse(null);
        if (known != null && !known.equals(definition)) {
            throw new HttpProblem(
                    Kind.CONFLICT,
                    "the stream is registered with other settings, drop it first:"
                            + " name="
                            + known.name());
        }
        node.streams().register(definition);
        return known == null;
    }

    HttpReply drop(String name) {
        return store.dropStream(
                name,
                node -> {
                    known(node, name);
                    List<String> readers = node.continuous().readersOf(name);
                    if (!readers.isEmpty()) {
                        throw new HttpProblem(
                                Kind.CONFLICT,
                                "queries read the stream, unregister them first: queries="
                                        + readers);
                    }
                    node.dropStream(name);
                    return HttpReply.empty(204);
                });
    }

    /** The tuples of a stream as they become visible, for as long as the client reads. */
    HttpReply results(String name, HttpRequest request) {
        LiveRequest asked = LiveRequest.ofTuples(request);
        store.checkHere(HomeSubject.stream(name));
        store.read(node -> known(node, name));
        return live.reply(asked, new StreamTuples.Of(store.liveTuples(), name));
    }

    HttpReply add(String name, HttpRequest request) {
        String type = request.bodyType();
        if (type.equals("application/json") || type.equals("application/ld+json")) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE,
                    "tuples must be lines of text/plain, each an event time in ms, a tab and an"
                            + " N-Triples statement:"
                            + " contentType="
                            + type);
        }
        IntakeOptions options = IntakeOptions.of(new Parameters().add(request.urlQuery()));
        StreamDefinition stream =
                store.read(
                        node -> {
                            StreamDefinition found = known(node, name);
                            if (!writers.containsKey(name)) {
                                writers.keySet().retainAll(node.streams().streamNames());
                            }
                            return found;
                        });
        HttpStreamWriter writer =
                writers.computeIfAbsent(name, n -> new HttpStreamWriter(store, n));
        return HttpReply.json(200, writer.add(stream, request.body(), options));
    }

    private static StreamDefinition known(StoreNode node, String name) {
        return node.streams().stream(name)
                .orElseThrow(() -> new HttpProblem(Kind.NOT_FOUND, "no such stream: name=" + name));
    }

    private static StreamDefinition definition(HttpRequest request) {
        JsonNode body;
        try {
            body = JSON.readTree(request.bodyText());
        } catch (JsonProcessingException e) {
            throw new HttpProblem(
                            Kind.BAD_REQUEST, "the body is not JSON: " + e.getOriginalMessage())
                    .with("line", e.getLocation() == null ? 1 : e.getLocation().getLineNr());
        }
        if (!body.isObject() || !body.path("name").isTextual()) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "a stream must be an object with a name: fields=" + FIELDS);
        }
        for (Iterator<String> names = body.fieldNames(); names.hasNext(); ) {
            String field = names.next();
            if (!FIELDS.contains(field)) {
                throw new HttpProblem(
                        Kind.BAD_REQUEST,
                        "a stream has no such field: field=" + field + " fields=" + FIELDS);
            }
        }
        long batchIntervalMs = interval(body.path("batchIntervalMs"));
        String graph = text(body.path("graph"), "graph must be a name", StreamDefinition.STORED);
        Set<String> predicates = predicates(body.path("timingPredicates"));
        String retention =
                text(
                        body.path("retention"),
                        "retention must be a text, such as 60s",
                        Retention.FOREVER.toString());
        try {
            return new StreamDefinition(
                    body.path("name").textValue(),
                    batchIntervalMs,
                    graph,
                    predicates,
                    Retention.parse(retention));
        } catch (WukongsException e) {
            throw new HttpProblem(Kind.BAD_REQUEST, e.getMessage());
        }
    }

    private static long interval(JsonNode value) {
        if (value.isMissingNode()) {
            return StreamDefinition.BATCH_INTERVAL_MS_DEFAULT;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "batchIntervalMs must be a whole number: value=" + value);
        }
        return value.longValue();
    }

    private static String text(JsonNode value, String rule, String byDefault) {
        if (!value.isMissingNode() && !value.isTextual()) {
            throw new HttpProblem(Kind.BAD_REQUEST, rule + ": value=" + value);
        }
        return value.asText(byDefault);
    }

    private static Set<String> predicates(JsonNode value) {
        Set<String> predicates = new LinkedHashSet<>();
        boolean valid = value.isMissingNode() || value.isArray();
        for (JsonNode predicate : value) {
            valid &= predicate.isTextual();
            predicates.add(predicate.asText());
        }
        if (!valid) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "timingPredicates must be a list of IRIs: value=" + value);
        }
        return predicates;
    }
}
