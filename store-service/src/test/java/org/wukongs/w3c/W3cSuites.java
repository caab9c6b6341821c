package org.wukongs.w3c;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The suites of the archive and where the W3C has published them. */
enum W3cSuites {
    SPARQL10("sparql10", "http://www.w3.org/2001/sw/DataAccess/tests/data-r2/"),
    SPARQL11("sparql11", "http://www.w3.org/2009/sparql/docs/tests/data-sparql11/"),
    RDF11("rdf11", "https://w3c.github.io/rdf-tests/rdf/rdf11/");

    private final String folder;
    private final String base;

    W3cSuites(String folder, String base) {
        this.folder = folder;
        this.base = base;
    }

    /** All tests of all manifests below this suite's folder. */
    List<W3cTest> tests(Path unpacked) throws IOException {
        List<W3cTest> tests = new ArrayList<>();
        for (Path part : parts(unpacked.resolve(folder))) {
            tests.addAll(W3cManifest.read(part, base + part.getFileName() + "/"));
        }
        return tests;
    }

    /** Every test there is. */
    static List<W3cTest> all(Path unpacked) throws IOException {
        List<W3cTest> tests = new ArrayList<>();
        for (W3cSuites suite : values()) {
            tests.addAll(suite.tests(unpacked));
        }
        return tests;
    }

    private static List<Path> parts(Path suite) throws IOException {
        try (Stream<Path> parts = Files.list(suite)) {
            return parts.filter(part -> Files.isRegularFile(part.resolve("manifest.ttl")))
                    .sorted()
                    .toList();
        }
    }
}
