package org.wukongs.benchmarks.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.NTriples;

/**
 * A record of the result topic: NDJSON of the store's job, or a line with tabs of the SQL job.
 *
 * @param rows terms of each as N-Triples with tabs between, none for a window without rows
 */
record ResultRows(String query, long windowEndMs, List<String> rows) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static ResultRows parse(String record) {
        return record.startsWith("{") ? ofJson(record) : ofLine(record);
    }

    /** Query and window end only, which is quicker. */
    static ResultRows head(String record) {
        if (!record.startsWith("{")) {
            return ofLine(record);
        }
        String query = between(record, "{\"query\": \"", "\"");
        String end = between(record, "\"windowEnd\": ", ",");
        boolean empty = record.endsWith("\"rows\": []}");
        return new ResultRows(query, Long.parseLong(end), empty ? List.of() : List.of(record));
    }

    private static String between(String text, String before, String after) {
        int start = text.indexOf(before) + before.length();
        return text.substring(start, text.indexOf(after, start));
    }

    private static ResultRows ofLine(String line) {
        int query = line.indexOf('\t');
        int end = line.indexOf('\t', query + 1);
        return new ResultRows(
                line.substring(0, query),
                ms(line.substring(query + 1, end)),
                List.of(line.substring(end + 1)));
    }

    /** Of a timestamp as SQL casts it to a string, in UTC. */
    private static long ms(String timestamp) {
        LocalDateTime time = LocalDateTime.parse(timestamp.replace(' ', 'T'));
        return time.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    private static ResultRows ofJson(String json) {
        try {
            JsonNode result = JSON.readTree(json);
            List<String> rows = new ArrayList<>();
            for (JsonNode row : result.get("rows")) {
                List<String> terms = new ArrayList<>();
                row.forEach(term -> terms.add(term(term)));
                rows.add(String.join("\t", terms));
            }
            return new ResultRows(
                    result.get("query").asText(), result.get("windowEnd").asLong(), rows);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result line is no JSON: " + json, e);
        }
    }

    /** As N-Triples has it; what the queries of LSBench select are IRIs and literals. */
    private static String term(JsonNode term) {
        String value = term.get("value").asText();
        if (term.get("type").asText().equals("uri")) {
            return "<" + value + ">";
        }
        String quoted = NTriples.literal(value);
        if (term.has("xml:lang")) {
            return quoted + "@" + term.get("xml:lang").asText();
        }
        return term.has("datatype") ? quoted + "^^<" + term.get("datatype").asText() + ">" : quoted;
    }
}
