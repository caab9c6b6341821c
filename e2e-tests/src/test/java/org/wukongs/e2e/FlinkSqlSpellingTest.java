package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.TestedPage;
import org.wukongs.naive.TestedPage.Block;

/**
 * The queries of {@code docs/csparql.md} in plain Flink SQL: Flink plans each, and those that are
 * marked {@code sql rows} have the rows that the page shows for C-SPARQL.
 */
@Timeout(240)
final class FlinkSqlSpellingTest {

    private static final long UNTIL_MS = 3000;
    private static final Pattern EXECUTION = Pattern.compile("\\w+  t=(\\d+)  sn=\\d+");
    private static final Pattern TUPLE =
            Pattern.compile("(\\d+)\t<.*/(\\w+)> <.*/\\w+> <.*/(\\w+)> \\.");

    private final Path directory;
    private final TableEnvironment flink =
            TableEnvironment.create(EnvironmentSettings.inStreamingMode());

    FlinkSqlSpellingTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void flinkHasTheSameRows() throws Exception {
        createTables();
        String output = "";
        int compared = 0;
        for (Block block : new TestedPage(Pages.ROOT.resolve("docs/csparql.md")).blocks()) {
            if (block.kind().equals("output")) {
                output = block.text();
            } else if (block.kind().equals("sql") && block.text().startsWith("CREATE")) {
                flink.executeSql(block.text());
            } else if (block.kind().equals("sql") && block.name().isEmpty()) {
                assertThat(flink.explainSql(block.text())).isNotEmpty();
            } else if (block.kind().equals("sql")) {
                assertThat(rows(block.text()))
                        .as(block.text())
                        .containsExactlyInAnyOrderElementsOf(rowsOfPage(output));
                compared++;
            }
        }
        assertThat(compared).isPositive();
    }

    private void createTables() throws IOException {
        for (String stream : List.of("posts", "likes")) {
            StringBuilder rows = new StringBuilder();
            Pages.text(Pages.ROOT.resolve("examples/data/" + stream + ".tsv"))
                    .lines()
                    .forEach(line -> rows.append(csv(line)));
            String columns = "who STRING, post STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts";
            create(stream, columns, rows.toString());
        }
        String knows = "ada,ben\nada,cleo\nben,cleo\ncleo,ada\n"; // people.ttl
        create("knows", "person STRING, friend STRING", knows);
    }

    private static String csv(String line) {
        Matcher tuple = TUPLE.matcher(line);
        assertThat(tuple.matches()).as(line).isTrue();
        LocalDateTime time =
                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC)
                        .plusNanos(Long.parseLong(tuple.group(1)) * 1_000_000);
        String text = time.toString().replace('T', ' ');
        return tuple.group(2) + "," + tuple.group(3) + "," + text + "\n";
    }

    private void create(String table, String columns, String rows) throws IOException {
        Path file = Files.writeString(directory.resolve(table + ".csv"), rows, UTF_8);
        flink.executeSql(
                "CREATE TABLE "
                        + table
                        + " ("
                        + columns
                        + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
                        + file
                        + "')");
    }

    /** Of windows that the page has, each as its end in ms and its values. */
    private List<String> rows(String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> results = flink.executeSql(query).collect()) {
            while (results.hasNext()) {
                Row row = results.next();
                List<String> values = new ArrayList<>();
                LocalDateTime end = (LocalDateTime) row.getField(0);
                long endMs = end.toInstant(ZoneOffset.UTC).toEpochMilli();
                values.add(Long.toString(endMs));
                for (int i = 1; i < row.getArity(); i++) {
                    values.add(String.valueOf(row.getField(i)));
                }
                if (endMs > UNTIL_MS) {
                    continue;
                }
                if (row.getKind() == RowKind.DELETE || row.getKind() == RowKind.UPDATE_BEFORE) {
                    rows.remove(String.join(" ", values));
                } else {
                    rows.add(String.join(" ", values));
                }
            }
        }
        return rows;
    }

    /** The same of what the page shows. */
    private static List<String> rowsOfPage(String output) {
        List<String> rows = new ArrayList<>();
        String end = "";
        for (String line : output.lines().toList()) {
            Matcher execution = EXECUTION.matcher(line);
            if (execution.matches()) {
                end = execution.group(1);
            } else if (line.startsWith("<") || line.startsWith("\"")) {
                rows.add(
                        end
                                + " "
                                + line.replaceAll("<[^>]*/(\\w+)>", "$1")
                                        .replaceAll("\"(\\d+)\"\\S*", "$1")
                                        .replaceAll("\\s+\\|\\s+", " ")
                                        .strip());
            }
        }
        return rows;
    }
}
