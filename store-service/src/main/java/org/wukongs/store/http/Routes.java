package org.wukongs.store.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.http.StoreNumbers.HttpNumbers;
import org.wukongs.store.log.LogStall;
import org.wukongs.store.security.Right;
import org.wukongs.store.server.StoreServer;

/** Maps paths and methods to the code that answers. */
final class Routes {

    private static final String INDEX =
            """
            Wukong+S store

            GET, POST   /sparql         SPARQL 1.1 Protocol, queries; POST takes updates, too
            POST        /update         SPARQL 1.1 Protocol, updates
            GET, PUT, POST, DELETE /graphs?graph=IRI|default  SPARQL 1.1 Graph Store Protocol
            GET, POST   /queries        continuous queries; POST registers a C-SPARQL text
            GET, DELETE /queries/NAME   one continuous query
            GET         /queries/NAME/results  its windows, live
            GET, POST   /streams        streams and their progress; POST registers one (JSON)
            GET, POST, DELETE /streams/NAME  one stream; POST adds tuples
            GET         /streams/NAME/results  its tuples, live
            GET         /status         the store, its streams and its queries
            GET         /cluster        the nodes of a cluster
            GET         /metrics        the same for Prometheus
            GET         /health         200 while the store runs
            GET         /console/FILE   the console's files; a browser gets its page at /
            """;

    private static final String TEXT = "text/plain; charset=utf-8";

    /** The attribute of a request with what its path has. */
    private static final String RESOURCE = "org.wukongs.resource";

    /** What a path has; null if there is no such path. */
    private record Resource(Map<String, Route> methods) {}

    /** What answers a method of a path, and the right that it needs. */
    private record Route(Right right, Function<HttpRequest, HttpReply> answer) {}

    private final StoreServer store;
    private final SparqlResource sparql;
    private final UpdateResource updates;
    private final GraphsResource graphs;
    private final QueriesResource queries;
    private final StreamsResource streams;
    private final ConsoleResource console = new ConsoleResource(INDEX);
    private final RequestCounts counts;
    private final HttpConnections connections;
    private final LiveResults live;
    private final MetricsPage metrics = new MetricsPage();

    /** {@code base} resolves the relative IRIs of queries. */
    Routes(
            StoreServer store,
            String base,
            RequestCounts counts,
            HttpConnections connections,
            LiveResults live) {
        this.store = store;
        this.live = live;
        this.updates = new UpdateResource(store, base);
        this.sparql = new SparqlResource(store, base, updates);
        this.graphs = new GraphsResource(store);
        this.queries = new QueriesResource(store, live);
        this.streams = new StreamsResource(store, live);
        this.counts = counts;
        this.connections = connections;
    }

    HttpReply answer(HttpRequest request) {
        Map<String, Route> methods = methods(request);
        if (methods == null) {
            throw new HttpProblem(Kind.NOT_FOUND, "no such path: path=" + request.path());
        }
        String method = request.method();
        if (method.equals("OPTIONS")) {
            return HttpReply.empty(204).header("Allow", allow(methods));
        }
        Route route = route(methods, method);
        if (route == null) {
            throw new HttpProblem(
                            Kind.METHOD_NOT_ALLOWED,
                            "method not supported here:" + " method=" + method)
                    .withHeader("Allow", allow(methods));
        }
        request.need(route.right());
        return route.answer().apply(request);
    }

    /**
     * Returns the right that a request needs, as far as its head shows; an update that is sent as a
     * query needs another one. What does not exist is told only to those who may see what does.
     */
    Right right(HttpRequest request) {
        Map<String, Route> methods = methods(request);
        if (request.method().equals("OPTIONS")) {
            return Right.GREET; // browsers ask without a token
        }
        Route route = methods == null ? null : route(methods, request.method());
        return route == null ? Right.STATUS : route.right();
    }

    private static Route route(Map<String, Route> methods, String method) {
        return methods.get(method.equals("HEAD") ? "GET" : method);
    }

    /** Returns where another node of the cluster answers, as {@code http://HOST:PORT}. */
    String addressOf(int node) {
        return store.httpAddress(node);
    }

    private Map<String, Route> methods(HttpRequest request) {
        return request.once(RESOURCE, Resource.class, () -> new Resource(methods(request.path())))
                .methods();
    }

