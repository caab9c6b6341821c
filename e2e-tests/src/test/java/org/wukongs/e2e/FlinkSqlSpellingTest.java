package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    private final StreamExecutionEnvironment environment = Environments.local();
    private final StreamTableEnvironment flink = StreamTableEnvironment.create(environment);

    @Test
    void flinkHasTheSameRows() throws IOException {
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

    private void createTables() {
        for (String stream : List.of("posts", "likes")) {
            List<Row> rows =
                    Pages.text(Pages.ROOT.resolve("examples/data/" + stream + ".tsv"))
                            .lines()
                            .map(FlinkSqlSpellingTest::row)
                            .toList();
            Schema schema =
                    Schema.newBuilder()
                            .column("who", DataTypes.STRING())
                            .column("post", DataTypes.STRING())
                            .column("ts", DataTypes.TIMESTAMP(3))
                            .watermark("ts", "ts")
                            .build();
            TypeInformation<Row> type =
                    Types.ROW_NAMED(
                            new String[] {"who", "post", "ts"},
                            Types.STRING,
                            Types.STRING,
                            Types.LOCAL_DATE_TIME);
            flink.createTemporaryView(stream, environment.fromData(rows, type), schema);
        }
        // people.ttl
        flink.executeSql(
                "CREATE TEMPORARY VIEW knows AS SELECT * FROM (VALUES ('ada', 'ben'), ('ada',"
                        + " 'cleo'), ('ben', 'cleo'), ('cleo', 'ada')) AS t(person, friend)");
    }

    private static Row row(String line) {
        Matcher tuple = TUPLE.matcher(line);
        assertThat(tuple.matches()).as(line).isTrue();
        Instant time = Instant.ofEpochMilli(Long.parseLong(tuple.group(1)));
        return Row.of(
                tuple.group(2), tuple.group(3), LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    }

    /** Of windows that the page has, each as its end in ms and its values. */
    private List<String> rows(String query) {
        List<String> rows = new ArrayList<>();
        Iterator<Row> results = flink.executeSql(query).collect(); // ends, as its input does
        while (results.hasNext()) {
            Row row = results.next();
            long endMs = ((LocalDateTime) row.getField(0)).toInstant(ZoneOffset.UTC).toEpochMilli();
            if (endMs > UNTIL_MS) {
                continue;
            }
            StringBuilder values = new StringBuilder().append(endMs);
            for (int i = 1; i < row.getArity(); i++) {
                values.append(' ').append(row.getField(i));
            }
            if (row.getKind() == RowKind.DELETE || row.getKind() == RowKind.UPDATE_BEFORE) {
                rows.remove(values.toString());
            } else {
                rows.add(values.toString());
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
