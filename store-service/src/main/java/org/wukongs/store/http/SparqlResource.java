package org.wukongs.store.http;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.server.StoreServer;

/** {@code /sparql}: the query operation of the SPARQL 1.1 Protocol. */
final class SparqlResource {

    static final String FORM = "application/x-www-form-urlencoded";
    static final String QUERY = "application/sparql-query";
    private static final String UPDATE = "application/sparql-update";

    /** Lines of the BASE before the text, subtracted from the line of an error. */
    private static final int LINES_BEFORE_QUERY = 1;

    private final StoreServer store;
    private final String base;

    /** {@code base} resolves the relative IRIs of queries that have no BASE. */
    SparqlResource(StoreServer store, String base) {
        this.store = store;
        this.base = base;
    }

    /** Answers a query or, without one, the service description. */
    HttpReply get(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        boolean asks = parameters.has("query") || parameters.has("update");
        return asks ? answer(request, parameters) : describe(request);
    }

    private HttpReply describe(HttpRequest request) {
        String mediaType = acceptable(request, ServiceDescription.mediaTypes());
        List<String> graphs =
                store.ask(node -> node.streams().graphNames()).stream()
                        .map(Datasets::iri)
                        .sorted()
                        .toList();
        long tripleCount = store.status(HttpLimits.STATUS_WAIT_MS).storedTripleCount();
        return new ServiceDescription(request.url(), graphs, tripleCount).reply(mediaType);
    }

    private static String acceptable(HttpRequest request, Collection<String> offers) {
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
            case UPDATE -> throw updateRefused();
            default ->
                    throw new HttpProblem(
                                    Kind.UNSUPPORTED_MEDIA_TYPE,
                                    "a query must be sent as "
                                            + QUERY
                                            + " or "
                                            + FORM
                                            + (type.isEmpty() ? "" : ": contentType=" + type))
                            .withHeader("Accept-Post", QUERY + ", " + FORM);
        }
        return answer(request, parameters);
    }

    private static HttpProblem updateRefused() {
        return new HttpProblem(
                Kind.UPDATE_NOT_SUPPORTED,
                "add triples by streams or the load command, not by SPARQL Update");
    }

    private HttpReply answer(HttpRequest request, Parameters parameters) {
        if (parameters.has("update")) {
            throw updateRefused();
        }
        String text = parameters.single("query");
        RequestDataset dataset =
                new RequestDataset(
                        iris(parameters, "default-graph-uri"), iris(parameters, "named-graph-uri"));
        return reply(request, execute(text, dataset));
    }

    private OneShotRows execute(String text, RequestDataset dataset) {
        String withBase = "BASE <" + base + ">\n" + text;
        try {
            return store.query(withBase, dataset);
        } catch (CsparqlSyntaxException e) {
            String place = " (line " + e.line() + ", column " + e.column() + ")";
            String what = e.getMessage().substring(0, e.getMessage().length() - place.length());
            int line = e.line() - LINES_BEFORE_QUERY;
            throw new CsparqlSyntaxException(what, Math.max(1, line), line < 1 ? 1 : e.column());
        }
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
                .header("Vary", "Accept")
                .header("Wukongs-Snapshot", Long.toString(result.snapshot()));
    }

    private static List<String> iris(Parameters parameters, String name) {
        List<String> iris = new ArrayList<>(parameters.all(name));
        for (String iri : iris) {
            if (!isAbsolute(iri)) {
                throw new HttpProblem(
                        Kind.BAD_REQUEST,
                        "not an absolute IRI: parameter=" + name + " value=" + iri);
            }
        }
        return iris;
    }

    private static boolean isAbsolute(String iri) {
        try {
            return new ParsedIRI(iri).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
