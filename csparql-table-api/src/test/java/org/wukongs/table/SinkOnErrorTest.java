package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.stream.Tuple;
import org.wukongs.table.sink.RowToTuple;
import org.wukongs.table.sink.SinkOnError;
import org.wukongs.table.type.TermFormat;

/** Rows that are no triples: what is wrong with each, and where they go. */
@Timeout(180)
final class SinkOnErrorTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final TypeInformation<Row> ROWS =
            Types.ROW_NAMED(
                    new String[] {"s", "p", "o", "ts"},
                    Types.STRING,
                    Types.STRING,
                    Types.STRING,
                    Types.INSTANT);
    private static final Instant TIME = Instant.ofEpochMilli(1_000);
    private static final String A = "http://x/a";
    private static final String P = "http://x/p";

    /** Each with the column that is wrong. */
    private static final List<Row> BAD =
            List.of(
                    Row.of(null, P, "o", TIME),
                    Row.of(A, null, "o", TIME),
                    Row.of(A, P, null, TIME),
                    Row.of(A, P, "o", null),
                    Row.of("relative/iri", P, "o", TIME),
                    Row.of("<relative>", P, "o", TIME),
                    Row.of("\"literal\"", P, "o", TIME),
                    Row.of(A, "_:b", "o", TIME),
                    Row.of(A, P, "\"x\"@1", TIME),
                    Row.of(A, P, "\"x\" and \"y\"", TIME),
                    Row.of(A, P, "x".repeat((1 << 24) + 1), TIME),
                    Row.of(A, P, "o", Instant.ofEpochMilli(-1)),
                    Row.of(A, P, "o", Instant.parse("+10000-01-01T00:00:00Z")));

    private static final List<String> COLUMNS =
            List.of("s", "p", "o", "ts", "s", "s", "s", "p", "o", "o", "o", "ts", "ts");

    private final SqlSession sql = new SqlSession();

    @AfterEach
    void close() {
        sql.close();
    }

    private void stream(String options) {
        sql.withCatalog();
        sql.execute(
                "CREATE TABLE wk.db.s (s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3)) WITH"
                        + " ('connector' = 'wukongs', 'stream' = 's'"
                        + options
                        + ")");
    }

    private void rows(List<Row> bad) {
        List<Row> rows = new ArrayList<>(bad);
        rows.add(0, Row.of(A, P, "first", TIME));
        rows.add(Row.of(A, P, "last", TIME));
        sql.tables()
                .createTemporaryView(
                        "input", sql.tables().fromDataStream(sql.env().fromData(rows, ROWS)));
    }

    private void insert() throws Exception {
        sql.insert("INSERT INTO wk.db.s SELECT s, p, o, ts FROM input");
    }

    @Test
    void byDefaultTheJobFailsAndSaysWhatIsWrong() {
        stream("");
        rows(BAD.subList(4, 5));
        assertThatThrownBy(this::insert)
                .hasStackTraceContaining("field=s value=relative/iri")
                .hasStackTraceContaining(" row=(relative/iri, http://x/p, o, 1970-01-01T00:00:01")
                .hasStackTraceContaining("'sink.on-error' = 'skip' or 'dead-letter'");
    }

    @Test
    void everyKindOfBadRowNamesItsColumn() {
        RowToTuple converter =
                RowToTuple.of(
                        ResolvedSchema.of(
                                Column.physical("s", DataTypes.STRING()),
                                Column.physical("p", DataTypes.STRING()),
                                Column.physical("o", DataTypes.STRING()),
                                Column.physical("ts", DataTypes.TIMESTAMP_LTZ(3))),
                        TermFormat.PLAIN,
                        SinkOnError.FAIL);
        for (int i = 0; i < BAD.size(); i++) {
            RowData row = internal(BAD.get(i));
            String column = COLUMNS.get(i);
            assertThatThrownBy(() -> tuple(converter, row))
                    .isInstanceOf(BadTupleException.class)
                    .hasMessageContaining("field=" + column + " value=")
                    .hasMessageContaining(" row=(")
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
        }
        assertThat(tuple(converter, internal(Row.of(A, P, "o", TIME))))
                .isEqualTo(new Tuple(1_000, "<http://x/a>", "<http://x/p>", "\"o\""));
    }

    private static Tuple tuple(RowToTuple converter, RowData row) {
        List<Tuple> tuples = new ArrayList<>();
        converter.tuples(row, tuples::add);
        assertThat(tuples).hasSize(1);
        return tuples.get(0);
    }

    private static RowData internal(Row row) {
        GenericRowData data = new GenericRowData(4);
        for (int i = 0; i < 3; i++) {
            data.setField(i, StringData.fromString((String) row.getField(i)));
        }
        Instant time = (Instant) row.getField(3);
        data.setField(3, time == null ? null : TimestampData.fromInstant(time));
        return data;
    }

    @Test
    void skippedRowsDoNotHurtTheOthers() throws Exception {
        stream(", 'sink.on-error' = 'skip'");
        rows(BAD);
        insert();
        assertThat(sql.rows("SELECT o FROM wk.graph.STORED"))
                .containsExactly("+I[first]", "+I[last]");
    }

    @Test
    void deadLettersAreRowsOfAnotherTable() throws Exception {
        LettersTable.ROWS.clear();
        stream(", 'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' = 'test-letters'");
        rows(BAD);
        insert();
        assertThat(sql.rows("SELECT o FROM wk.graph.STORED"))
                .containsExactly("+I[first]", "+I[last]");
        List<Row> letters = List.copyOf(LettersTable.ROWS);
        assertThat(letters.stream().map(row -> row.getField("bad_column")))
                .containsExactlyInAnyOrderElementsOf(COLUMNS);
        assertThat(letters.stream().map(row -> row.getField("stream"))).containsOnly("s");
        assertThat(letters.stream().filter(row -> "relative/iri".equals(row.getField("s"))))
                .singleElement()
                .asString()
                .startsWith("+I[relative/iri, http://x/p, o, 1970-01-01T00:00:01Z, s, s, an IRI, ");
        assertThat(letters)
                .filteredOn(row -> row.getField("o") != null)
                .extracting(row -> ((String) row.getField("o")).length())
                .contains((1 << 16) + 1)
                .allMatch(length -> length <= (1 << 16) + 1);
    }

    @Test
    void optionsOfDeadLettersAreChecked() {
        assertThatThrownBy(() -> stream(", 'sink.on-error' = 'dead-letter'"))
                .hasStackTraceContaining("needs the option 'sink.dead-letter.connector'");
        assertRefused(", 'sink.on-error' = 'ignore'", "sink.on-error");
        assertRefused(
                ", 'sink.dead-letter.connector' = 'print'", "with 'sink.on-error' = 'dead-letter'");
        assertRefused(
                ", 'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' = 'prnt'", "prnt");
        assertRefused(
                ", 'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' = 'print',"
                        + " 'sink.dead-letter.colour' = 'red'",
                "colour");
    }

    private void assertRefused(String options, String message) {
        assertThatThrownBy(
                        () ->
                                sql.execute(
                                        "CREATE TABLE wk.db.s WITH ('connector' = 'wukongs', 'stream'"
                                                + " = 's'"
                                                + options
                                                + ")"))
                .hasStackTraceContaining(message);
    }
}
