package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Upserts into a store that answers with what is stable, and with nothing newer. */
final class GraphUpsertsTest {

    private static final StreamDefinition STREAM = StreamDefinition.of("s");
    private static final int UPSERT_COUNT = 20_000;
    private static final int KEY_COUNT = 100;
    private static final int KEYS_MAX = 16;

    private long nowMs = 1_000;
    private final LateStore store = new LateStore();

    /** A store whose graph is behind by what nobody has waited for. */
    private final class LateStore implements GraphUpserts.Store {

        private static final Pattern PAIR = Pattern.compile("\\((<\\S+>) (<\\S+>)\\)");

        private final Set<Tuple> graph = new HashSet<>();
        private final List<Tuple> open = new ArrayList<>();
        private long stableMs;
        private long newestMs = Long.MIN_VALUE;
        private int keysAsked;

        void take(Tuple tuple) {
            assertThat(tuple.eventTimeMs()).as("late").isGreaterThanOrEqualTo(stableMs);
            newestMs = Math.max(newestMs, tuple.eventTimeMs());
            open.add(tuple);
        }

        @Override
        public List<String[]> query(String sparql, int keys) {
            keysAsked += keys;
            List<String[]> rows = new ArrayList<>();
            for (Matcher pair = PAIR.matcher(sparql); pair.find(); ) {
                for (Tuple triple : graph) {
                    if (triple.subject().equals(pair.group(1))
                            && triple.predicate().equals(pair.group(2))) {
                        rows.add(
                                new String[] {
                                    triple.subject(), triple.predicate(), triple.object()
                                });
                    }
                }
            }
            return rows;
        }

        @Override
        public long awaitStable(long timeMs) {
            nowMs = Math.max(nowMs, timeMs + 1);
            stableUpTo(nowMs);
            return stableMs;
        }

        void stableUpTo(long timeMs) {
            stableMs = timeMs;
            open.sort(Comparator.comparingLong(Tuple::eventTimeMs));
            while (!open.isEmpty() && open.get(0).eventTimeMs() < timeMs) {
                apply(open.remove(0), graph);
            }
        }

        /** The graph with what is open. */
        Set<Tuple> complete() {
            open.sort(Comparator.comparingLong(Tuple::eventTimeMs));
            Set<Tuple> all = new HashSet<>(graph);
            open.forEach(tuple -> apply(tuple, all));
            return all;
        }

        private static void apply(Tuple tuple, Set<Tuple> graph) {
            if (tuple.removal()) {
                graph.remove(new Tuple(0, tuple.subject(), tuple.predicate(), tuple.object()));
            } else {
                graph.add(tuple.at(0));
            }
        }
    }

    private GraphUpserts upserts() {
        StreamStatus status =
                new StreamStatus(
                        "s", 100, "g", 0, 0, 0, 0, 0, 0, 1, 1, false, 0, 0, store.newestMs, 0, 0);
        ChangeTimes times = ChangeTimes.after(STREAM, List.of(status), () -> nowMs);
        return new GraphUpserts(times, store::take, store, "g", KEYS_MAX);
    }

    @Test
    void theGraphHasTheNewestValueOfEachKey() throws Exception {
        Random random = Seeds.random(GraphUpsertsTest.class);
        Map<String, List<Tuple>> newest = new HashMap<>();
        for (int key = 0; key < KEY_COUNT; key++) {
            List<Tuple> loaded = List.of(tuple(key, "loaded"), tuple(key, "loaded too"));
            store.graph.addAll(loaded);
            newest.put(loaded.get(0).subject(), loaded);
        }
        GraphUpserts upserts = upserts();
        for (int i = 0; i < UPSERT_COUNT; i++) {
            nowMs += random.nextInt(2);
            Tuple tuple = tuple(random.nextInt(KEY_COUNT), "v" + random.nextInt(5));
            boolean removal = random.nextInt(5) == 0;
            upserts.add(List.of(removal ? tuple.asRemoval() : tuple));
            newest.put(tuple.subject(), removal ? List.of() : List.of(tuple));
            if (random.nextInt(50) == 0) {
                upserts.beforeClosing();
                store.stableUpTo(nowMs);
            }
            if (random.nextInt(20) == 0) {
                upserts.release();
                assertThat(store.complete()).isEqualTo(expected(newest));
                upserts = random.nextInt(5) == 0 ? upserts() : upserts;
            }
        }
        assertThat(store.keysAsked).as("some are remembered").isLessThan(UPSERT_COUNT);
    }

    private static Set<Tuple> expected(Map<String, List<Tuple>> newest) {
        Set<Tuple> expected = new HashSet<>();
        newest.values().stream().flatMap(List::stream).forEach(expected::add);
        return expected;
    }

    @Test
    void manyKeysAreOneQuestion() throws Exception {
        GraphUpserts upserts = upserts();
        for (int key = 0; key < GraphUpserts.TUPLES_WAITING_MAX; key++) {
            assertThat(store.keysAsked).isZero();
            upserts.add(List.of(tuple(key % 7, "v" + key)));
        }
        assertThat(store.keysAsked).isEqualTo(7);
        assertThat(store.open).isNotEmpty();
    }

    @Test
    void blankNodesCannotBeAskedFor() {
        Tuple blank = new Tuple(0, "_:b", "<x:p>", "\"o\"");
        assertThatThrownBy(() -> upserts().check(List.of(blank)))
                .isInstanceOf(BadTupleException.class)
                .hasMessageContaining("field=subject value=_:b");
    }

    private static Tuple tuple(int key, String value) {
        return new Tuple(0, "<x:" + key + ">", "<x:p>", "\"" + value + "\"");
    }
}
