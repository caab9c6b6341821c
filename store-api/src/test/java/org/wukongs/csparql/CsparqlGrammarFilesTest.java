package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The shared grammar files, where they are there (system property wukongs.bench). */
class CsparqlGrammarFilesTest {

    /** Where the error of each file is, [line, column]. */
    private static final Map<String, List<Integer>> PLACES =
            Map.ofEntries(
                    Map.entry("alias-reuse", List.of(1, 42)),
                    Map.entry("empty", List.of(1, 1)),
                    Map.entry("from-after-where", List.of(1, 49)),
                    Map.entry("insert-data", List.of(1, 21)),
                    Map.entry("negative-range", List.of(1, 68)),
                    Map.entry("no-step-no-tumbling", List.of(1, 71)),
                    Map.entry("overflow", List.of(1, 68)),
                    Map.entry("register-no-stream", List.of(1, 1)),
                    Map.entry("register-view", List.of(1, 10)),
                    Map.entry("stream-var", List.of(1, 42)),
                    Map.entry("triples-with-step", List.of(1, 79)),
                    Map.entry("two-registers", List.of(1, 21)),
                    Map.entry("unclosed-bracket", List.of(1, 79)),
                    Map.entry("ungrouped-projection", List.of(1, 49)),
                    Map.entry("zero-range", List.of(1, 68)));

    @TestFactory
    Stream<DynamicTest> accepts() throws IOException {
        return files("accept").map(file -> DynamicTest.dynamicTest(name(file), () -> accept(file)));
    }

    @TestFactory
    Stream<DynamicTest> rejects() throws IOException {
        return files("reject").map(file -> DynamicTest.dynamicTest(name(file), () -> reject(file)));
    }

    private static void accept(Path file) throws IOException {
        String text = Files.readString(file);
        CsparqlQuery query = Grammar.parse(text);
        assertThat(query.text()).isEqualTo(text);
        assertThat(query.continuous()).isEqualTo(!name(file).startsWith("oneshot"));
        assertThat(query.windows().isEmpty()).isEqualTo(!query.continuous());
        assertThat(CsparqlParser.parse(text).vars()).isEqualTo(query.vars());
    }

    private static void reject(Path file) throws IOException {
        CsparqlSyntaxException error = Grammar.rejected(Files.readString(file), Grammar.CATALOG);
        assertThat(error.getMessage()).contains("expected");
        List<Integer> place = PLACES.get(name(file));
        if (place != null) {
            assertThat(List.of(error.line(), error.column()))
                    .as(error.getMessage())
                    .isEqualTo(place);
        }
    }

    private static Stream<Path> files(String folder) throws IOException {
        Path path =
                Path.of(
                        System.getProperty("wukongs.bench", "../../shared/bench"),
                        "grammar",
                        folder);
        Assumptions.assumeTrue(
                Files.isDirectory(path), () -> "skipped: grammar files not found: " + path);
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(f -> f.toString().endsWith(".csparql")).sorted().toList().stream();
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".csparql", "");
    }
}
