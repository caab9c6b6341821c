package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.wukongs.client.HomeSubject;
import org.wukongs.store.continuous.QueryNameTakenException;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.security.Right;
import org.wukongs.store.server.StoreServer;

/** {@code /queries}: registered continuous queries. */
final class QueriesResource {

    private final StoreServer store;
    private final LiveResults live;

    QueriesResource(StoreServer store, LiveResults live) {
        this.store = store;
        this.live = live;
    }

    /** With {@code templates=true} also the first templates, which waits for all nodes. */
    HttpReply list(HttpRequest request) {
        boolean withTemplates = isTrue(request, "templates");
        ObjectNode node = StatusJson.queries(store.statusOfAll(HttpLimits.STATUS_WAIT_MS));
        if (withTemplates) {
            StatusJson.templates(store.templates("", HttpLimits.TEMPLATE_COUNT_MAX), node);
        }
        return HttpReply.json(200, node);
    }

    /** A query with its counts or, if {@code explain} is asked for, its plan. */
    HttpReply get(String name, HttpRequest request) {
        store.checkHere(HomeSubject.query(name));
        Parameters parameters = new Parameters().add(request.urlQuery());
        if (parameters.has(PlanJson.PARAMETER)) {
            request.need(Right.QUERY);
            boolean execute = PlanJson.executes(parameters);
            boolean whole = isTrue(request, "template");
            store.read(
                    node -> {
                        checkKnown(node, name);
                        return true;
                    });
            return HttpReply.json(200, PlanJson.of(store.explainRegistered(name, whole, execute)));
        }
        return HttpReply.json(200, store.read(node -> description(node, name)));
    }

    HttpReply register(HttpRequest request) {
        String text = text(request);
        if (isTrue(request, "check")) {
            return HttpReply.json(200, StatusJson.of(store.checkRegistration(text)));
        }
        QueryRegistration registered;
        try {
            registered = store.register(text);
        } catch (QueryNameTakenException e) {
            throw new HttpProblem(Kind.CONFLICT, e.getMessage());
        }
        return HttpReply.json(registered.created() ? 201 : 200, StatusJson.of(registered.query()))
                .header("Location", StatusJson.url(registered.query().name()));
    }

    private static boolean isTrue(HttpRequest request, String name) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        String value = parameters.has(name) ? parameters.single(name) : "false";
        if (!value.equals("true") && !value.equals("false")) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, name + " must be true or false: value=" + value);
        }
        return value.equals("true");
    }

    HttpReply unregister(String name) {
        store.checkHere(HomeSubject.query(name));
        boolean known = store.read(node -> isKnown(node, name));
        if (!known) {
            throw notFound(name);
        }
        store.unregister(name);
        return HttpReply.empty(204);
    }

    /** The windows of a query as they become ready, for as long as the client reads. */
    HttpReply results(String name, HttpRequest request) {
        LiveRequest asked = LiveRequest.ofWindows(request);
        store.checkHere(HomeSubject.query(name));
        if (!store.read(node -> isKnown(node, name))) {
            throw notFound(name);
        }
        return live.reply(asked, new QueryWindows.Of(store.liveWindows(), name));
    }

    /**
     * Returns the body as text even if it is declared a form, as curl's {@code --data-binary} does.
     */
    private static String text(HttpRequest request) {
        String type = request.bodyType();
        switch (type) {
            case "", SparqlResource.QUERY, "text/plain", "application/octet-stream" -> {
                return request.bodyText();
            }
            case SparqlResource.FORM -> {
                String body = request.bodyText();
                return body.startsWith("query=")
                        ? new Parameters().add(body.strip()).single("query")
                        : body;
            }
            default ->
                    throw new HttpProblem(
                            Kind.UNSUPPORTED_MEDIA_TYPE,
                            "a C-SPARQL text must be sent as text/plain or "
                                    + SparqlResource.QUERY
                                    + ": contentType="
                                    + type);
        }
    }

    private static ObjectNode description(StoreNode node, String name) {
        checkKnown(node, name);
        ObjectNode description = StatusJson.of(node.continuous().describe(name));
        description.setAll(StatusJson.of(node.continuous().status(name)));
        StatusJson.latencies(node.continuous().latencyNs(name), description);
        return description;
    }

    private static void checkKnown(StoreNode node, String name) {
        if (!isKnown(node, name)) {
            throw notFound(name);
        }
    }

    private static HttpProblem notFound(String name) {
        return new HttpProblem(Kind.NOT_FOUND, "no such query: name=" + name);
    }

    private static boolean isKnown(StoreNode node, String name) {
        return node.continuous().isRegistered(name);
    }
}
