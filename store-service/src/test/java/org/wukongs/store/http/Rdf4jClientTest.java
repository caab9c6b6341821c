package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.QueryResults;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.impl.SimpleDataset;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** RDF4J's client against the endpoint. */
class Rdf4jClientTest {

    private static final int NUMBER_COUNT = 20_000;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static HttpTestStore store;
    private static SPARQLRepository repository;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
        store.loadNumbers(NUMBER_COUNT);
        store.load("urn:g", List.<String[]>of(new String[] {"<urn:in-g>", "<urn:p>", "\"g\"@en"}));
        repository = new SPARQLRepository(store.http.url() + "sparql");
        repository.init();
    }

    @AfterAll
    static void stop() {
        repository.shutDown();
        store.close();
    }

    @Test
    void selects() {
        try (RepositoryConnection connection = repository.getConnection();
                TupleQueryResult result =
                        connection.prepareTupleQuery("SELECT * { ?s <urn:p> ?o }").evaluate()) {
            assertThat(result.stream().map(row -> row.getValue("o").stringValue()).distinct())
                    .hasSize(NUMBER_COUNT);
        }
    }

    @Test
    void bindsVariablesWithTermsThatNeedEscapes() {
        try (RepositoryConnection connection = repository.getConnection()) {
            String text = "\u00e9 \"quoted\" + & = % \ud83d\ude00\n";
            TupleQuery query =
                    connection.prepareTupleQuery("SELECT ?y { BIND(CONCAT(?x, '') AS ?y) }");
            query.setBinding("x", VALUES.createLiteral(text));
            try (TupleQueryResult result = query.evaluate()) {
                assertThat(result.next().getValue("y").stringValue()).isEqualTo(text);
            }
        }
    }

    @Test
    void asksAndConstructsAndDescribes() {
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThat(connection.prepareBooleanQuery("ASK { <urn:1> ?p ?o }").evaluate()).isTrue();
            assertThat(connection.prepareBooleanQuery("ASK { <urn:x> ?p ?o }").evaluate())
                    .isFalse();
            List<Statement> graph =
                    QueryResults.asList(
                            connection
                                    .prepareGraphQuery("CONSTRUCT WHERE { ?s <urn:p> ?o }")
                                    .evaluate());
            assertThat(graph).hasSize(NUMBER_COUNT);
            assertThat(
                            QueryResults.asList(
                                    connection.prepareGraphQuery("DESCRIBE <urn:7>").evaluate()))
                    .containsExactly(
                            VALUES.createStatement(
                                    VALUES.createIRI("urn:7"),
                                    VALUES.createIRI("urn:p"),
                                    VALUES.createLiteral("7")));
        }
    }

    @Test
    void sendsDatasetsAndListsStatementsOfAGraph() {
        try (RepositoryConnection connection = repository.getConnection()) {
            SimpleDataset dataset = new SimpleDataset();
            dataset.addDefaultGraph(VALUES.createIRI("urn:g"));
            TupleQuery query = connection.prepareTupleQuery("SELECT ?s { ?s ?p ?o }");
            query.setDataset(dataset);
            try (TupleQueryResult result = query.evaluate()) {
                List<BindingSet> rows = QueryResults.asList(result);
                assertThat(rows).hasSize(1);
                assertThat(rows.get(0).getValue("s")).isEqualTo(VALUES.createIRI("urn:in-g"));
            }
            assertThat(
                            QueryResults.asList(
                                    connection.getStatements(
                                            null, null, null, VALUES.createIRI("urn:g"))))
                    .hasSize(1);
        }
    }

    @Test
    void closesALargeResultEarly() {
        try (RepositoryConnection connection = repository.getConnection()) {
            for (int i = 0; i < 3; i++) {
                try (TupleQueryResult result =
                        connection
                                .prepareTupleQuery("SELECT * { ?s <urn:p> ?o . ?t <urn:p> ?o }")
                                .evaluate()) {
                    assertThat(result.next().hasBinding("o")).isTrue();
                }
            }
            assertThat(connection.prepareBooleanQuery("ASK { <urn:1> ?p ?o }").evaluate()).isTrue();
        }
    }

    /** A query that is too long for a URL is a form. */
    @Test
    void sendsLongQueriesByPost() {
        String padding = "# " + "x".repeat(100_000) + "\n";
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThat(connection.prepareBooleanQuery(padding + "ASK { <urn:1> ?p ?o }").evaluate())
                    .isTrue();
        }
    }

    @Test
    void learnsWhatIsWrong() {
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThatThrownBy(
                            () ->
                                    connection
                                            .prepareTupleQuery(
                                                    "SELECT ?s FROM <urn:no> { ?s ?p ?o }")
                                            .evaluate()
                                            .close())
                    .isInstanceOf(QueryEvaluationException.class)
                    .hasMessageContaining("unknown graph");
        }
    }

    @Test
    void updatesAndAddsStatements() {
        SPARQLRepository writable =
                new SPARQLRepository(store.http.url() + "sparql", store.http.url() + "update");
        writable.init();
        IRI graph = VALUES.createIRI("urn:rdf4j");
        IRI subject = VALUES.createIRI("urn:new");
        try (RepositoryConnection connection = writable.getConnection()) {
            connection.prepareUpdate("INSERT DATA { <urn:new> <urn:b> 1 }").execute();
            connection.add(subject, VALUES.createIRI("urn:b"), VALUES.createLiteral("x"), graph);
            assertThat(connection.hasStatement(subject, null, null, false, graph)).isTrue();
            connection.remove(subject, null, null, graph);
            assertThat(connection.hasStatement(subject, null, null, false, graph)).isFalse();
            connection
                    .prepareUpdate("DELETE { ?s ?p ?o } WHERE { VALUES ?s { <urn:new> } ?s ?p ?o }")
                    .execute();
            assertThat(connection.prepareBooleanQuery("ASK { <urn:new> ?p ?o }").evaluate())
                    .isFalse();
            connection.clear(graph);
        }
        writable.shutDown();
    }

    @Test
    void manyAtATimeGetTheirOwnAnswers() throws Exception {
        int threadCount = 8;
        int queryCount = 50;
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try (RepositoryConnection connection = repository.getConnection()) {
            List<Future<List<String>>> answers = new ArrayList<>();
            for (int i = 0; i < queryCount; i++) {
                String subject = "urn:" + i;
                answers.add(
                        threads.submit(
                                () -> {
                                    try (TupleQueryResult result =
                                            connection
                                                    .prepareTupleQuery(
                                                            "SELECT ?o { <" + subject + "> ?p ?o }")
                                                    .evaluate()) {
                                        return result.stream()
                                                .map(row -> row.getValue("o").stringValue())
                                                .toList();
                                    }
                                }));
            }
            for (int i = 0; i < queryCount; i++) {
                assertThat(answers.get(i).get()).containsExactly(Integer.toString(i));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
