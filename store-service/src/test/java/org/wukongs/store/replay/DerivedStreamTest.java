package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Random streams, a stream derived from them, one derived from that, and a query over both. */
class DerivedStreamTest {

    private static final int ROUNDS = 25;
    private static final long BATCH_MS = 100;
    private static final long UNTIL_MS = 3_000;

    @TempDir private Path directory;

    private Random random = Seeds.random(getClass());

    private String window(long stepMs) {
        return "[RANGE " + (1 + random.nextInt(900)) + "ms STEP " + stepMs + "ms]";
    }

    private List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 20 + random.nextInt(60); i > 0; i--) {
            long timeMs =
                    random.nextInt(4) == 0 ? BATCH_MS * random.nextInt(20) : random.nextInt(2_000);
            tuples.add(
                    new Tuple(timeMs, vertex(), "<http://x/p" + random.nextInt(2) + ">", vertex()));
        }
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        return tuples;
    }

    private String vertex() {
        return "<http://x/v" + random.nextInt(5) + ">";
    }

    @Test
    void whatAQueryDerivesIsAStreamLikeOthers() {
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            rows += round();
        }
        assertThat(rows).isGreaterThan(ROUNDS);
    }

    private int round() {
        Map<StreamDefinition, List<Tuple>> streams = new LinkedHashMap<>();
        for (String name : List.of("A", "B")) {
            Set<String> timing = random.nextBoolean() ? Set.of() : Set.of("http://x/p0");
            streams.put(
                    new StreamDefinition(name, BATCH_MS, StreamDefinition.STORED, timing),
                    tuples());
        }
        Map<String, List<NaiveTriple>> stored =
                Map.of(
                        StreamDefinition.STORED,
                        List.of(new NaiveTriple(vertex(), "<http://x/p1>", vertex())));
        long step1 = BATCH_MS * (1 + random.nextInt(3));
        long step2 = step1 * (1 + random.nextInt(2));
        String first =
                "FROM STREAM A "
                        + window(step1)
                        + (random.nextBoolean() ? " FROM STORED" : "")
                        + " WHERE { ?s <http://x/p0> ?m . ?m <http://x/p1> ?o }";
        String second =
                "FROM STREAM D1 "
                        + window(step2)
                        + " FROM STREAM B "
                        + window(step2)
                        + " WHERE { GRAPH D1 { ?s <http://x/d1> ?m } GRAPH B { ?m ?p ?o } }";
        String query =
                "REGISTER QUERY Q AS SELECT ?a ?b ?c FROM STREAM D1 "
                        + window(step2)
                        + " FROM STREAM D2 "
                        + window(step2)
                        + " WHERE { ?a <http://x/d1> ?b . ?a <http://x/d2> ?c }";
        List<NaiveStream> all = new ArrayList<>();
        Map<StreamDefinition, Path> files = new LinkedHashMap<>();
        streams.forEach(
                (definition, tuples) -> {
                    all.add(new NaiveStream(definition, tuples));
                    files.put(definition, ReplayRun.file(directory, definition.name(), tuples));
                });
        try (ReplayRun run = new ReplayRun()) {
            run.stored(stored)
                    .run(
                            files,
                            List.of(
                                    "REGISTER STREAM D1 AS CONSTRUCT { ?s <http://x/d1> ?o } "
                                            + first,
                                    "REGISTER STREAM D2 AS CONSTRUCT { ?s <http://x/d2> ?o } "
                                            + second,
                                    query),
                            UNTIL_MS);
            assertThat(run.node.query("ASK { ?s <http://x/d1> ?o }").rows())
                    .as("nothing derived is stored")
                    .isEmpty();
            NaiveContinuous naive = new NaiveContinuous(all, stored);
            String d1 = "REGISTER QUERY X AS SELECT ?s ?o " + first;
            long firstMs =
                    all.stream().mapToLong(s -> s.tuples().get(0).eventTimeMs()).min().getAsLong();
            naive.derive("D1", "<http://x/d1>", d1, next(firstMs, step1), UNTIL_MS);
            String d2 = "REGISTER QUERY X AS SELECT ?s ?o " + second;
            naive.derive("D2", "<http://x/d2>", d2, next(firstMs, step2), UNTIL_MS);
            return compare(run, naive, query, Map.of("D1", d1, "D2", d2));
        }
    }

    private static long next(long timeMs, long stepMs) {
        return (timeMs / stepMs + 1) * stepMs;
    }

    private static int compare(
            ReplayRun run, NaiveContinuous naive, String query, Map<String, String> derived) {
        int rows = 0;
        List<String> order = new ArrayList<>();
        for (WindowResult result : run.results) {
            long t = result.windowEndMs();
            order.add(String.format("%06d %s", t, result.query()));
            String text = derived.get(result.query());
            if (text == null) {
                assertThat(NaiveEvaluator.sortedRows(result.rows()))
                        .as("t=%d %s", t, query)
                        .isEqualTo(naive.rows(query, t));
                rows += result.rows().size();
            } else {
                Set<List<String>> expected = new LinkedHashSet<>(naive.rows(text, t));
                assertThat(result.rows())
                        .extracting(row -> List.of(row[0], row[2]))
                        .as("t=%d %s", t, text)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
        assertThat(order).isSorted();
        assertThat(order).doesNotHaveDuplicates();
        return rows;
    }
}
