package org.wukongs.store.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.TestedPage;
import org.wukongs.naive.TestedPage.Block;

/**
 * The queries of {@code docs/csparql.md} have the rows that stand below them, in both spellings.
 * {@code -Dwukongs.docs.write=true} writes the rows.
 */
final class CsparqlPageTest {

    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));
    private static final Path DATA = ROOT.resolve("examples/data");
    private static final Path PAGE = ROOT.resolve("docs/csparql.md");

    private final List<String> queries = new ArrayList<>();
    private final Path directory;
    private String rows = "";

    CsparqlPageTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void everyQueryHasItsRows() throws IOException {
        TestedPage page = new TestedPage(PAGE);
        List<String> texts = new ArrayList<>();
        for (Block block : page.blocks()) {
            texts.add(told(block));
        }
        assertThat(queries).as("queries without rows").isEmpty();
        page.writeIfAsked(page.with(texts));
        assertThat(new TestedPage(PAGE).text()).isEqualTo(page.with(texts));
    }

    /** What belongs into the block. */
    private String told(Block block) throws IOException {
        switch (block.kind()) {
            case "query" -> queries.add(file(block.text()));
            case "output" -> {
                rows = Cli.ok(replay(queries));
                queries.clear();
                return rows.stripTrailing() + "\n";
            }
            case "same" -> {
                String other = Cli.ok(replay(List.of(file(block.text()))));
                assertThat(sorted(other)).as(block.text()).isEqualTo(sorted(rows));
            }
            case "message" -> {
                String message = Cli.fails(Wukongs.FAILED, replay(queries));
                queries.clear();
                return message.replace(directory + "/", "").replaceAll("\\d+\\.rq", "q.rq") + "\n";
            }
            case "sql" -> {} // Flink's: FlinkSqlSpellingTest, in e2e-tests
            default -> throw new AssertionError("kind of a block: " + block.kind());
        }
        return block.text();
    }

    private String file(String text) throws IOException {
        Path file = Files.createTempFile(directory, "", ".rq");
        return Files.writeString(file, text, UTF_8).toString();
    }

    private static String[] replay(List<String> queries) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("replay", "--data", DATA.resolve("people.ttl").toString()));
        arguments.addAll(List.of("--graph", "http://example.org/places=" + DATA + "/places.ttl"));
        for (String stream : List.of("posts", "likes")) {
            arguments.add("--stream");
            arguments.add("http://example.org/" + stream + "=" + DATA + "/" + stream + ".tsv");
        }
        queries.forEach(query -> arguments.addAll(List.of("--query", query)));
        arguments.addAll(List.of("--until", "3000", "--format", "table"));
        return arguments.toArray(String[]::new);
    }

    private static List<String> sorted(String text) {
        return text.lines().sorted().toList();
    }
}