    private Map<String, Route> methods(List<String> path) {
        Map<String, Route> methods = new LinkedHashMap<>();
        if (path.size() == 2 && path.get(0).equals("queries")) {
            put(methods, "GET", Right.STATUS, request -> queries.get(path.get(1), request));
            put(methods, "DELETE", Right.DROP, request -> queries.unregister(path.get(1)));
            return methods;
        }
        if (path.size() == 3 && path.get(0).equals("queries") && path.get(2).equals("results")) {
            put(methods, "GET", Right.TAIL, request -> queries.results(path.get(1), request));
            return methods;
        }
        if (path.size() == 2 && path.get(0).equals("streams")) {
            put(methods, "GET", Right.STATUS, request -> streams.describe(path.get(1)));
            put(methods, "POST", Right.STREAM, request -> streams.add(path.get(1), request));
            put(methods, "DELETE", Right.DROP, request -> streams.drop(path.get(1)));
            return methods;
        }
        if (path.size() == 3 && path.get(0).equals("streams") && path.get(2).equals("results")) {
            put(methods, "GET", Right.TAIL, request -> streams.results(path.get(1), request));
            return methods;
        }
        if (path.size() > 1 && path.get(0).equals("console")) {
            List<String> file = path.subList(1, path.size());
            put(methods, "GET", Right.GREET, request -> console.file(file));
            return methods;
        }
        if (path.size() > 1) {
            return null;
        }
        switch (path.isEmpty() ? "" : path.get(0)) {
            case "" -> put(methods, "GET", Right.GREET, console::start);
            case "sparql" -> {
                put(methods, "GET", Right.QUERY, sparql::get);
                put(methods, "POST", Right.QUERY, sparql::post);
            }
            case "update" -> put(methods, "POST", Right.UPDATE, updates::post);
            case "graphs" -> {
                put(methods, "GET", Right.QUERY, graphs::get);
                put(methods, "PUT", Right.UPDATE, graphs::put);
                put(methods, "POST", Right.UPDATE, graphs::post);
                put(methods, "DELETE", Right.UPDATE, graphs::delete);
            }
            case "queries" -> {
                put(methods, "GET", Right.STATUS, queries::list);
                put(methods, "POST", Right.REGISTER, queries::register);
            }
            case "streams" -> {
                put(methods, "GET", Right.STATUS, request -> streams.list());
                put(methods, "POST", Right.STREAM, streams::register);
            }
            case "status" -> put(methods, "GET", Right.STATUS, request -> status());
            case "cluster" -> put(methods, "GET", Right.STATUS, request -> cluster());
            case "metrics" -> put(methods, "GET", Right.STATUS, this::metrics);
            case "health" -> put(methods, "GET", Right.GREET, request -> health());
            default -> {
                return null;
            }
        }
        return methods;
    }

    private static void put(
            Map<String, Route> methods,
            String method,
            Right right,
            Function<HttpRequest, HttpReply> answer) {
        methods.put(method, new Route(right, answer));
    }

    private HttpReply status() {
        return HttpReply.json(200, StatusJson.of(store.statusOfAll(HttpLimits.STATUS_WAIT_MS)));
    }

    private HttpReply cluster() {
        return HttpReply.json(
                200, StatusJson.cluster(store.statusOfAll(HttpLimits.STATUS_WAIT_MS)));
    }

    private HttpReply metrics(HttpRequest request) {
        StoreNumbers numbers =
                StoreNumbers.of(store, new HttpNumbers(counts, connections, live.counts()));
        return metrics.answer(numbers, request.accept());
    }

    /**
     * Does not ask the agent: a long query does not mean bad health. Nor does a log or a copy that
     * cannot be written: queries are answered, and another start would not help.
     */
    private HttpReply health() {
        if (store.isClosed()) {
            throw new HttpProblem(Kind.BUSY, "the store has stopped");
        }
        return HttpReply.text(200, TEXT, healthText() + "\n");
    }

    private String healthText() {
        LogStall stall = store.logStall();
        if (stall != null) {
            return "takes no data, the log cannot be written: " + stall.reason();
        }
        String failure = store.copyFailure();
        return failure == null ? "ok" : "ok, but the copy cannot be written: " + failure;
    }

    private static String allow(Map<String, ?> methods) {
        TreeSet<String> allowed = new TreeSet<>(methods.keySet());
        allowed.add("HEAD");
        allowed.add("OPTIONS");
        return String.join(", ", allowed);
    }
}
