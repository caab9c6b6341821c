package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.client.UpdateResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.stream.StreamDefinition;

/** Requests of SPARQL Update in a node: snapshots, the existence of graphs, a full memory. */
class UpdatesTest {

    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());

    private static Set<String> quads(StoreNode of) {
        Set<String> quads = new TreeSet<>();
        of.query("SELECT ?s ?p ?o { ?s ?p ?o }")
                .rows()
                .forEach(row -> quads.add(List.of(row) + ""));
        of.query("SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }")
                .rows()
                .forEach(row -> quads.add(List.of(row) + ""));
        return quads;
    }

    private long count(String pattern) {
        return node.query("SELECT * { " + pattern + " }").rows().size();
    }

    @Test
    void aRequestIsOneSnapshot() {
        node.update("INSERT DATA { <urn:a> <urn:p> 1 . GRAPH <urn:g> { <urn:a> <urn:p> 2 } }");
        ReaderEpochs.Reader reader = node.stored().memory().epochs().newReader();
        StoredSnapshot before = node.stored().at(reader.enter());
        UpdateResult result =
                node.update(
                        "DELETE WHERE { <urn:a> ?p ?o } ; DROP GRAPH <urn:g> ;"
                                + " INSERT DATA { GRAPH <urn:h> { <urn:b> <urn:p> 3, 4 } }");
        assertThat(result).isEqualTo(new UpdateResult(2, 2, 2));
        assertThat(before.defaultGraph().neighbours(1L << 1 | 1).size()).isZero(); // rdf:type
        long pid = node.dictionary().findPredicate("<urn:p>");
        assertThat(before.defaultGraph().neighbours(pid << 1 | 1).size()).isEqualTo(1);
        assertThat(before.graph("urn:g").neighbours(pid << 1 | 1).size()).isEqualTo(1);
        assertThat(before.hasGraph("urn:g")).isTrue();
        assertThat(before.graph("urn:h").neighbours(pid << 1 | 1).size()).isZero();
        reader.leave();
        StoredSnapshot after = node.stored().at(reader.enter());
        assertThat(after.hasGraph("urn:g")).isFalse();
        assertThat(after.namedGraphs()).containsExactly("urn:h");
        reader.leave();
        assertThat(node.coordinator().stablePointAcquire().storedSnapshot()).isEqualTo(after.sn());
        assertThat(node.update("DELETE DATA { <urn:none> <urn:none> 1 }"))
                .as("what changes nothing makes no snapshot")
                .isEqualTo(new UpdateResult(0, 0, 2));
        assertThat(node.check().violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "CREATE GRAPH <urn:new>|-|urn:full urn:new",
                "CREATE GRAPH <urn:full>|exists already|urn:full",
                "CREATE SILENT GRAPH <urn:full>|-|urn:full",
                "DROP GRAPH <urn:full>|-|''",
                "CLEAR GRAPH <urn:full>|-|urn:full",
                "DROP GRAPH <urn:none>|no such graph|urn:full",
                "DROP SILENT GRAPH <urn:none>|-|urn:full",
                "CLEAR GRAPH <urn:none>|no such graph|urn:full",
                "MOVE <urn:full> TO <urn:new>|-|urn:new",
                "MOVE <urn:full> TO <urn:full>|-|urn:full",
                "MOVE <urn:none> TO <urn:full>|no such graph|urn:full",
                "COPY SILENT <urn:none> TO <urn:full>|-|urn:full",
                "COPY <urn:full> TO <urn:new>|-|urn:full urn:new",
                "ADD DEFAULT TO <urn:new>|-|urn:full urn:new",
                "CREATE GRAPH <urn:new> ; DROP GRAPH <urn:new>|-|urn:full",
                "DROP ALL ; INSERT DATA { GRAPH <urn:full> { <urn:x> <urn:p> 1 } }|-|urn:full"
            })
    void graphsComeAndGo(String text, String error, String names) {
        node.update("INSERT DATA { GRAPH <urn:full> { <urn:a> <urn:p> 1 } }");
        if (error == null) {
            node.update(text);
        } else {
            assertThatThrownBy(() -> node.update(text))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining(error);
        }
        assertThat(String.join(" ", node.streams().graphNames())).isEqualTo(names);
    }

    @Test
    void aGraphThatAStreamFeedsStaysKnownAndADroppedOneComesBack() {
        node.streams().register(new StreamDefinition("urn:s", 100, "urn:fed", Set.of()));
        node.update(
                "INSERT DATA { GRAPH <urn:fed> { <urn:a> <urn:p> 1 } GRAPH <urn:g> { <urn:a> <urn:p> 1 } }");
        node.update("DROP ALL");
        assertThat(node.streams().graphNames()).containsExactly("urn:fed");
        assertThatThrownBy(() -> node.query("SELECT * FROM <urn:g> { ?s ?p ?o }"))
                .hasMessageContaining("unknown graph");
        node.update("INSERT DATA { GRAPH <urn:g> { <urn:b> <urn:p> 2 } }");
        assertThat(count("GRAPH <urn:g> { ?s ?p ?o }")).isEqualTo(1);
        assertThatThrownBy(() -> node.update("INSERT DATA { GRAPH <urn:s> { <urn:b> <urn:p> 2 } }"))
                .hasMessageContaining("a stream has this name");
    }

    @Test
    void laterOperationsSeeEarlierOnes() {
        node.update(
                "INSERT DATA { <urn:a> <urn:p> 1 } ; INSERT { ?s <urn:q> ?o } WHERE { ?s <urn:p> ?o } ;"
                        + " DELETE { ?s <urn:p> ?o } WHERE { ?s <urn:p> ?o } ;"
                        + " INSERT { GRAPH <urn:g> { ?s ?p ?n } } WHERE { ?s ?p ?o BIND(?o + 1 AS ?n) } ;"
                        + " INSERT { ?s <urn:r> ?n } WHERE { GRAPH ?g { ?s ?p ?n } }");
        assertThat(count("<urn:a> ?p ?o")).isEqualTo(2);
        assertThat(count("<urn:a> <urn:q> 1 . <urn:a> <urn:r> 2")).isEqualTo(1);
        assertThat(count("GRAPH <urn:g> { <urn:a> <urn:q> 2 }")).isEqualTo(1);
    }

    @Test
    void blankNodesAreNewForEachSolution() {
        node.update("INSERT DATA { <urn:a> <urn:p> 1, 2 . _:x <urn:r> _:x }");
        node.update("INSERT { ?s <urn:q> _:n . _:n <urn:of> ?o, [] } WHERE { ?s <urn:p> ?o }");
        assertThat(count("<urn:a> <urn:q> ?n")).isEqualTo(2);
        assertThat(count("?n <urn:of> ?o")).isEqualTo(4);
        assertThat(count("?x <urn:r> ?x")).isEqualTo(1);
    }

    @Test
    void quadsThatAreNoRdfAreLeftOut() {
        node.update("INSERT DATA { <urn:a> <urn:p> \"text\" . <urn:a> <urn:g> \"no graph\" }");
        UpdateResult result =
                node.update(
                        "INSERT { ?o <urn:q> ?s . ?s ?o 1 . ?s <urn:q> ?none . ?s <urn:ok> ?o ."
                                + " GRAPH ?o { ?s <urn:q> 1 } } WHERE { ?s <urn:p> ?o }");
        assertThat(result.addedCount()).isEqualTo(1);
    }

    /** Several graphs are changed or, if the memory is full in the midst of it, none. */
    @Test
    void allOrNothingInAFullMemory() {
        Random random = Seeds.random(getClass());
        int failures = 0;
        for (int round = 0; round < 30; round++) {
            StoreConfig config =
                    StoreConfig.builder()
                            .storeMemoryBytes((1 << 14) + random.nextInt(1 << 16))
                            .build();
            try (StoreNode small = new StoreNode(config, new SystemNanoClock())) {
                for (int step = 0; step < 40; step++) {
                    failures += fails(small, random) ? 1 : 0;
                }
                assertThat(small.check().violations()).isEmpty();
            }
        }
        assertThat(failures).isGreaterThan(30);
    }

    private static boolean fails(StoreNode small, Random random) {
        Set<String> before = quads(small);
        List<String> graphs = List.copyOf(small.streams().graphNames());
        StringBuilder text =
                new StringBuilder("DELETE WHERE { ?s <urn:p" + random.nextInt(3) + "> ?o }");
        for (int graph = 0; graph < 3; graph++) {
            text.append(" ; INSERT DATA { GRAPH <urn:g").append(random.nextInt(5)).append("> { ");
            for (int i = random.nextInt(120); i >= 0; i--) {
                text.append("<urn:s" + random.nextInt(60) + "> <urn:p" + random.nextInt(3) + "> ");
                text.append(random.nextInt(60)).append(" . ");
            }
            text.append("} }");
        }
        text.append(" ; DROP SILENT GRAPH <urn:g").append(random.nextInt(5)).append(">");
        try {
            small.update(text.toString());
            return false;
        } catch (WukongsException full) {
            assertThat(full).hasMessageContaining("--store-memory");
            assertThat(quads(small)).isEqualTo(before);
            assertThat(small.streams().graphNames()).containsExactlyInAnyOrderElementsOf(graphs);
            return true;
        }
    }

    @Test
    void anUpdateThatTakesTooLongChangesNothing() {
        StoreConfig config =
                StoreConfig.builder().limits(new ExecutionLimits(10_000_000, 150)).build();
        try (StoreNode hurried = new StoreNode(config, new SystemNanoClock())) {
            StringBuilder data = new StringBuilder("INSERT DATA { ");
            for (int i = 0; i < 500; i++) {
                data.append("<urn:s" + i + "> <urn:p> " + i + " . ");
            }
            hurried.update(data.append("}").toString());
            assertThatThrownBy(
                            () ->
                                    hurried.update(
                                            "DELETE WHERE { <urn:s1> ?p ?o } ; INSERT { ?a <urn:q> ?b }"
                                                    + " WHERE { ?a <urn:p> ?b . ?c <urn:p> ?d . ?e <urn:p> ?f"
                                                    + " FILTER(?b + ?d + ?f < 0) }"))
                    .isInstanceOfSatisfying(
                            WukongsException.class,
                            e -> assertThat(e.reason()).isEqualTo(Reason.TIME_LIMIT))
                    .hasMessageContaining("timeMaxMs=150");
            assertThat(quads(hurried)).hasSize(500);
        }
    }

    @Test
    void loadReadsFilesOfOneDirectoryOnly(@TempDir Path folder) throws IOException {
        Path allowed = Files.createDirectory(folder.resolve("in"));
        Path inside = Files.writeString(allowed.resolve("d.ttl"), "<urn:a> <urn:p> <#x> .");
        Path outside = Files.writeString(folder.resolve("out.ttl"), "<urn:a> <urn:p> 2 .");
        Path link = Files.createSymbolicLink(allowed.resolve("link.ttl"), outside);
        StoreConfig config = StoreConfig.builder().loadDirectory(allowed).build();
        try (StoreNode loading = new StoreNode(config, new SystemNanoClock())) {
            loading.update("LOAD <" + inside.toUri() + "> INTO GRAPH <urn:g>");
            assertThat(quads(loading)).hasSize(1);
            for (Path file : List.of(outside, link, allowed.resolve("none.ttl"), allowed)) {
                String load = "LOAD <" + file.toUri() + ">";
                assertThatThrownBy(() -> loading.update(load)).hasMessageContaining("--load-dir");
            }
            loading.update("LOAD SILENT <" + outside.toUri() + ">");
            assertThatThrownBy(() -> loading.update("LOAD <" + allowed.toUri() + "../out.ttl>"))
                    .hasMessageContaining("--load-dir");
            assertThat(quads(loading)).hasSize(1);
        }
    }
}
