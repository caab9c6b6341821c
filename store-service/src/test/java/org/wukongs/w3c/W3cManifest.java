package org.wukongs.w3c;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.util.RDFCollections;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/** Reads {@code manifest.ttl} of a folder. */
final class W3cManifest {

    private static final String MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
    private static final String QT = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
    private static final IRI ENTRIES = iri(MF + "entries");
    private static final IRI ACTION = iri(MF + "action");
    private static final IRI RESULT = iri(MF + "result");
    private static final IRI QUERY = iri(QT + "query");
    private static final IRI DATA = iri(QT + "data");
    private static final IRI GRAPH_DATA = iri(QT + "graphData");

    private final Model model;
    private final W3cTest.Files files;

    private W3cManifest(Model model, W3cTest.Files files) {
        this.model = model;
        this.files = files;
    }

    /** The tests of a folder whose files are published under {@code base}, in order. */
    static List<W3cTest> read(Path folder, String base) throws IOException {
        try (InputStream in = Files.newInputStream(folder.resolve("manifest.ttl"))) {
            Model model = Rio.parse(in, base + "manifest", RDFFormat.TURTLE);
            return new W3cManifest(model, new W3cTest.Files(base, folder)).tests();
        }
    }

    private List<W3cTest> tests() {
        Resource list = Models.objectResource(model.filter(null, ENTRIES, null)).orElseThrow();
        List<W3cTest> tests = new ArrayList<>();
        for (Value entry : RDFCollections.asValues(model, list, new ArrayList<>())) {
            tests.add(test((Resource) entry));
        }
        return tests;
    }

    private W3cTest test(Resource entry) {
        IRI type = Models.getPropertyIRI(model, entry, RDF.TYPE).orElseThrow();
        Resource action = Models.getPropertyResource(model, entry, ACTION).orElse(entry);
        String query =
                Models.getPropertyIRI(model, action, QUERY)
                        .map(Value::stringValue)
                        .orElse(action.stringValue());
        return new W3cTest(
                entry.stringValue(),
                type.getLocalName(),
                query,
                strings(action, DATA),
                strings(action, GRAPH_DATA),
                Models.getPropertyIRI(model, entry, RESULT).map(Value::stringValue).orElse(null),
                files);
    }

    private List<String> strings(Resource subject, IRI property) {
        return Models.getProperties(model, subject, property).stream()
                .map(Value::stringValue)
                .toList();
    }

    private static IRI iri(String iri) {
        return SimpleValueFactory.getInstance().createIRI(iri);
    }
}
