package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the pages about SQL show is what happens. On a page, one session runs every {@code sql}
 * block, its last statement giving the {@code rows} block that follows, if one does; {@code
 * triples} are loaded into the default graph.
 */
@Timeout(300)
final class SqlDocsTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final Path DOCS = Path.of(System.getProperty("wukongs.root", ".."), "docs");
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- tested: (\\w+) -->\n)?```(\\w*)\n(.*?)\n```", Pattern.DOTALL);

    private record Block(String kind, String text) {}

    @ParameterizedTest
    @ValueSource(strings = {"sql.md", "catalog.md", "mapping.md"})
    void everySnippetDoesWhatThePageSays(String page) throws Exception {
        List<Block> blocks = blocks(page);
        assertThat(blocks).isNotEmpty();
        try (SqlSession sql = new SqlSession()) {
            List<String> rows = List.of();
            for (Block block : blocks) {
                switch (block.kind()) {
                    case "triples" -> load(sql, block.text());
                    case "sql" -> rows = run(sql, block.text());
                    default -> assertThat(rows).as(page).isEqualTo(block.text().lines().toList());
                }
            }
        }
    }

    private static List<Block> blocks(String page) throws IOException {
        Matcher matcher = BLOCK.matcher(Files.readString(DOCS.resolve(page)));
        List<Block> blocks = new ArrayList<>();
        while (matcher.find()) {
            assertThat(matcher.group(2))
                    .as("a block of %s is not tested: %s", page, matcher.group(4))
                    .isIn("triples", "sql", "rows");
            blocks.add(new Block(matcher.group(2), matcher.group(4)));
        }
        return blocks;
    }

    private static void load(SqlSession sql, String block) {
        sql.load(
                "STORED",
                block.lines()
                        .map(line -> line.substring(0, line.lastIndexOf(" .")))
                        .toArray(String[]::new));
    }

    private static List<String> run(SqlSession sql, String block) throws Exception {
        List<String> rows = List.of();
        for (String statement : block.split(";(\n|$)", -1)) {
            String text = statement.strip();
            if (text.startsWith("INSERT")) {
                sql.insert(text);
            } else if (text.startsWith("CREATE") || text.startsWith("LOAD")) {
                sql.execute(text);
            } else if (!text.isEmpty()) {
                rows = new ArrayList<>(sql.rows(text));
                rows.replaceAll(row -> row.substring("+I[".length(), row.length() - 1));
                Collections.sort(rows);
            }
        }
        return rows;
    }
}
