package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.id.Vids;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.LoadSummary;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** One-shot queries over one to five nodes that are one store: every node gives the same rows. */
class ClusterQueriesTest {

    private static final String PREFIX = "PREFIX : <http://x/> ";

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * { ?a :knows ?b . ?b :knows ?c . ?c :age ?n }",
                    "SELECT * { ?a :knows ?b . ?a :age ?n FILTER(?n > 60) } ORDER BY DESC(?n) ?a",
                    "SELECT ?a ?p ?o { ?a :knows :p7 . ?a ?p ?o }",
                    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
                    "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p",
                    "SELECT ?l (AVG(?n) AS ?m) { ?a :age ?n BIND(STRLEN(STR(?a)) AS ?l) } GROUP BY ?l",
                    "SELECT ?a { ?a a :Person MINUS { ?a :knows ?b } }",
                    "SELECT * { :p1 :knows+ ?b }",
                    "SELECT * { ?a :knows* :p3 }",
                    "SELECT * { GRAPH ?g { ?a :likes ?b } }",
                    "SELECT ?b FROM :g1 FROM :g2 { ?a :likes ?b }",
                    "SELECT ?n { ?a :name ?n FILTER(LANG(?n) = 'en') }",
                    "SELECT ?x { :p1 :age ?n BIND(?n + 100000 AS ?x) }",
                    "ASK { :p1 ?p :p2 }",
                    "SELECT ?p { :knows ?p ?o }",
                    "CONSTRUCT { ?b :knownBy ?a } WHERE { ?a :knows ?b }",
                    "DESCRIBE :p5");

    @TempDir private Path folder;

    /** Returns nodes that are one store. */
    LocalCluster newCluster(int nodeCount) throws IOException {
        return new LocalCluster(nodeCount, NodeThreads.NONE);
    }

    private static String data() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            String person = "<http://x/p" + i + "> ";
            lines.append(person)
                    .append(
                            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/Person> .\n")
                    .append(person)
                    .append("<http://x/age> \"" + i)
                    .append("\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n")
                    .append(person)
                    .append("<http://x/name> \"n" + i % 10 + "\"@" + (i % 2 == 0 ? "en" : "de"))
                    .append(" .\n");
            for (int k = 1; k < i % 4; k++) {
                lines.append(person).append("<http://x/knows> <http://x/p" + i * k % 100 + "> .\n");
            }
            lines.append(person)
                    .append("<http://x/likes> _:b" + i % 7 + " <http://x/g" + i % 3 + "> .\n");
            lines.append("_:b" + i % 7 + " <http://x/of> " + person + ".\n");
        }
        lines.append("<http://x/knows> <http://x/of> <http://x/p1> .\n");
        return lines.toString();
    }

    LoadSummary load(StoreNode node) throws Exception {
        Path file = Files.writeString(folder.resolve("data.nq"), data());
        RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
        loader.add(StreamDefinition.STORED, file);
        return loader.insert(node.loader()::load);
    }

    /** Rows in order; blank nodes without what tells those of loads apart. */
    static List<String> rows(StoreNode node, String query) {
        return node.query(PREFIX + query).rows().stream()
                .map(row -> Arrays.toString(row).replaceAll("_:f[0-9a-f]+x", "_:"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void everyNodeAnswersLikeOneNode(int nodeCount) throws Exception {
        try (LocalCluster one = new LocalCluster(1, NodeThreads.NONE);
                LocalCluster many = newCluster(nodeCount)) {
            load(one.node(0));
            load(many.node(1));
            for (String query : QUERIES) {
                List<String> expected = rows(one.node(0), query);
                for (int node = 0; node < nodeCount; node++) {
                    assertThat(rows(many.node(node), query))
                            .as("%s at node %s", query, node)
                            .isEqualTo(expected);
                }
            }
            for (int node = 0; node < nodeCount; node++) {
                assertThat(many.node(node).check().violations()).isEmpty();
            }
            assertThat(tripleCount(many)).isEqualTo(one.node(0).stored().tripleCount());
        }
    }

    private static long tripleCount(LocalCluster cluster) {
        long count = 0;
        for (int node = 0; node < cluster.nodeCount(); node++) {
            count += cluster.node(node).stored().tripleCount();
        }
        return count;
    }

    /** What is loaded again, by whichever node, changes nothing. */
    @Test
    void aTripleIsThereOnce() throws Exception {
        try (LocalCluster cluster = newCluster(3)) {
            LoadSummary first = load(cluster.node(0));
            String all = "SELECT * { ?s ?p ?o }";
            List<String> before = rows(cluster.node(2), all);
            long withoutBlank = first.newCount();
            LoadSummary second = load(cluster.node(2));
            assertThat(second.newCount()).isLessThan(withoutBlank); // blank nodes are new
            assertThat(rows(cluster.node(0), "SELECT * { ?s :age ?o }")).hasSize(100);
            assertThat(rows(cluster.node(1), all)).containsAll(before);
        }
    }

    /**
     * All terms have their ids from the owners of their partitions, and all nodes the same pids.
     */
    @Test
    void allNodesKnowTheSameIds() throws Exception {
        try (LocalCluster cluster = newCluster(3)) {
            load(cluster.node(1));
            for (int i = 0; i < 100; i++) {
                String term = "<http://x/p" + i + ">";
                long vid = cluster.node(0).dictionary().findVertex(term);
                assertThat(Vids.partition(vid)).isEqualTo(Vids.partitionOf(term));
                for (int node = 1; node < 3; node++) {
                    assertThat(cluster.node(node).dictionary().findVertex(term)).isEqualTo(vid);
                    assertThat(cluster.node(node).dictionary().vertex(vid)).isEqualTo(term);
                }
            }
            long[] pids = cluster.node(0).dictionary().predicateVids();
            for (int node = 1; node < 3; node++) {
                assertThat(cluster.node(node).dictionary().predicateVids()).isEqualTo(pids);
            }
        }
    }

    /**
     * In place: a constant of another node costs one request, a step one for each other owner.
     * Steps of the same vertices that begin in an index list cost one together.
     */
    @Test
    void aKnownPlanAsksOnceAStepAndOwner() throws Exception {
        try (LocalCluster cluster = newCluster(3)) {
            load(cluster.node(0));
            StoreNode node = cluster.node(0);
            String one = "SELECT * { :p31 :knows ?b }";
            String two = "SELECT * { :p31 :knows ?b . ?b :age ?n }";
            for (String query : List.of(one, two)) {
                rows(node, query); // makes the plan, and learns the terms
            }
            assertThat(requests(node, one)).isLessThanOrEqualTo(1);
            assertThat(requests(node, two)).isLessThanOrEqualTo(1 + 2);
            List<String> steps =
                    node
                            .explain(PREFIX + "SELECT * { ?a :knows ?b . ?b :age ?n }", true)
                            .steps()
                            .stream()
                            .map(step -> step.description())
                            .toList();
            assertThat(steps.get(0))
                    .startsWith(
                            "?b from the objects of <http://x/knows>,"
                                    + " from here on at the owners of ?b,"
                                    + " requests to other nodes: 2 (");
            assertThat(steps.subList(1, 3)).noneMatch(step -> step.contains(", "));
        }
    }

    static long requests(StoreNode node, String query) {
        long before = node.partitioned().reads().requestCount();
        rows(node, query);
        return node.partitioned().reads().requestCount() - before;
    }
}
