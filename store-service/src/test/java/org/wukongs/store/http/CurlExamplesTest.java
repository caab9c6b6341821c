package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.naive.TestedPage;
import org.wukongs.naive.TestedPage.Block;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.stream.StreamDefinition;

/** What docs/http.md shows, run by curl. */
@Timeout(120)
class CurlExamplesTest {

    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));
    private static HttpTestStore store;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(isInstalled("curl", "--version"), "curl is not installed");
        store = new HttpTestStore();
        store.store.ask(
                node -> {
                    RdfLoader loader =
                            new RdfLoader(node.dictionary(), new LoadOptions(false, bytes -> {}));
                    loader.add(StreamDefinition.STORED, ROOT.resolve("examples/data/people.ttl"));
                    node.streams().register(StreamDefinition.of("posts"));
                    return loader.finish(node.loader()::load);
                });
    }

    @AfterAll
    static void stop() {
        if (store != null) {
            store.close();
        }
    }

    @Test
    void theExamplesOfTheDocumentationWork() throws IOException, InterruptedException {
        List<Block> blocks = new TestedPage(ROOT.resolve("docs/http.md")).blocks();
        for (int i = 0; i < blocks.size(); i++) {
            String command = blocks.get(i).text();
            assertThat(blocks.get(i).kind()).as(command).isEqualTo("command");
            String output = run(command).replace("\r\n", "\n").strip();
            if (i + 1 < blocks.size() && blocks.get(i + 1).kind().equals("output")) {
                i++;
                assertThat(output).as(command).isEqualTo(blocks.get(i).text().strip());
            } else {
                assertThat(output).as(command).isNotEmpty();
            }
        }
    }

    @Test
    void curlSendsABodyThatItAsksForFirst() throws IOException, InterruptedException {
        String body = "ASK { }" + "#".repeat(1_000_000);
        Path file = Files.createTempFile("query", ".rq");
        try {
            Files.writeString(file, body);
            assertThat(
                            run(
                                    "curl -sS -H 'Expect: 100-continue' -H 'Accept: text/boolean' -H"
                                            + " 'Content-Type: application/sparql-query' --data-binary @"
                                            + file
                                            + " http://localhost:8080/sparql"))
                    .isEqualTo("true");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void curlLearnsOfABodyThatIsTooLarge() throws IOException, InterruptedException {
        Path file = Files.createTempFile("query", ".rq");
        try {
            Files.writeString(file, " ".repeat(3 * HttpLimits.BODY_BYTES_MAX_DEFAULT));
            assertThat(
                            run(
                                    "curl -sS -o /dev/null -w '%{http_code}' -H 'Content-Type:"
                                            + " application/sparql-query' --data-binary @"
                                            + file
                                            + " http://localhost:8080/sparql"))
                    .isEqualTo("413");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void oldHttpGetsAWholeAnswer() throws IOException, InterruptedException {
        assertThat(
                        run(
                                "curl -sS --http1.0 -G --data-urlencode 'query=SELECT (1 AS ?x) {}' -H"
                                        + " 'Accept: text/csv' http://localhost:8080/sparql"))
                .isEqualTo("x\r\n1\r\n");
    }

    private static String run(String command) throws IOException, InterruptedException {
        String text = command.replace("http://localhost:8080/", store.http.url());
        Process process =
                new ProcessBuilder(List.of("bash", "-e", "-c", text))
                        .directory(ROOT.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text + "\n" + output).isZero();
        return output;
    }

    private static boolean isInstalled(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(new File("/dev/null"))
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
