package org.wukongs.w3c;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One entry of a manifest.
 *
 * @param iri its name
 * @param type local name of its class
 * @param action IRI of the query or the document
 * @param data IRIs of the files of the default graph
 * @param graphData IRIs of the files of the named graphs, each the graph's name too
 * @param result IRI of the expected result, null where there is none
 * @param files where the files are, by IRI
 */
record W3cTest(
        String iri,
        String type,
        String action,
        List<String> data,
        List<String> graphData,
        String result,
        Files files) {

    boolean isEvaluation() {
        return type.equals("QueryEvaluationTest");
    }

    boolean isPositiveSyntax() {
        return type.startsWith("PositiveSyntaxTest");
    }

    boolean isNegativeSyntax() {
        return type.startsWith("NegativeSyntaxTest");
    }

    Path file(String fileIri) {
        return files.path(fileIri);
    }

    /** The folder that an IRI base stands for. */
    record Files(String base, Path folder) {

        Path path(String iri) {
            if (!iri.startsWith(base)) {
                throw new IllegalArgumentException("not in " + base + ": " + iri);
            }
            return folder.resolve(iri.substring(base.length()));
        }

        /** True where the IRI names a file that is there. */
        boolean has(String iri) {
            return iri.startsWith(base) && java.nio.file.Files.isRegularFile(path(iri));
        }
    }

    @Override
    public String toString() {
        return Map.of("test", iri, "query", file(action)).toString();
    }
}
