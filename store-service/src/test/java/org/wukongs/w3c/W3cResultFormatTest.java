package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.cli.Wukongs;

/**
 * The W3C's tests of the CSV, TSV and JSON result formats, as {@code wukongs query} writes them.
 */
final class W3cResultFormatTest {

    private static final Map<String, String> FORMAT_BY_EXTENSION =
            Map.of("csv", "csv", "tsv", "tsv", "srj", "json");

    @TempDir private static Path folder;

    @BeforeAll
    static void unpack() throws IOException {
        W3cArchive.unpack(folder);
    }

    @TestFactory
    Stream<DynamicTest> resultFormats() throws IOException {
        return W3cSuites.SPARQL11.tests(folder).stream()
                .filter(test -> test.iri().contains("-res/manifest#"))
                .map(test -> DynamicTest.dynamicTest(test.iri(), () -> check(test)));
    }

    private static void check(W3cTest test) throws IOException {
        Path expectedFile = test.file(test.result());
        String extension = expectedFile.toString().replaceAll(".*\\.", "");
        Path actualFile = folder.resolve("actual." + extension);
        query(test, FORMAT_BY_EXTENSION.get(extension), actualFile);
        ExpectedResult expected = new ExpectedResult(test);
        ExpectedResult actual = new ExpectedResult(actualFile, test.result());
        if (Files.readString(expectedFile).contains("\"boolean\"")) {
            assertThat(actual.truth()).isEqualTo(expected.truth());
            return;
        }
        assertThat(actual.solutions().vars()).isEqualTo(expected.solutions().vars());
        assertThat(SolutionMatch.sameBag(expected.solutions().rows(), actual.solutions().rows()))
                .as(
                        "%s\nexpected\n%s",
                        Files.readString(actualFile), Files.readString(expectedFile))
                .isTrue();
        if (extension.equals("csv")) {
            assertThat(lines(actualFile)).isEqualTo(lines(expectedFile));
        }
    }

    /** CSV carries no types: its text counts, but for the names of blank nodes. */
    private static List<String> lines(Path csv) throws IOException {
        return Files.readString(csv)
                .lines()
                .map(l -> l.replaceAll("_:\\w+", "_:x"))
                .sorted()
                .toList();
    }

    private static void query(W3cTest test, String format, Path output) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(output))) {
            String data = test.file(test.data().get(0)).toString();
            String text = test.file(test.action()).toString();
            int exitCode =
                    Wukongs.run(
                            new Wukongs(),
                            out,
                            new PrintWriter(Writer.nullWriter()),
                            "query",
                            "--data",
                            data,
                            "--query",
                            text,
                            "--format",
                            format);
            assertThat(exitCode).isZero();
        }
    }
}
