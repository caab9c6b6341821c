package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.naive.SlowTest;

/** What the build publishes is what users and repositories ask for. */
@SlowTest
final class PublishedArtifactsIT {

    static final Path REPOSITORY = Pages.ROOT.resolve("target/repository").toAbsolutePath();

    private static final Path OURS = REPOSITORY.resolve("org/wukongs");
    private static final String BOM = "wukongs-bom";
    private static final String SQL_JAR = "flink-sql-connector-wukongs";

    static List<String> libraries() {
        return List.of(
                "csparql-table-api",
                "flink-connector-wukongs",
                "kafka-sources",
                "store-api",
                "store-service");
    }

    static Stream<String> all() {
        return Stream.concat(libraries().stream(), Stream.of(BOM, SQL_JAR));
    }

    @BeforeEach
    void assumePublished() {
        assumeIsPublished();
    }

    static void assumeIsPublished() {
        assumeTrue(
                Files.isDirectory(OURS.resolve(BOM)),
                "nothing is published: CONTRIBUTING.md says how mvn deploy does it");
    }

    @Test
    void onlyWhatUsersNeedIsPublished() throws IOException {
        try (Stream<Path> folders = Files.list(OURS)) {
            assertThat(folders.filter(Files::isDirectory))
                    .extracting(folder -> folder.getFileName().toString())
                    .containsExactlyInAnyOrderElementsOf(all().toList());
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aPomStandsForItself(String artifact) throws IOException {
        String pom = Files.readString(file(artifact, "\\d\\.pom"), UTF_8);
        assertThat(pom)
                .contains(
                        "<name>",
                        "<description>",
                        "<url>",
                        "<license>",
                        "<scm ",
                        "<developer>",
                        "<version>")
                .doesNotContain("<parent>", "${", "<scope>test</scope>", "<build>");
        assertThat(Pages.matches("(?s)(<dependency>.*?</dependency>)", pom))
                .allMatch(dependency -> dependency.contains("<version>"), "has a version");
    }

    @Test
    void theSqlJarNeedsNothingAndTheBomNamesAll() throws IOException {
        assertThat(Files.readString(file(SQL_JAR, "\\d\\.pom"), UTF_8))
                .doesNotContain("<dependency>");
        String bom = Files.readString(file(BOM, "\\d\\.pom"), UTF_8);
        for (String library : libraries()) {
            assertThat(bom).contains("<artifactId>" + library + "</artifactId>");
        }
        assertThat(bom).contains("<artifactId>" + SQL_JAR + "</artifactId>");
        assertThat(bom).as("leaves a user's tests alone").doesNotContain("junit", "assertj");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\d\\.jar", "sources\\.jar"})
    void everyJarHasLicenceAndNotice(String kind) throws IOException {
        for (String library : libraries()) {
            assertThat(entries(file(library, kind)))
                    .contains("META-INF/LICENSE", "META-INF/NOTICE");
        }
        assertThat(entries(file(SQL_JAR, "\\d\\.jar")))
                .contains("META-INF/LICENSE", "META-INF/NOTICE");
    }

    @Test
    void sourcesAndJavadocAreThere() throws IOException {
        for (String library : libraries()) {
            assertThat(entries(file(library, "sources\\.jar")))
                    .anyMatch(name -> name.endsWith(".java"));
            assertThat(entries(file(library, "javadoc\\.jar"))).contains("index.html");
        }
    }

    private static List<String> entries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(entry -> entry.getName()).toList();
        }
    }

    private static Path file(String artifact, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(OURS.resolve(artifact))) {
            return files.filter(file -> file.getFileName().toString().matches(".*" + ending))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("not published: " + artifact + ending));
        }
    }
}
