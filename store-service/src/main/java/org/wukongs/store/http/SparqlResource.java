package org.wukongs.store.http;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.server.StoreServer;

/** {@code /sparql}: the SPARQL 1.1 Protocol; updates as at {@code /update}. */
final class SparqlResource {

    static final String FORM = "application/x-www-form-urlencoded";
    static final String QUERY = "application/sparql-query";

    private final StoreServer store;
    private final String base;
    private final UpdateResource updates;

    /** {@code base} resolves the relative IRIs of queries that have no BASE. */
    SparqlResource(StoreServer store, String base, UpdateResource updates) {
        this.store = store;
        this.base = base;
        this.updates = updates;
    }

    /** Answers a query or, without one, the service description. */
    HttpReply get(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        if (parameters.has("update")) {
            throw new HttpProblem(Kind.BAD_REQUEST, "an update must be sent by POST");
        }
        return parameters.has("query") ? answer(request, parameters) : describe(request);
    }

    private HttpReply describe(HttpRequest request) {
        String mediaType = acceptable(request, ServiceDescription.mediaTypes());
        List<String> graphs =
                store.read(node -> node.streams().graphNames()).stream()
                        .map(Datasets::iri)
                        .sorted()
                        .toList();
        long tripleCount = store.status(HttpLimits.STATUS_WAIT_MS).storedTripleCount();
        return new ServiceDescription(request.url(), graphs, tripleCount).reply(mediaType);
    }

    static String acceptable(HttpRequest request, Collection<String> offers) {
        String mediaType = request.accept().choose(offers);
        if (mediaType == null) {
            throw new HttpProblem(
                    Kind.NOT_ACCEPTABLE,
                    "this kind of request can be answered as "
                            + String.join(", ", offers)
                            + ": accept="
                            + request.header("Accept"));
        }
        return mediaType;
    }

    HttpReply post(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        String type = request.bodyType();
        switch (type) {
            case FORM -> parameters.add(request.bodyText().strip());
            case QUERY -> parameters.addDecoded("query", request.bodyText());
            case UpdateResource.UPDATE -> {
                return updates.post(request);
            }
            default ->
                    throw new HttpProblem(
                                    Kind.UNSUPPORTED_MEDIA_TYPE,
                                    "a query must be sent as "
                                            + QUERY
                                            + " or "
                                            + FORM
                                            + (type.isEmpty() ? "" : ": contentType=" + type))
                            .withHeader(
                                    "Accept-Post",
                                    QUERY + ", " + UpdateResource.UPDATE + ", " + FORM);
        }
        return parameters.has("update")
                ? updates.answer(request, parameters)
                : answer(request, parameters);
    }

    private HttpReply answer(HttpRequest request, Parameters parameters) {
        if (parameters.has(PlanJson.PARAMETER)) {
            return explain(parameters);
        }
        RequestDataset dataset =
                new RequestDataset(
                        parameters.iris("default-graph-uri"), parameters.iris("named-graph-uri"));
        BasedText text = new BasedText(base, parameters.single("query"));
        return reply(
                request, text.read(based -> store.query(based, dataset, request::isClientGone)));
    }

    /** The plan of a query over the stored graphs; {@code explain=execute} executes it, too. */
    private HttpReply explain(Parameters parameters) {
        boolean execute = PlanJson.executes(parameters);
        if (parameters.has("default-graph-uri") || parameters.has("named-graph-uri")) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "explain takes the dataset from the query, by FROM");
        }
        BasedText text = new BasedText(base, parameters.single("query"));
        QueryPlan plan = text.read(based -> store.explain(based, execute));
        return HttpReply.json(200, PlanJson.of(plan));
    }

    private static HttpReply reply(HttpRequest request, OneShotRows result) {
        boolean replied = false;
        try {
            HttpReply reply = streamed(request, result);
            replied = true;
            return reply;
        } finally {
            if (!replied) {
                result.close();
            }
        }
    }

    /**
     * Streams a result. The rows are closed with the reply, even if nothing reads them, as for
     * HEAD.
     */
    private static HttpReply streamed(HttpRequest request, OneShotRows result) {
        Map<String, ResultWriters.Writer> writers = ResultWriters.of(result.form());
        String mediaType = acceptable(request, writers.keySet());
        ResultWriters.check(mediaType, result);
        return HttpReply.streamed(
                        ResultWriters.contentType(mediaType),
                        out -> writers.get(mediaType).write(result, out),
                        result::close)
                .header("Vary", "Accept, Accept-Encoding")
                .header("Wukongs-Snapshot", Long.toString(result.snapshot()));
    }
}
