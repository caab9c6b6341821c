package org.wukongs.store.http;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.node.GraphsChanged;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.server.StoreServer;
import org.wukongs.store.update.PreparedUpdate;

/**
 * {@code /graphs}: the SPARQL 1.1 Graph Store HTTP Protocol for stored graphs that a parameter
 * names.
 */
final class GraphsResource {

    /** Formats of one graph, with the ending of a file in them. */
    private static final Map<String, String> ENDINGS =
            Map.of(
                    "text/turtle", ".ttl",
                    "application/n-triples", ".nt",
                    "application/rdf+xml", ".rdf",
                    "application/ld+json", ".jsonld");

    private static final String ALL = "CONSTRUCT WHERE { ?s ?p ?o }";

    private final StoreServer store;

    GraphsResource(StoreServer store) {
        this.store = store;
    }

    /** A graph or, if none is named, the list of those that the asked node has. */
    HttpReply get(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        if (!parameters.has("graph") && !parameters.has("default")) {
            return HttpReply.json(200, store.read(node -> GraphsJson.of(node.stored())));
        }
        String iri = graph(request);
        checkKnown(iri);
        String mediaType = SparqlResource.acceptable(request, ResultWriters.graphTypes());
        OneShotRows rows =
                store.query(
                        ALL, new RequestDataset(List.of(iri), List.of()), request::isClientGone);
        boolean replied = false;
        try {
            ResultWriters.check(mediaType, rows);
            HttpReply reply =
                    HttpReply.streamed(
                                    ResultWriters.contentType(mediaType),
                                    out ->
                                            ResultWriters.of(ResultForm.GRAPH)
                                                    .get(mediaType)
                                                    .write(rows, out),
                                    rows::close)
                            .header("Vary", "Accept, Accept-Encoding")
                            .header("Wukongs-Snapshot", Long.toString(rows.snapshot()));
            replied = true;
            return reply;
        } finally {
            if (!replied) {
                rows.close();
            }
        }
    }

    HttpReply put(HttpRequest request) {
        return write(request, graph(request), true);
    }

    /** Adds to a graph or, if none is named, to a new one. */
    HttpReply post(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        if (parameters.has("graph") || parameters.has("default")) {
            return write(request, graph(request), false);
        }
        String iri = request.url() + "/" + UUID.randomUUID();
        write(request, iri, false);
        return HttpReply.empty(201).header("Location", location(iri));
    }

    HttpReply delete(HttpRequest request) {
        String iri = graph(request);
        checkKnown(iri);
        return changed(iri, store.updates().prepareDrop(iri));
    }

    private HttpReply write(HttpRequest request, String iri, boolean replace) {
        String ending = ENDINGS.get(request.bodyType());
        if (ending == null) {
            throw new HttpProblem(
                            Kind.UNSUPPORTED_MEDIA_TYPE,
                            "a graph can be sent as "
                                    + String.join(", ", types())
                                    + ": contentType="
                                    + request.bodyType())
                    .withHeader("Accept-Post", String.join(", ", types()));
        }
        TermHold held = store.holdTerms();
        try (held) {
            return changed(iri, prepared(request, iri, ending, replace));
        }
    }

    private PreparedUpdate prepared(
            HttpRequest request, String iri, String ending, boolean replace) {
        try (BodyFile body = new BodyFile(request.body(), ending)) {
            return store.updates().prepare(iri, replace, body.path());
        } catch (WukongsException e) {
            if (e.category() == WukongsException.Category.USER) {
                throw new HttpProblem(Kind.BAD_REQUEST, BodyFile.unnamed(e.getMessage()));
            }
            throw e;
        }
    }

    /** 201 if the graph is new. */
    private HttpReply changed(String iri, PreparedUpdate update) {
        GraphsChanged changed = store.update(update);
        HttpReply reply = HttpReply.empty(changed.createsGraph() ? 201 : 204);
        if (changed.createsGraph()) {
            reply.header("Location", location(iri));
        }
        return reply.header("Wukongs-Snapshot", Long.toString(changed.result().snapshot()));
    }

    private void checkKnown(String iri) {
        if (!store.hasGraph(Datasets.name(iri))) {
            throw new HttpProblem(Kind.NOT_FOUND, "no such graph: graph=" + iri);
        }
    }

    private static List<String> types() {
        return ENDINGS.keySet().stream().sorted().toList();
    }

    private static String location(String iri) {
        return "/graphs?graph=" + UrlEncoding.encodeSegment(iri);
    }

    /** The IRI that the request names, {@link CsparqlQuery#STORED_IRI} for the default graph. */
    private static String graph(HttpRequest request) {
        Parameters parameters = new Parameters().add(request.urlQuery());
        boolean isDefault = parameters.has("default");
        if (isDefault == parameters.has("graph")) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "expected one of the parameters graph=IRI and default");
        }
        if (isDefault || parameters.single("graph").equals("default")) {
            return CsparqlQuery.STORED_IRI;
        }
        return parameters.iris("graph").get(0);
    }
}
