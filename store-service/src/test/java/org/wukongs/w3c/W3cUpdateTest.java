package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.util.RDFCollections;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.csparql.UpdateParser;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** The W3C's tests of SPARQL 1.1 Update: syntax and evaluation. */
final class W3cUpdateTest {

    private static final String BASE = "http://www.w3.org/2009/sparql/docs/tests/data-sparql11/";
    private static final String MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";

    /** All that the archive has. */
    private static final int TEST_COUNT = 127;

    private static final String UT = "http://www.w3.org/2009/sparql/tests/test-update#";

    @TempDir private static Path unpacked;

    @BeforeAll
    static void unpack() throws IOException {
        W3cArchive.unpackUpdate(unpacked);
    }

    @TestFactory
    Stream<DynamicTest> updates() throws IOException {
        List<Entry> tests = tests();
        assertThat(tests.size()).isEqualTo(TEST_COUNT);
        return tests.stream().map(test -> test.named(test::check));
    }

    /** The same quads at each of three nodes as at one. */
    @TestFactory
    Stream<DynamicTest> updatesOnThreeNodes() throws IOException {
        return tests().stream()
                .filter(Entry::isEvaluation)
                .map(test -> test.named(() -> test.evaluate(3)));
    }

    private static List<Entry> tests() throws IOException {
        List<Entry> tests = new ArrayList<>();
        try (Stream<Path> folders = Files.list(unpacked.resolve("sparql11"))) {
            for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
                addTests(folder, tests);
            }
        }
        return tests;
    }

    private static void addTests(Path folder, List<Entry> tests) throws IOException {
        Model manifest = model(folder.resolve("manifest.ttl"), base(folder) + "manifest");
        Resource list =
                Models.objectResource(manifest.filter(null, iri(MF + "entries"), null))
                        .orElseThrow();
        for (Value value : RDFCollections.asValues(manifest, list, new ArrayList<>())) {
            Resource entry = (Resource) value;
            String type =
                    Models.getPropertyIRI(manifest, entry, RDF.TYPE).orElseThrow().getLocalName();
            if (type.contains("Update")) {
                tests.add(new Entry(folder, manifest, entry, type));
            }
        }
    }

    private static String base(Path folder) {
        return BASE + folder.getFileName() + "/";
    }

    private static Model model(Path file, String iri) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Rio.parse(in, iri, RDFFormat.TURTLE);
        }
    }

    private static IRI iri(String iri) {
        return SimpleValueFactory.getInstance().createIRI(iri);
    }

    /** An entry of a manifest. */
    private record Entry(Path folder, Model manifest, Resource entry, String type) {

        DynamicTest named(Executable check) {
            return DynamicTest.dynamicTest(entry.stringValue(), check);
        }

        boolean isEvaluation() {
            return !type.startsWith("Positive") && !type.startsWith("Negative");
        }

        void check() throws IOException {
            Value action = Models.getProperty(manifest, entry, iri(MF + "action")).orElseThrow();
            if (type.startsWith("Positive")) {
                UpdateParser.parse(text(action));
            } else if (type.startsWith("Negative")) {
                assertThatThrownBy(() -> UpdateParser.parse(text(action)))
                        .isInstanceOf(CsparqlSyntaxException.class);
            } else {
                evaluate(1);
            }
        }

        void evaluate(int nodeCount) throws IOException {
            try (LocalCluster cluster = new LocalCluster(nodeCount, NodeThreads.NONE)) {
                evaluate(cluster.node(nodeCount - 1));
                for (int node = 0; node < nodeCount; node++) {
                    checkGraphs(cluster.node(node));
                }
            }
        }

        private void evaluate(StoreNode node) throws IOException {
            Resource action =
                    Models.getPropertyResource(manifest, entry, iri(MF + "action")).orElseThrow();
            RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
            for (Value file : manifest.filter(action, iri(UT + "data"), null).objects()) {
                loader.add(StreamDefinition.STORED, path(file), file.stringValue());
            }
            for (Value graph : manifest.filter(action, iri(UT + "graphData"), null).objects()) {
                Value file = property(graph, iri(UT + "graph"));
                loader.add(
                        property(graph, RDFS.LABEL).stringValue(), path(file), file.stringValue());
            }
            loader.finish(node.loader()::load);
            node.update(text(Models.getProperty(manifest, action, iri(UT + "request")).get()));
        }

        private void checkGraphs(StoreNode node) throws IOException {
            Resource result =
                    Models.getPropertyResource(manifest, entry, iri(MF + "result")).orElseThrow();
            W3cChecks.checkGraph(expected(result), quads(node));
            assertThat(node.check().violations()).isEmpty();
        }

        private Model expected(Resource result) throws IOException {
            Model expected = new LinkedHashModel();
            for (Value file : manifest.filter(result, iri(UT + "data"), null).objects()) {
                expected.addAll(model(path(file), file.stringValue()));
            }
            for (Value graph : manifest.filter(result, iri(UT + "graphData"), null).objects()) {
                Value file = property(graph, iri(UT + "graph"));
                IRI name = iri(property(graph, RDFS.LABEL).stringValue());
                model(path(file), file.stringValue())
                        .forEach(
                                s ->
                                        expected.add(
                                                s.getSubject(),
                                                s.getPredicate(),
                                                s.getObject(),
                                                name));
            }
            return expected;
        }

        private Value property(Value subject, IRI property) {
            return Models.getProperty(manifest, (Resource) subject, property).orElseThrow();
        }

        private Path path(Value file) {
            return folder.resolve(file.stringValue().substring(base(folder).length()));
        }

        private String text(Value file) throws IOException {
            return "BASE <" + file.stringValue() + ">\n" + Files.readString(path(file));
        }
    }

    /** All quads of a store. */
    static Model quads(StoreNode node) {
        Model quads = new LinkedHashModel();
        for (String[] row : node.query("SELECT ?s ?p ?o { ?s ?p ?o }").rows()) {
            quads.add(resource(row[0]), (IRI) resource(row[1]), TermDictionary.value(row[2]));
        }
        for (String[] row : node.query("SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }").rows()) {
            quads.add(
                    resource(row[1]),
                    (IRI) resource(row[2]),
                    TermDictionary.value(row[3]),
                    resource(row[0]));
        }
        return quads;
    }

    private static Resource resource(String term) {
        return (Resource) TermDictionary.value(term);
    }
}
