package org.wukongs.kafka.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.testing.SharedKafka;
import org.wukongs.kafka.testing.SqlJobs;
import org.wukongs.kafka.testing.Topic;

/** The format in tables of Flink's Kafka connector, with a real broker. */
class RdfSqlIT {

    private static final String S = "<http://x/s>";
    private static final String P = "<http://x/p>";

    @RegisterExtension static final MiniClusterExtension CLUSTER = new MiniClusterExtension();

    @Test
    void oneRecordGivesSeveralRowsWithTheConnectorsMetadata() throws Exception {
        Topic topic = Topic.create("metadata");
        topic.write(5, S + " " + P + " \"1\" .\n" + S + " " + P + " \"2\" .");
        topic.write(7, S + " " + P + " \"3\"@en .");
        SqlJobs sql = new SqlJobs();
        sql.run(
                table(
                        "t",
                        "`offset` BIGINT METADATA VIRTUAL, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',"
                                + " o STRING, s STRING",
                        topic,
                        "'format' = 'rdf'"));
        assertThat(sql.rows("SELECT o, s, `offset`, ts FROM t"))
                .containsExactly(
                        "+I[\"1\", <http://x/s>, 0, 1970-01-01T00:00:00.005Z]",
                        "+I[\"2\", <http://x/s>, 0, 1970-01-01T00:00:00.005Z]",
                        "+I[\"3\"@en, <http://x/s>, 1, 1970-01-01T00:00:00.007Z]");
    }

    @ParameterizedTest
    @EnumSource(RdfFormat.class)
    void whatIsInsertedIsSelected(RdfFormat format) throws Exception {
        Topic topic = Topic.create("round-trip");
        boolean named = format == RdfFormat.NQUADS || format == RdfFormat.JSONLD;
        SqlJobs sql = new SqlJobs();
        sql.run(
                table(
                        "t",
                        "s STRING, p STRING, o STRING, "
                                + (named ? "g STRING, " : "")
                                + "ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'",
                        topic,
                        "'key.format' = 'raw', 'key.fields' = 's', 'value.format' = 'rdf',"
                                + " 'value.rdf.format' = '"
                                + format
                                + "'"));
        sql.run(
                "INSERT INTO t VALUES ('<http://x/s>', '<http://x/p>', '\"é\"@de', "
                        + (named ? "'<http://x/g>', " : "")
                        + "TO_TIMESTAMP_LTZ(17, 3))");
        assertThat(sql.rows("SELECT * FROM t"))
                .containsExactly(
                        "+I[<http://x/s>, <http://x/p>, \"é\"@de, "
                                + (named ? "<http://x/g>, " : "")
                                + "1970-01-01T00:00:00.017Z]");
        ConsumerRecord<byte[], byte[]> record = topic.read().get(0);
        assertThat(record.timestamp()).isEqualTo(17);
        assertThat(new String(record.key(), UTF_8)).isEqualTo(S);
    }

    @Test
    void eventTimeOfAPredicateMakesWindows() throws Exception {
        Topic topic = Topic.create("windows");
        for (int i = 0; i < 6; i++) {
            topic.write(
                    99,
                    S
                            + " <http://x/at> \""
                            + i * 400
                            + "\"^^<http://www.w3.org/2001/XMLSchema#long> .");
        }
        SqlJobs sql = new SqlJobs();
        sql.run(
                table(
                        "t",
                        "s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'value.event-time',"
                                + " WATERMARK FOR ts AS ts",
                        topic,
                        "'value.format' = 'rdf', 'value.rdf.event-time.predicate' = 'http://x/at'"));
        assertThat(
                        sql.rows(
                                "SELECT window_end, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(ts),"
                                        + " INTERVAL '1' SECOND) GROUP BY window_start, window_end"))
                .containsExactly(
                        "+I[1970-01-01T00:00:01, 3]",
                        "+I[1970-01-01T00:00:02, 2]",
                        "+I[1970-01-01T00:00:03, 1]");
    }

