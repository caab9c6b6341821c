package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the launcher runs with: tests in a JVM with the libraries of the store's peers would not see
 * what was left out wrongly.
 */
final class LibrariesIT {

    private static final Path LIBRARIES = Pages.ROOT.resolve("store-service/target/lib");

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv", "json", "xml", "table"})
    void jsonLdIsReadAndEveryFormatIsWritten(String format, @TempDir Path directory)
            throws Exception {
        Path data =
                Files.writeString(
                        directory.resolve("data.jsonld"),
                        "{\"@id\": \"http://x/a\", \"http://x/p\": {\"@id\": \"http://x/b\"}}",
                        UTF_8);
        List<String> command =
                List.of(
                        Pages.ROOT.toAbsolutePath().resolve("wukongs").toString(),
                        "query",
                        "--data",
                        data.toString(),
                        "--format",
                        format,
                        "-e",
                        "SELECT * { ?s ?p ?o }");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("http://x/a", "http://x/p", "http://x/b");
    }

    @Test
    void nothingThatNobodyNeedsIsThere() throws Exception {
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            List<String> names = jars.map(jar -> jar.getFileName().toString()).toList();
            assertThat(names)
                    .anyMatch(name -> name.startsWith("hasmac-json-ld-"))
                    .noneMatch(name -> name.startsWith("jsonld-java"))
                    .noneMatch(name -> name.startsWith("httpc"))
                    .noneMatch(name -> name.startsWith("opencsv"))
                    .noneMatch(name -> name.startsWith("commons-beanutils"))
                    .noneMatch(name -> name.startsWith("commons-collections"))
                    .noneMatch(name -> name.startsWith("rdf4j-http-"));
            assertThat(names).filteredOn(name -> name.startsWith("jakarta.json")).hasSize(1);
            assertThat(names).filteredOn(name -> name.startsWith("zstd-jni")).hasSize(1);
        }
    }
}
