package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Streams whose tables have any columns and a mapping. */
@Timeout(180)
final class MappedStreamTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final String CUSTOMER =
            "(id INT, name STRING, city STRING, page STRING, ts TIMESTAMP_LTZ(3))";

    private static final String INLINE =
            ", 'mapping.subject' = 'http://shop/customer/{id}', 'mapping.class' ="
                    + " 'http://shop/ns#Customer;http://shop/ns#Party', 'mapping.predicate-prefix' ="
                    + " 'http://shop/ns#', 'mapping.object.city' = 'http://shop/city/{city}',"
                    + " 'mapping.predicate.page' = 'http://xmlns.com/foaf/0.1/page',"
                    + " 'mapping.object.page' = '{page}'";

    private static final String ROWS =
            " VALUES (1, 'Ann', 'St. Gallen', 'http://ann.example/', TO_TIMESTAMP_LTZ(1010, 3)),"
                    + " (2, 'Bob \"B\"', CAST(NULL AS STRING), CAST(NULL AS STRING),"
                    + " TO_TIMESTAMP_LTZ(1020, 3))";

    private static final List<String> TRIPLES =
            List.of(
                    "+I[http://shop/customer/1, http://shop/ns#city, http://shop/city/St.%20Gallen]",
                    "+I[http://shop/customer/1, http://shop/ns#name, Ann]",
                    "+I[http://shop/customer/1, http://www.w3.org/1999/02/22-rdf-syntax-ns#type,"
                            + " http://shop/ns#Customer]",
                    "+I[http://shop/customer/1, http://www.w3.org/1999/02/22-rdf-syntax-ns#type,"
                            + " http://shop/ns#Party]",
                    "+I[http://shop/customer/1, http://xmlns.com/foaf/0.1/page,"
                            + " http://ann.example/]",
                    "+I[http://shop/customer/2, http://shop/ns#name, Bob \"B\"]",
                    "+I[http://shop/customer/2, http://www.w3.org/1999/02/22-rdf-syntax-ns#type,"
                            + " http://shop/ns#Customer]",
                    "+I[http://shop/customer/2, http://www.w3.org/1999/02/22-rdf-syntax-ns#type,"
                            + " http://shop/ns#Party]");

    private final SqlSession sql = new SqlSession();

    @AfterEach
    void close() {
        sql.close();
    }

    private void customers(String options) {
        create("customers", CUSTOMER, options);
    }

    private void create(String table, String columns, String options) {
        sql.execute(
                "CREATE TABLE wk.db."
                        + table
                        + " "
                        + columns
                        + " WITH ('connector' = 'wukongs', 'stream' = '"
                        + table
                        + "'"
                        + options
                        + ")");
    }

    private List<String> stored() throws Exception {
        return sql.rows("SELECT s, p, o FROM wk.graph.STORED");
    }

    @Test
    void theShortFormMapsEachColumn() throws Exception {
        sql.withCatalog();
        customers(INLINE);
        sql.insert("INSERT INTO wk.db.customers" + ROWS);
        assertThat(stored()).containsExactlyElementsOf(TRIPLES);
    }

    @Test
    void aFileMapsTheSame(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("customers.ttl");
        Files.writeString(
                file,
                """
                @prefix rr: <http://www.w3.org/ns/r2rml#> .
                @prefix ns: <http://shop/ns#> .
                <#c> rr:subjectMap [
                    rr:template "http://shop/customer/{id}" ; rr:class ns:Customer, ns:Party ] ;
                  rr:predicateObjectMap [ rr:predicate ns:name ; rr:objectMap [ rr:column "name" ] ] ;
                  rr:predicateObjectMap [
                    rr:predicate ns:city ; rr:objectMap [ rr:template "http://shop/city/{city}" ] ] ;
                  rr:predicateObjectMap [ rr:predicate <http://xmlns.com/foaf/0.1/page> ;
                    rr:objectMap [ rr:column "page" ; rr:termType rr:IRI ] ] .
                """);
        sql.withCatalog();
        customers(", 'mapping' = '" + file + "'");
        sql.insert("INSERT INTO wk.db.customers" + ROWS);
        assertThat(stored()).containsExactlyElementsOf(TRIPLES);
        Files.delete(file);
        assertThatThrownBy(() -> sql.insert("INSERT INTO wk.db.customers" + ROWS))
                .hasStackTraceContaining("cannot read the mapping: file=" + file);
    }

    @Test
    void aRowsTriplesAreInTheWindowsOfItsEventTime() throws Exception {
        sql.withCatalog();
        create(
                "clicks",
                "(seen TIMESTAMP(3), who INT, page STRING, clicked TIMESTAMP(3), WATERMARK FOR clicked AS clicked)",
                ", 'mapping.subject' = '_:{who}', 'mapping.predicate-prefix' = 'http://shop/ns#',"
                        + " 'timing.predicates' = 'http://shop/ns#page'");
        sql.execute(
                "CREATE TABLE wk.db.pages WITH ('connector' = 'wukongs', 'scan.bounded.by-streams' ="
                        + " 'true', 'query' = 'REGISTER QUERY pages AS PREFIX : <http://shop/ns#>"
                        + " SELECT ?p ?s FROM STREAM <clicks> [RANGE 100ms STEP 100ms]"
                        + " WHERE { ?c :page ?p ; :seen ?s }')");
        sql.insert(
                "INSERT INTO wk.db.clicks VALUES (TIMESTAMP '2024-01-01 00:00:00', 1, 'a',"
                        + " TIMESTAMP '1970-01-01 00:00:01.010'), (TIMESTAMP '2024-01-01"
                        + " 00:00:00.5', 2, 'b', TIMESTAMP '1970-01-01 00:00:01.110')");
        assertThat(sql.rows("SELECT result_time, p, s FROM wk.db.pages"))
                .containsExactly(
                        "+I[1970-01-01T00:00:01.100Z, a, 2024-01-01T00:00:00]",
                        "+I[1970-01-01T00:00:01.200Z, b, 2024-01-01T00:00:00.5]");
        assertThat(sql.rows("SELECT p FROM wk.graph.STORED"))
                .as("the timing predicate is not stored")
                .containsExactly("+I[http://shop/ns#seen]", "+I[http://shop/ns#seen]");
    }

    private static final String PAGE_OF_SECOND = ", 'relative'";

    private static final String ONE_BAD_ROW =
            ROWS.replace(
                    ", CAST(NULL AS STRING), CAST(NULL AS STRING)", ", 'Ulm'" + PAGE_OF_SECOND);

    private static final String BAD_ROWS =
            ONE_BAD_ROW
                    + ", (3, 'Eve', 'Ulm', 'http://eve.example/', CAST(NULL AS TIMESTAMP_LTZ(3)))";

    @Test
    void aRowThatCannotBeMappedFailsTheJob() {
        sql.withCatalog();
        customers(INLINE);
        assertThatThrownBy(() -> sql.insert("INSERT INTO wk.db.customers" + ONE_BAD_ROW))
                .hasStackTraceContaining(
                        "not an absolute IRI: field=page value=relative row=(2, Bob")
                .hasStackTraceContaining("'sink.on-error' = 'skip' or 'dead-letter'");
    }

    @Test
    void noTripleOfASkippedRowIsWritten() throws Exception {
        sql.withCatalog();
        customers(INLINE + ", 'sink.on-error' = 'skip'");
        sql.insert("INSERT INTO wk.db.customers" + BAD_ROWS);
        assertThat(stored()).containsExactlyElementsOf(TRIPLES.subList(0, 5));
    }

    @Test
    void deadLettersHaveTheRowsColumns() throws Exception {
        LettersTable.ROWS.clear();
        sql.withCatalog();
        customers(
                INLINE
                        + ", 'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' ="
                        + " 'test-letters'");
        sql.insert("INSERT INTO wk.db.customers" + BAD_ROWS);
        assertThat(stored()).containsExactlyElementsOf(TRIPLES.subList(0, 5));
        assertThat(List.copyOf(LettersTable.ROWS))
                .containsExactlyInAnyOrder(
                        letter(2, "Bob \"B\"", "Ulm", "relative", Instant.ofEpochMilli(1_020))
                                .with("page", "not an absolute IRI"),
                        letter(3, "Eve", "Ulm", "http://eve.example/", null)
                                .with("ts", "an event time must not be NULL"));
    }

    private record Letter(Object... values) {
        Row with(String column, String reason) {
            Row row = Row.withNames();
            String[] names = {"id", "name", "city", "page", "ts"};
            for (int i = 0; i < names.length; i++) {
                row.setField(names[i], values[i]);
            }
            row.setField("stream", "customers");
            row.setField("bad_column", column);
            row.setField("reason", reason);
            return row;
        }
    }

    private static Letter letter(Object... values) {
        return new Letter(values);
    }

    private void assertRefused(String columns, String options, String... messages) {
        var failure = assertThatThrownBy(() -> create("refused", columns, options)).as(options);
        for (String message : messages) {
            failure.hasStackTraceContaining(message);
        }
    }

    @Test
    void wrongOptionsAreRefusedWhenTheTableIsCreated() {
        sql.withCatalog();
        String subject = ", 'mapping.subject' = 'http://x/{id}'";
        String prefix = subject + ", 'mapping.predicate-prefix' = 'http://x/ns#'";
        assertRefused(CUSTOMER, subject, "no row would give a triple", "option=mapping.subject");
        assertRefused(CUSTOMER, prefix.replace("id", "ID"), "no column 'ID'", "{ID}");
        assertRefused(CUSTOMER, subject.replace("{id}", "id"), "must name a column in braces");
        assertRefused(
                CUSTOMER,
                subject + ", 'mapping.predicate-prefix' = 'http://x/ns'",
                "must end with # or / or : or =",
                "option=mapping.predicate-prefix value=http://x/ns");
        assertRefused(
                CUSTOMER, subject + ", 'mapping.predicate-prefix' = 'ns#'", "not an absolute IRI");
        assertRefused(CUSTOMER, subject + ", 'mapping.class' = 'C'", "not an absolute IRI", "=C");
        assertRefused(
                CUSTOMER,
                prefix + ", 'mapping.predicate.nam' = 'http://x/n'",
                "no such column to map, only [id, name, city, page]: option=mapping.predicate.nam");
        assertRefused(
                CUSTOMER,
                subject + ", 'mapping.object.name' = '{name}'",
                "the column has no predicate: set mapping.predicate.name");
        assertRefused(
                CUSTOMER, prefix + ", 'mapping.object.name' = 'x{name}'", "begin with a scheme");
        assertRefused(CUSTOMER, ", 'mapping.class' = 'http://x/C'", "needs 'mapping.subject'");
        assertRefused(
                CUSTOMER,
                ", 'mapping.text' = 'x', 'mapping.object.name' = '{name}'",
                "Option 'mapping.object' needs 'mapping.subject'");
        assertRefused(CUSTOMER, prefix + ", 'mapping' = 'x.ttl'", "A table has one mapping");
        assertRefused(CUSTOMER, prefix + ", 'term.format' = 'plain'", "'term.format' has no");
        assertRefused(CUSTOMER, prefix + ", 'mapping.colour' = 'red'", "mapping.colour");
        assertRefused("", prefix, "with a mapping needs columns");
        assertRefused("(id INT)", prefix, "one column of type TIMESTAMP or TIMESTAMP_LTZ");
        assertRefused(
                "(id INT, a TIMESTAMP(3), b TIMESTAMP(3))", prefix, "WATERMARK for one of them");
        assertRefused(
                "(id INT, m MAP<INT, INT>, ts TIMESTAMP(3))",
                prefix,
                "column 'm' has type MAP<INT, INT>, which cannot become an RDF term");
        assertRefused(
                "(id INT, reason STRING, ts TIMESTAMP(3))",
                prefix
                        + ", 'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' ="
                        + " 'test-letters'",
                "Dead letters have a column 'reason' of their own");
        assertThatThrownBy(
                        () ->
                                sql.execute(
                                        "CREATE TABLE wk.db.g WITH ('connector' = 'wukongs', 'graph'"
                                                + " = 'STORED', 'mapping.object.s' = '{s}')"))
                .hasStackTraceContaining(
                        "'mapping.object' has no meaning for a table with 'graph'");
    }

    @Test
    void theMappingCanBeAltered() throws Exception {
        sql.withCatalog();
        customers(INLINE);
        sql.execute(
                "ALTER TABLE wk.db.customers SET ('mapping.predicate.name' ="
                        + " 'http://xmlns.com/foaf/0.1/name')");
        sql.insert("INSERT INTO wk.db.customers" + ROWS);
        assertThat(
                        sql.rows(
                                "SELECT o FROM wk.graph.STORED WHERE p ="
                                        + " 'http://xmlns.com/foaf/0.1/name'"))
                .containsExactly("+I[Ann]", "+I[Bob \"B\"]");
    }
}
