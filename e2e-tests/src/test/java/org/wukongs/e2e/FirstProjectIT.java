package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.SlowTest;
import org.wukongs.naive.TestedPage;

/**
 * What docs/first-project.md shows, taken from the page: built and run outside of this repository
 * with what the build has published to a folder, and printing what the page says.
 */
@SlowTest
@Timeout(600)
final class FirstProjectIT {

    private static final Path PAGE = Pages.ROOT.resolve("docs/first-project.md");
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");

    private final Map<String, String> blocks = new TreeMap<>();
    private final Path directory;
    private OutsideMaven maven;
    private int port;

    FirstProjectIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void takeFilesFromThePage() throws IOException {
        PublishedArtifactsIT.assumeIsPublished();
        port = FlinkCluster.freePort();
        for (TestedPage.Block block : new TestedPage(PAGE).blocks()) {
            blocks.put(block.kind() + " " + block.name(), here(block.text()));
        }
        for (Map.Entry<String, String> block : blocks.entrySet()) {
            if (block.getKey().startsWith("file ")) {
                Path file = directory.resolve(block.getKey().substring("file ".length()));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.getValue(), UTF_8);
            }
        }
        maven = new OutsideMaven(directory, PublishedArtifactsIT.REPOSITORY);
    }

    private String here(String text) {
        return text.replace("7878", Integer.toString(port));
    }

    @Test
    void thePageDoesWhatItSays() throws Exception {
        try (OutsideMaven.Running store = maven.start(command("store"))) {
            store.await("store listening on ");
            assertThat(maven.run(command("job")))
                    .containsExactlyInAnyOrderElementsOf(block("output job").lines().toList());
            assertThat(maven.run(command("sql")))
                    .containsExactlyInAnyOrderElementsOf(block("output sql").lines().toList());
        }
        theVersionsAreThoseOfThisBuild();
    }

    /** Outside of the parent POM nothing may become older or newer, or come back. */
    private void theVersionsAreThoseOfThisBuild() throws Exception {
        Map<String, String> inside = new TreeMap<>();
        for (String module : List.of("store-service", "examples")) {
            try (Stream<Path> jars = Files.list(Pages.ROOT.resolve(module + "/target/lib"))) {
                jars.forEach(jar -> put(inside, jar.getFileName().toString()));
            }
        }
        Map<String, String> outside = new TreeMap<>();
        for (String jar : maven.classPath()) {
            put(outside, Path.of(jar).getFileName().toString());
        }
        assertThat(outside)
                .containsKeys("rdf4j-model", "flink-connector-base", "jackson-databind", "guava")
                .doesNotContainKeys("jsonld-java", "httpclient", "opencsv", "rdf4j-http-client");
        inside.keySet().removeIf(artifact -> artifact.startsWith("zstd-jni"));
        inside.keySet().retainAll(outside.keySet());
        assertThat(outside).containsAllEntriesOf(inside);
    }

    private static void put(Map<String, String> versions, String jar) {
        MatchResult match = JAR.matcher(jar).results().findFirst().orElseThrow();
        versions.put(match.group(1), match.group(2).replaceFirst("-\\d{8}\\..*", "-SNAPSHOT"));
    }

    private List<String> command(String name) {
        List<String> words = List.of(block("command " + name).strip().split(" "));
        assertThat(words).startsWith("mvn");
        return words.subList(1, words.size());
    }

    private String block(String name) {
        assertThat(blocks).containsKey(name);
        return blocks.get(name);
    }
}
