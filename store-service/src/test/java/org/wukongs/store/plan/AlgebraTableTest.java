package org.wukongs.store.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF4J;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.impl.SimpleDataset;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.client.OneShotResult;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** Forms of SPARQL beyond basic patterns against RDF4J's own store on the same data. */
class AlgebraTableTest {

    private static final String PREFIXES =
            "PREFIX : <http://x/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

    private static final String DATA =
            """
            @prefix : <http://x/> .
            :ann :knows :bob, :cid ; :age 31 ; :name "Ann", "Anna"@de ; :likes :tea .
            :bob :knows :cid ; :age 27 ; :name "Bob" ; :likes :tea, :rum .
            :cid :knows :dan ; :name "Cid"@en ; :born "1999-05-04"^^<http://www.w3.org/2001/XMLSchema#date> .
            :dan :knows :ann ; :age 27.5 ; :height 1.8e0 ; :member :g1 .
            :eve :age 64 ; :knows :eve ; :member :g2 .
            :tea :kind :drink . :rum :kind :drink, :spirit .
            :g1 { :ann :owns :car . :bob :owns :bike . :ann :knows :eve . }
            :g2 { :cid :owns :car . :ann :owns :car . :dan :age 28 . }
            """;

    private static final SailRepository PEER = new SailRepository(new MemoryStore());
    private static final StoreNode NODE = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());

    @BeforeAll
    static void load() throws Exception {
        Model model = Rio.parse(new StringReader(DATA), "", RDFFormat.TRIG);
        try (RepositoryConnection connection = PEER.getConnection()) {
            connection.add(model);
        }
        TupleEncoder encoder = new TupleEncoder(NODE.dictionary());
        for (Statement statement : model) {
            Resource graph = statement.getContext();
            Tuple tuple =
                    new Tuple(
                            0,
                            NTriplesUtil.toNTriplesString(statement.getSubject()),
                            NTriplesUtil.toNTriplesString(statement.getPredicate()),
                            NTriplesUtil.toNTriplesString(statement.getObject()));
            EncodedBatch encoded = encoder.encode(new TupleBatch(0, false, List.of(tuple)));
            NODE.loader()
                    .load(graph == null ? StreamDefinition.STORED : graph.stringValue(), encoded);
        }
    }

    @AfterAll
    static void close() {
        PEER.shutDown();
    }

    /** Rows in order where the query orders them all, else as a bag. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "optional ~ SELECT * { ?x :knows ?y OPTIONAL { ?y :age ?a } }",
                "optional, filter ~ SELECT * { ?x :knows ?y OPTIONAL { ?y :age ?a FILTER(?a > 30) } }",
                "optional, outer filter ~ SELECT * { ?x :knows ?y OPTIONAL { ?y :age ?a } FILTER(!bound(?a)) }",
                "optional of optional ~ SELECT * { ?x :likes ?y OPTIONAL { ?x :age ?a OPTIONAL { ?x :born ?b } } }",
                "two optionals ~ SELECT * { ?x :name ?n OPTIONAL { ?x :age ?a } OPTIONAL { ?x :member ?g } }",
                "union ~ SELECT * { { ?x :age ?v } UNION { ?x :height ?v } }",
                "union, join ~ SELECT * { ?x :knows ?y { ?y :age ?v } UNION { ?y :name ?v } }",
                "minus ~ SELECT * { ?x :knows ?y MINUS { ?x :likes :rum } }",
                "minus, nothing shared ~ SELECT * { ?x :knows ?y MINUS { ?z :likes :rum } }",
                "not exists ~ SELECT * { ?x :knows ?y FILTER NOT EXISTS { ?y :likes ?z } }",
                "exists ~ SELECT * { ?x :knows ?y FILTER EXISTS { ?y :likes ?z . ?z :kind :spirit } }",
                "path sequence ~ SELECT * { ?x :knows/:knows ?y }",
                "path alternative ~ SELECT * { ?x :knows|:likes ?y }",
                "path inverse ~ SELECT * { ?x ^:knows ?y }",
                "path plus ~ SELECT * { :ann :knows+ ?y }",
                "path star ~ SELECT * { ?x :knows* :cid }",
                "path star, both free ~ SELECT * { ?x :knows* ?y }",
                "path optional ~ SELECT * { :ann :knows? ?y }",
                "path negated ~ SELECT * { :ann !(:knows|:name) ?y }",
                "path star in graph ~ SELECT * { GRAPH :g1 { ?x :knows* ?y } }",
                "path of two kinds ~ SELECT DISTINCT ?k { ?x :knows+/:likes/:kind ?k }",
                "count ~ SELECT (COUNT(*) AS ?n) { ?x :knows ?y }",
                "count of nothing ~ SELECT (COUNT(*) AS ?n) { ?x :hates ?y }",
                "group ~ SELECT ?x (COUNT(DISTINCT ?y) AS ?n) (SUM(?a) AS ?s) { ?x :knows ?y OPTIONAL { ?y :age ?a } } GROUP BY ?x",
                "group, having ~ SELECT ?x (COUNT(?y) AS ?n) { ?x :knows ?y } GROUP BY ?x HAVING(COUNT(?y) > 1)",
                "min, max, avg ~ SELECT (MIN(?a) AS ?l) (MAX(?a) AS ?h) (AVG(?a) AS ?m) { ?x :age ?a }",
                "group_concat ~ SELECT (GROUP_CONCAT(?n; SEPARATOR=',') AS ?all) { SELECT ?n { ?x :name ?n } ORDER BY ?n }",
                "sample ~ SELECT (SAMPLE(?a) AS ?s) { :ann :age ?a }",
                "sub-select ~ SELECT ?x ?a { ?x :knows ?y { SELECT ?y (MAX(?v) AS ?a) { ?y :age ?v } GROUP BY ?y } }",
                "sub-select with limit ~ SELECT ?x { { SELECT ?x { ?x :age ?a } ORDER BY ?a LIMIT 2 } }",
                "order ~ SELECT ?x ?a { ?x :age ?a } ORDER BY DESC(?a) ?x",
                "order, limit, offset ~ SELECT ?x ?a { ?x :age ?a } ORDER BY ?a ?x LIMIT 2 OFFSET 1",
                "order by expression ~ SELECT ?n { ?x :name ?n } ORDER BY STRLEN(?n) STR(?n)",
                "bind ~ SELECT ?x ?b { ?x :age ?a BIND(?a + 1 AS ?b) }",
                "bind of an error ~ SELECT ?x ?b { ?x :name ?n BIND(?n + 1 AS ?b) }",
                "values ~ SELECT * { VALUES (?x ?l) { (:ann 1) (:bob UNDEF) (:zoe 3) } ?x :knows ?y }",
                "values behind ~ SELECT * { ?x :knows ?y } VALUES ?y { :cid :dan }",
                "graph variable ~ SELECT * { GRAPH ?g { ?x :owns ?y } }",
                "graph variable joined ~ SELECT * { ?x :member ?g . GRAPH ?g { ?y :owns ?z } }",
                "graph variable twice ~ SELECT * { GRAPH ?g { ?x :owns ?y } GRAPH ?h { ?x :owns ?y } FILTER(?g != ?h) }",
                "graph variable in optional ~ SELECT * { ?x :knows ?y OPTIONAL { GRAPH ?g { ?x :owns ?z } } }",
                "graph and default ~ SELECT * { ?x :knows ?y GRAPH :g1 { ?y :owns ?z } }",
                "graph that is not there ~ SELECT * { GRAPH :g9 { ?x ?p ?y } }",
                "distinct expressions ~ SELECT DISTINCT (DATATYPE(?v) AS ?t) { ?x ?p ?v FILTER(isLiteral(?v)) }",
                "reduced ~ SELECT REDUCED ?k { :rum :kind ?k }",
                "strings ~ SELECT (UCASE(?n) AS ?u) (LANG(?n) AS ?l) { ?x :name ?n FILTER(REGEX(?n, '^[ab]', 'i')) }",
                "dates ~ SELECT (YEAR(?b) AS ?y) { ?x :born ?b FILTER(?b > '1999-01-01'^^xsd:date) }",
                "in ~ SELECT ?x { ?x :age ?a FILTER(?a IN (27, 64)) }",
                "not in ~ SELECT ?x { ?x :age ?a FILTER(?a NOT IN (27, 64)) }",
                "if and coalesce ~ SELECT ?x (IF(?a > 30, 'old', 'young') AS ?w) (COALESCE(?z, 'none') AS ?c) { ?x :age ?a }",
                "variable predicate ~ SELECT ?p (COUNT(*) AS ?n) { ?x ?p ?y } GROUP BY ?p",
                "predicate as subject ~ SELECT * { ?x ?p ?y . ?p ?q ?z }",
                "ask, true ~ ASK { ?x :knows ?x }",
                "ask, false ~ ASK { ?x :likes ?x }",
                "ask of algebra ~ ASK { ?x :knows+ ?y FILTER NOT EXISTS { ?y :knows ?z } }",
                "construct ~ CONSTRUCT { ?y :knownBy ?x } { ?x :knows ?y }",
                "construct twice the same ~ CONSTRUCT { ?x a :Person } { ?x :knows ?y }",
                "construct what is no triple ~ CONSTRUCT { ?n :of ?x . ?x :known ?y } { ?x :name ?n OPTIONAL { ?x :knows ?y } }",
                "construct of graphs ~ CONSTRUCT { ?g :holds ?x } { GRAPH ?g { ?x ?p ?y } }",
                "describe ~ DESCRIBE :rum",
                "describe by pattern ~ DESCRIBE ?x { ?x :likes :rum }",
                "empty pattern ~ SELECT * { }",
                "from ~ SELECT DISTINCT * FROM :g1 FROM :g2 { ?x :owns ?y }",
                "from named ~ SELECT * FROM NAMED :g2 { GRAPH ?g { ?x :owns ?y } }",
                "from and from named ~ SELECT * FROM :g1 FROM NAMED :g2 { ?x :owns ?y GRAPH ?g { ?x :owns ?z } }",
            })
    void sameAsRdf4j(String name, String sparql) {
        List<List<String>> expected = peer(PREFIXES + sparql);
        boolean ordered = name.startsWith("order");
        OneShotResult result = NODE.query(PREFIXES + sparql);
        List<List<String>> rows = NaiveEvaluator.rows(result.rows());
        assertThat(ordered ? rows : NaiveEvaluator.sorted(rows))
                .as(name)
                .isEqualTo(ordered ? expected : NaiveEvaluator.sorted(expected));
    }

    /** Whichever of the two patterns is matched first. */
    @Test
    void aVariableBehindGraphHasTheNamedGraphsOnly() {
        String pattern = "{ ?x :member ?g . GRAPH ?g { ?s ?p ?o } }";
        String select = PREFIXES + "SELECT * FROM STORED ";
        assertThat(NODE.query(select + "FROM :g1 " + pattern).rows()).isEmpty();
        assertThat(NODE.query(select + "FROM NAMED :g1 " + pattern).rows()).hasSize(3);
        assertThat(NODE.query(select + "FROM :g1 { GRAPH :g1 { ?s ?p ?o } }").rows()).hasSize(3);
        assertThat(NODE.query(select + "FROM :g1 { GRAPH :g1 { ?s :owns|:knows ?o } }").rows())
                .hasSize(3);
        assertThat(NODE.query(select + "FROM :g1 { GRAPH :g1 { :ann :knows* ?o } }").rows())
                .hasSize(2);
    }

    private static List<List<String>> peer(String sparql) {
        List<List<String>> rows = new ArrayList<>();
        try (RepositoryConnection connection = PEER.getConnection()) {
            Query query = connection.prepareQuery(sparql);
            if (query.getDataset() == null && !sparql.contains("FROM")) {
                query.setDataset(dataset(connection));
            }
            if (query instanceof BooleanQuery ask) {
                return ask.evaluate() ? List.of(List.of()) : List.of();
            }
            if (query instanceof GraphQuery graph) {
                for (Statement s : graph.evaluate().stream().distinct().toList()) {
                    rows.add(
                            List.of(
                                    NTriplesUtil.toNTriplesString(s.getSubject()),
                                    NTriplesUtil.toNTriplesString(s.getPredicate()),
                                    NTriplesUtil.toNTriplesString(s.getObject())));
                }
                return rows;
            }
            try (TupleQueryResult solutions = ((TupleQuery) query).evaluate()) {
                for (BindingSet solution : solutions) {
                    rows.add(row(solution, solutions.getBindingNames()));
                }
            }
        }
        return rows;
    }

    private static List<String> row(BindingSet solution, List<String> vars) {
        return vars.stream()
                .map(
                        v ->
                                solution.hasBinding(v)
                                        ? NTriplesUtil.toNTriplesString(solution.getValue(v))
                                        : NaiveEvaluator.UNBOUND)
                .toList();
    }

    /** RDF4J's default graph is the union of all unless told otherwise. */
    private static SimpleDataset dataset(RepositoryConnection connection) {
        SimpleDataset dataset = new SimpleDataset();
        dataset.addDefaultGraph(
                SimpleValueFactory.getInstance().createIRI(RDF4J.NIL.stringValue()));
        connection.getContextIDs().stream().forEach(graph -> dataset.addNamedGraph((IRI) graph));
        return dataset;
    }
}
