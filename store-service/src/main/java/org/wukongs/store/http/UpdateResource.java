package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.wukongs.client.UpdateResult;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.security.Right;
import org.wukongs.store.server.StoreServer;

/** {@code /update}: the update operation of the SPARQL 1.1 Protocol. */
final class UpdateResource {

    static final String UPDATE = "application/sparql-update";

    private final StoreServer store;
    private final String base;

    /** {@code base} resolves the relative IRIs of requests that have no BASE. */
    UpdateResource(StoreServer store, String base) {
        this.store = store;
        this.base = base;
    }

    HttpReply post(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        String type = request.bodyType();
        switch (type) {
            case SparqlResource.FORM -> parameters.add(request.bodyText().strip());
            case UPDATE -> parameters.addDecoded("update", request.bodyText());
            default ->
                    throw new HttpProblem(
                                    Kind.UNSUPPORTED_MEDIA_TYPE,
                                    "an update must be sent as "
                                            + UPDATE
                                            + " or "
                                            + SparqlResource.FORM
                                            + (type.isEmpty() ? "" : ": contentType=" + type))
                            .withHeader("Accept-Post", UPDATE + ", " + SparqlResource.FORM);
        }
        return answer(request, parameters);
    }

    /** Executes the request that the parameters have. */
    HttpReply answer(HttpRequest request, Parameters parameters) {
        request.need(Right.UPDATE); // it may have come as a query
        BasedText text = new BasedText(base, parameters.single("update"));
        RequestDataset dataset =
                new RequestDataset(
                        parameters.iris("using-graph-uri"),
                        parameters.iris("using-named-graph-uri"));
        if (parameters.has("query")) {
            throw new HttpProblem(Kind.BAD_REQUEST, "a request has a query or an update, not both");
        }
        return reply(text.read(based -> store.update(based, dataset)));
    }

    private static HttpReply reply(UpdateResult result) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("added", result.addedCount());
        body.put("removed", result.removedCount());
        body.put("snapshot", result.snapshot());
        return HttpReply.json(200, body)
                .header("Wukongs-Snapshot", Long.toString(result.snapshot()));
    }
}
