package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * The five LSBench streams of a small network over three seconds of event time, and what L1–L6
 * return on them by the naive evaluator.
 */
final class LsbenchCase {

    static final long BATCH_INTERVAL_MS = 100;
    static final long START_MS = 1_000_000;
    static final long DURATION_MS = 3_000;
    static final long STEP_MS = 100;
    static final long END_MS = START_MS + DURATION_MS;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LsbenchGenerator generator;

    LsbenchCase(long seed) {
        generator = new LsbenchGenerator(config(seed));
    }

    private static LsbenchConfig config(long seed) {
        return LsbenchConfig.defaults()
                .withUsers(60)
                .withSeed(seed)
                .withRate(LsbenchStreams.PO, 300)
                .withRate(LsbenchStreams.PO_LIKE, 300)
                .withRate(LsbenchStreams.PH, 200)
                .withRate(LsbenchStreams.PH_LIKE, 200)
                .withRate(LsbenchStreams.GPS, 100);
    }

    LsbenchGenerator generator() {
        return generator;
    }

    /** The stored graph as a file of N-Triples. */
    void writeStored(Path file) throws IOException {
        List<String> statements = new ArrayList<>();
        generator.writeStored(statements::add);
        Files.write(file, statements);
    }

    /** The stream's tuples with event time in [fromMs, untilMs), in event-time order. */
    List<Tuple> between(LsbenchStreams stream, long fromMs, long untilMs) {
        List<Tuple> tuples = new ArrayList<>();
        Iterator<Tuple> all = generator.tuples(stream, START_MS);
        for (Tuple t = all.next(); t.eventTimeMs() < untilMs; t = all.next()) {
            if (t.eventTimeMs() >= fromMs) {
                tuples.add(t);
            }
        }
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        return tuples;
    }

    /**
     * Each window of each query up to {@link #END_MS} is in {@code records} exactly once, as a line
     * of JSON with the rows of the naive evaluator, and no later one is.
     */
    void checkResults(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, Map<Long, List<List<String>>>> byQuery = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            JsonNode result = parse(record);
            Object before =
                    byQuery.computeIfAbsent(result.get("query").asText(), q -> new TreeMap<>())
                            .put(result.get("windowEnd").asLong(), rows(result.get("rows")));
            assertThat(before).as("a window twice: %s", result).isNull();
        }
        NaiveContinuous naive = naive();
        LsbenchQueries.all()
                .forEach((name, text) -> checkQuery(name, text, byQuery.get(name), naive));
    }

    private static void checkQuery(
            String name,
            String text,
            Map<Long, List<List<String>>> windows,
            NaiveContinuous naive) {
        long rowCount = 0;
        for (long t = START_MS + STEP_MS; t <= END_MS; t += STEP_MS) {
            assertThat(windows.get(t))
                    .as("%s at %d", name, t)
                    .containsExactlyInAnyOrderElementsOf(naive.rows(text, t));
            rowCount += windows.get(t).size();
        }
        assertThat(rowCount).as("rows of %s", name).isPositive();
        assertThat(windows).as(name).hasSize((int) (DURATION_MS / STEP_MS));
    }

    /** Every like, also one that comes again, with null where the user tells no status. */
    List<String> enrichedLikes() {
        Map<String, String> persons = stored("<http://rdfs.org/sioc/ns#account_of>");
        Map<String, String> statuses = stored("<" + LsbenchVocabulary.SIB + "status>");
        List<String> likes = new ArrayList<>();
        for (Tuple tuple : between(LsbenchStreams.PO_LIKE, START_MS, END_MS)) {
            if (tuple.predicate().equals("<" + LsbenchVocabulary.SIB + "like>")) {
                String user = tuple.subject();
                likes.add(
                        Arrays.asList(user, tuple.object(), persons.get(user), statuses.get(user))
                                .toString());
            }
        }
        return likes;
    }

    /** A result of the examples that enrich, as above. */
    static String enrichedLike(JsonNode result) {
        List<String> row = new ArrayList<>();
        for (String column : List.of("user", "post", "person", "status")) {
            row.add(result.get(column).isNull() ? null : result.get(column).asText());
        }
        return row.toString();
    }

    /** Subject → object of a predicate that no subject has twice. */
    private Map<String, String> stored(String predicate) {
        return naive().storedTriples(StreamDefinition.STORED, START_MS).stream()
                .filter(triple -> triple.predicate().equals(predicate))
                .collect(Collectors.toMap(NaiveTriple::subject, NaiveTriple::object));
    }

    NaiveContinuous naive() {
        List<NaiveStream> streams =
                Arrays.stream(LsbenchStreams.values())
                        .map(
                                stream ->
                                        new NaiveStream(
                                                stream.definition(BATCH_INTERVAL_MS),
                                                between(stream, START_MS, END_MS)))
                        .toList();
        return new NaiveContinuous(streams, Map.of(StreamDefinition.STORED, stored(generator)));
    }

    /** The stored graph of a network. */
    static List<NaiveTriple> stored(LsbenchGenerator generator) {
        List<NaiveTriple> stored = new ArrayList<>();
        generator.writeStored(
                statement -> {
                    String[] terms = statement.split(" ", 3);
                    String object = terms[2].substring(0, terms[2].lastIndexOf('.')).strip();
                    stored.add(new NaiveTriple(terms[0], terms[1], object));
                });
        return stored;
    }

    static JsonNode parse(ConsumerRecord<byte[], byte[]> record) {
        try {
            return MAPPER.readTree(record.value());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows of a line of JSON, as terms of N-Triples. */
    static List<List<String>> rows(JsonNode rows) {
        List<List<String>> all = new ArrayList<>();
        for (JsonNode row : rows) {
            List<String> terms = new ArrayList<>();
            row.forEach(term -> terms.add(NTriplesUtil.toNTriplesString(value(term))));
            all.add(terms);
        }
        return all;
    }

    private static Value value(JsonNode term) {
        String text = term.get("value").asText();
        if (term.get("type").asText().equals("uri")) {
            return VALUES.createIRI(text);
        }
        if (term.has("xml:lang")) {
            return VALUES.createLiteral(text, term.get("xml:lang").asText());
        }
        return term.has("datatype")
                ? VALUES.createLiteral(text, VALUES.createIRI(term.get("datatype").asText()))
                : VALUES.createLiteral(text);
    }
}