    /** Its row has no event time; it neither stops nor moves the watermark. */
    @Test
    void aBadRecordBetweenOthersLeavesWindowsAlone() throws Exception {
        Topic topic = Topic.create("bad-windows");
        String at = S + " <http://x/at> \"%s\"^^<http://www.w3.org/2001/XMLSchema#long> .";
        topic.write(1, at.formatted(100));
        topic.write(999_999, "hello");
        topic.write(2, at.formatted(200));
        topic.write(3, at.formatted(1500));
        SqlJobs sql = new SqlJobs();
        sql.run(
                table(
                        "t",
                        "s STRING, p STRING, o STRING, error STRING METADATA FROM 'value.error',"
                                + " ts TIMESTAMP_LTZ(3) METADATA FROM 'value.event-time',"
                                + " WATERMARK FOR ts AS ts",
                        topic,
                        "'value.format' = 'rdf', 'value.rdf.on-error' = 'row',"
                                + " 'value.rdf.event-time.predicate' = 'http://x/at'"));
        sql.run("CREATE VIEW good AS SELECT * FROM t WHERE error IS NULL");
        assertThat(
                        sql.rows(
                                "SELECT window_end, COUNT(*) FROM TUMBLE(TABLE good, DESCRIPTOR(ts),"
                                        + " INTERVAL '1' SECOND) GROUP BY window_start, window_end"))
                .containsExactly("+I[1970-01-01T00:00:01, 2]", "+I[1970-01-01T00:00:02, 1]");
    }

    @Test
    void aBadRecordFailsTheJobUnlessToldOtherwise() throws Exception {
        Topic topic = Topic.create("bad");
        topic.write(1, "hello");
        topic.write(2, null);
        topic.write(3, S + " " + P + " S .");
        topic.write(4, S + " " + P + " \"good\" .");
        SqlJobs sql = new SqlJobs();
        String columns = "s STRING, p STRING, o STRING";
        sql.run(table("failing", columns, topic, "'format' = 'rdf'"));
        assertThatThrownBy(() -> sql.rows("SELECT * FROM failing"))
                .hasStackTraceContaining(
                        "record is not the RDF that the table's format asks for, see option rdf.on-error:"
                                + " rdf.format=ntriples reason=syntax error");
        sql.run(table("ignoring", columns, topic, "'format' = 'rdf', 'rdf.on-error' = 'ignore'"));
        assertThat(sql.rows("SELECT o FROM ignoring")).containsExactly("+I[\"good\"]");
        sql.run(
                table(
                        "telling",
                        columns
                                + ", error STRING METADATA FROM 'value.error',"
                                + " error_value BYTES METADATA FROM 'value.error-value',"
                                + " `offset` BIGINT METADATA VIRTUAL",
                        topic,
                        "'format' = 'rdf', 'rdf.on-error' = 'row'"));
        assertThat(
                        sql.rows(
                                "SELECT `offset`, DECODE(error_value, 'UTF-8'), o, error IS NULL FROM telling"))
                .containsExactly(
                        "+I[0, hello, null, false]",
                        "+I[1, null, null, false]",
                        "+I[2, <http://x/s> <http://x/p> S ., null, false]",
                        "+I[3, null, \"good\", true]");
    }

    @Test
    void mistakesAreFoundWhilePlanning() throws Exception {
        Topic topic = Topic.create("mistakes");
        SqlJobs sql = new SqlJobs();
        String columns = "s STRING, p STRING, o STRING";
        sql.run(table("misspelt", columns, topic, "'format' = 'rdf', 'rdf.fromat' = 'turtle'"));
        assertThatThrownBy(() -> sql.rows("SELECT * FROM misspelt"))
                .hasStackTraceContaining("rdf.fromat")
                .hasStackTraceContaining("rdf.event-time.predicate")
                .hasStackTraceContaining("rdf.on-error");
        sql.run(
                table(
                        "header",
                        columns,
                        topic,
                        "'format' = 'rdf', 'rdf.event-time.header' = 'at'"));
        assertThatThrownBy(() -> sql.rows("SELECT * FROM header"))
                .hasStackTraceContaining("rdf.event-time.header");
        sql.run(table("named", "subject STRING, p STRING, o STRING", topic, "'format' = 'rdf'"));
        assertThatThrownBy(() -> sql.rows("SELECT * FROM named"))
                .hasStackTraceContaining("no such column: column=subject expected=s|p|o|g");
        sql.run(table("good", columns, topic, "'format' = 'rdf'"));
        assertThatThrownBy(
                        () ->
                                sql.run(
                                        "INSERT INTO good SELECT s, p, CAST(COUNT(*) AS STRING) FROM good GROUP BY s, p"))
                .hasStackTraceContaining("doesn't support consuming update");
        assertThat(topic.read()).isEmpty();
    }

    private static String table(String name, String columns, Topic topic, String options) {
        return "CREATE TABLE "
                + name
                + " ("
                + columns
                + ") WITH ('connector' = 'kafka', 'topic' = '"
                + topic.name()
                + "', 'properties.bootstrap.servers' = '"
                + SharedKafka.bootstrapServers()
                + "', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset', "
                + options
                + ")";
    }
}
