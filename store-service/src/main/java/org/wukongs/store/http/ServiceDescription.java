package org.wukongs.store.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SD;
import org.eclipse.rdf4j.model.vocabulary.VOID;
import org.eclipse.rdf4j.rio.Rio;
import org.wukongs.csparql.ResultForm;

/**
 * The SPARQL 1.1 Service Description: the service's features and graphs as RDF, for {@code GET
 * /sparql} without a query.
 */
final class ServiceDescription {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String FORMATS = "http://www.w3.org/ns/formats/";

    private static final List<String> RESULT_FORMATS =
            List.of(
                    "SPARQL_Results_JSON",
                    "SPARQL_Results_XML",
                    "SPARQL_Results_CSV",
                    "SPARQL_Results_TSV",
                    "Turtle",
                    "N-Triples",
                    "RDF_XML",
                    "JSON-LD",
                    "N-Quads",
                    "TriG");

    private final Model model = new LinkedHashModel();

    /**
     * Describes the service at {@code endpoint}.
     *
     * @param namedGraphs IRIs of the stored graphs that have a name
     * @param tripleCount triples in all stored graphs
     */
    ServiceDescription(String endpoint, Collection<String> namedGraphs, long tripleCount) {
        IRI service = VALUES.createIRI(endpoint);
        model.setNamespace(SD.NS);
        model.setNamespace(VOID.NS);
        model.add(service, RDF.TYPE, SD.SERVICE);
        model.add(service, SD.ENDPOINT, service);
        model.add(service, SD.SUPPORTED_LANGUAGE, SD.SPARQL_11_QUERY);
        model.add(service, SD.SUPPORTED_LANGUAGE, SD.SPARQL_11_UPDATE);
        for (String format : RESULT_FORMATS) {
            model.add(service, SD.RESULT_FORMAT, VALUES.createIRI(FORMATS, format));
        }
        model.add(
                service,
                SD.DEFAULT_ENTAILMENT_REGIME,
                VALUES.createIRI("http://www.w3.org/ns/entailment/Simple"));
        BNode dataset = VALUES.createBNode("dataset");
        model.add(service, SD.DEFAULT_DATASET, dataset);
        model.add(dataset, RDF.TYPE, SD.DATASET);
        model.add(dataset, VOID.TRIPLES, VALUES.createLiteral(tripleCount));
        BNode defaultGraph = VALUES.createBNode("default");
        model.add(dataset, SD.DEFAULT_GRAPH, defaultGraph);
        model.add(defaultGraph, RDF.TYPE, SD.GRAPH_CLASS);
        int number = 0;
        for (String graph : namedGraphs) {
            addNamedGraph(dataset, VALUES.createIRI(graph), ++number);
        }
    }

    private void addNamedGraph(Resource dataset, IRI name, int number) {
        BNode named = VALUES.createBNode("named" + number);
        BNode graph = VALUES.createBNode("graph" + number);
        model.add(dataset, SD.NAMED_GRAPH_PROPERTY, named);
        model.add(named, RDF.TYPE, SD.NAMED_GRAPH_CLASS);
        model.add(named, SD.NAME, name);
        model.add(named, SD.GRAPH_PROPERTY, graph);
        model.add(graph, RDF.TYPE, SD.GRAPH_CLASS);
    }

    /** Returns the media types of graphs, the default one first. */
    static Collection<String> mediaTypes() {
        return ResultWriters.of(ResultForm.GRAPH).keySet();
    }

    HttpReply reply(String mediaType) {
        return HttpReply.streamed(
                        ResultWriters.contentType(mediaType),
                        out -> write(mediaType, out),
                        () -> {})
                .header("Vary", "Accept");
    }

    private void write(String mediaType, OutputStream out) throws IOException {
        Rio.write(model, out, Rio.getWriterFormatForMIMEType(mediaType).orElseThrow());
    }
}
