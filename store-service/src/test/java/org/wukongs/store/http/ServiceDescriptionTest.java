package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import java.io.IOException;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SD;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The three tests of the W3C's service-description suite, which has words and no data: a GET
 * returns RDF, the RDF has a triple for the endpoint, and it conforms to the vocabulary.
 */
class ServiceDescriptionTest {

    private static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
        store.load("urn:g", List.<String[]>of(new String[] {"<urn:s>", "<urn:p>", "<urn:o>"}));
        store.load("X-Lab", List.<String[]>of(new String[] {"<urn:s>", "<urn:p>", "<urn:o>"}));
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    private static Model description(String mediaType) throws IOException {
        HttpResponse<String> response =
                mediaType == null
                        ? store.get("/sparql")
                        : store.send("GET", "/sparql", null, "Accept", mediaType);
        assertThat(response.statusCode()).isEqualTo(200);
        String type = response.headers().firstValue("Content-Type").orElseThrow().split(";", 2)[0];
        assertThat(type).isEqualTo(mediaType == null ? "text/turtle" : mediaType);
        return Rio.parse(
                new StringReader(response.body()),
                "",
                Rio.getParserFormatForMIMEType(type).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/turtle",
                "application/n-triples",
                "application/rdf+xml",
                "application/ld+json",
                "application/n-quads",
                "application/trig"
            })
    void isRdfInEveryFormat(String mediaType) throws IOException {
        assertThat(Models.isomorphic(description(mediaType), description(null))).isTrue();
    }

    @Test
    void namesItsEndpoint() throws IOException {
        Model model = description(null);
        Resource service = Models.subject(model.filter(null, RDF.TYPE, SD.SERVICE)).orElseThrow();
        assertThat(Models.objectIRI(model.filter(service, SD.ENDPOINT, null)).orElseThrow())
                .hasToString(store.http.url() + "sparql");
    }

    @Test
    void conformsToItsVocabulary() throws IOException {
        Model model = description(null);
        for (IRI predicate : model.predicates()) {
            assertThat(predicate.getNamespace())
                    .isIn(SD.NAMESPACE, RDF.NAMESPACE, "http://rdfs.org/ns/void#");
        }
        Resource service = model.filter(null, RDF.TYPE, SD.SERVICE).subjects().iterator().next();
        assertThat(model.contains(service, SD.SUPPORTED_LANGUAGE, SD.SPARQL_11_QUERY)).isTrue();
        assertThat(model.filter(service, SD.RESULT_FORMAT, null)).hasSize(10);
        Set<Value> datasets = model.filter(service, SD.DEFAULT_DATASET, null).objects();
        assertThat(datasets).hasSize(1);
        Resource dataset = (Resource) datasets.iterator().next();
        assertThat(model.contains(dataset, RDF.TYPE, SD.DATASET)).isTrue();
        Value defaultGraph =
                model.filter(dataset, SD.DEFAULT_GRAPH, null).objects().iterator().next();
        assertThat(model.contains((Resource) defaultGraph, RDF.TYPE, SD.GRAPH_CLASS)).isTrue();
        assertThat(
                        model.filter(dataset, SD.NAMED_GRAPH_PROPERTY, null).objects().stream()
                                .map(named -> (Resource) named)
                                .map(named -> model.filter(named, SD.NAME, null).objects())
                                .map(names -> names.iterator().next().stringValue()))
                .containsExactlyInAnyOrder("urn:g", "urn:wukongs:name:X-Lab");
    }

    @Test
    void isNotWhatOtherRequestsGet() throws IOException {
        assertProblem(
                store.send("GET", "/sparql", null, "Accept", "text/csv"),
                406,
                "not-acceptable",
                "text/turtle");
        assertProblem(
                store.send(
                        "POST", "/sparql", "", "Content-Type", "application/x-www-form-urlencoded"),
                400,
                "bad-request",
                "parameter is missing: name=query");
        assertThat(store.send("HEAD", "/sparql", null).statusCode()).isEqualTo(200);
        String other = store.http.url().replace("127.0.0.1", "localhost");
        assertThat(
                        RawHttp.exchange(
                                store,
                                "GET /sparql HTTP/1.1",
                                "Host: " + other.substring(7, other.length() - 1)))
                .contains("<" + other + "sparql>");
    }
}
