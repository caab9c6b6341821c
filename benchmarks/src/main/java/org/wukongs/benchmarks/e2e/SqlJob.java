package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;

/**
 * L1 to L6 in plain Flink SQL over the same topics, parsed by the same format: the scripts beside
 * this class, as one job, so that queries share what they have in common.
 */
final class SqlJob {

    /**
     * Of window rows in the join with stored triples. Nothing is to be waited for there once these
     * have been read at the start.
     */
    private static final String TTL = "10s";

    /** Streams are there at once here, and what is stored is still being read: all rows wait. */
    private static final String TTL_BOUNDED = "1h";

    /** No text of these scripts has one at the end of a line. */
    private static final Pattern END = Pattern.compile(";\\s*\n");

    private SqlJob() {}

    static void addTo(StreamExecutionEnvironment env, JobSpec spec) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.getConfig().set("table.local-time-zone", "UTC");
        StreamStatementSet inserts = tables.createStatementSet();
        for (String name : List.of("tables.sql", liked(spec.kind()), "results.sql")) {
            for (String statement : END.splitAsStream(script(name, values(spec))).toList()) {
                if (statement.contains("INSERT INTO ")) {
                    inserts.addInsertSql(statement);
                } else if (!statement.isBlank()) {
                    tables.executeSql(statement);
                }
            }
        }
        inserts.attachAsDataStream();
    }

    private static String liked(Kind kind) {
        return kind == Kind.SQL ? "liked-by-windows.sql" : "liked-by-intervals.sql";
    }

    /** A resource of this package, {@code ${name}} replaced by its value. */
    private static String script(String name, Map<String, String> values) {
        try (InputStream in = SqlJob.class.getResourceAsStream(name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace("${" + value.getKey() + "}", value.getValue());
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> values(JobSpec spec) {
        Map<String, String> values = new HashMap<>();
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            values.put(stream.name().toLowerCase(Locale.ROOT), stream.topic());
        }
        values.put("kafka", spec.kafka());
        values.put("bounded", spec.bounded() ? "latest-offset" : "unbounded");
        values.put("results", spec.kind().resultTopic());
        values.put("guarantee", spec.kind().isKilled() ? "exactly-once" : "at-least-once");
        values.put("ttl", spec.bounded() ? TTL_BOUNDED : TTL);
        values.put("stored", Path.of(spec.storedFile()).toUri().toString());
        values.put("user", iri(LsbenchVocabulary.USER, spec.user()));
        values.put("person", iri(LsbenchVocabulary.PERSON, spec.person()));
        return values;
    }

    private static String iri(String prefix, long number) {
        return "<" + prefix + number + ">";
    }
}
