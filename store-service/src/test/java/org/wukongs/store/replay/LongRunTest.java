package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Two hours of event time under a small budget: three streams of timing tuples and one whose
 * triples come again and again but for one a second, queries that stay, that come and go, and one
 * that nobody reads; streams that are dropped with their queries, and added again otherwise. What
 * the store holds at the end is what it held in the middle, and its answers are right all the way.
 */
class LongRunTest {

    private static final long BATCH_INTERVAL_MS = 1_000;
    private static final int BATCH_COUNT = 7_200;
    private static final int TUPLES_A_BATCH = 30;

    /** A third of what the streams bring: only expiry makes room. */
    private static final long RING_TUPLE_COUNT_MAX = BATCH_COUNT * TUPLES_A_BATCH / 3;

    /** The streams are all there well before the middle; from then on one is dropped each time. */
    private static final int BATCHES_BETWEEN_STREAMS = 500;

    private static final List<Long> BATCH_INTERVALS_MS = List.of(500L, 1_000L);

    private static final int BATCHES_BETWEEN_QUERIES = 10;
    private static final int VISITORS_MAX = 6;
    private static final long RANGE_MS_MAX = 30_000;
    private static final int STEP_BATCH_COUNT_MAX = 10;
    private static final long STEP_MS_MAX = STEP_BATCH_COUNT_MAX * BATCH_INTERVAL_MS;
    private static final long CHECK_EVERY_MS = 60_000;

    /** Between the middle and the end; a leaked query alone would be 70 MB of histograms. */
    private static final long HEAP_GROWTH_BYTES_MAX = 16 << 20;

    /**
     * Of a stored triple with a new object: a key, a list of one, and its places in longer lists.
     */
    private static final long TRIPLE_BYTES_MAX = 256;

    /** So much may wait for the next reclamation. */
    private static final long RETIRED_BYTES_MAX = 1 << 20;

    private static final List<String> SENSORS =
            List.of("http://x/sensor0", "http://x/sensor1", "http://x/sensor2");
    private static final String FACTS = "http://x/facts";

    private final StoreNode node =
            new StoreNode(
                    StoreConfig.builder()
                            .termCountMax(10_000)
                            .ringTupleCountMax(RING_TUPLE_COUNT_MAX)
                            .build(),
                    new SystemNanoClock());
    private final Map<String, FedStream> streams = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, Long> nextWindowEndMs = new LinkedHashMap<>();
    private final Set<NaiveTriple> facts = new HashSet<>();
    private final Deque<String> visitors = new ArrayDeque<>();
    private final Random random = Seeds.random(LongRunTest.class);
    private int queryCount;
    private int droppedCount;
    private int checkedCount;
    private int checkedRowCount;

    /** What the store holds. */
    private record Held(
            long retainedTupleCount,
            long storedTripleCount,
            long usedBytes,
            long committedBytes,
            long retiredBytes,
            long heapBytes) {}

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void memoryStaysFlat() {
        addStream(FACTS, Set.of());
        addStream(SENSORS.get(0), Set.of("http://x/reads", "http://x/at"));
        register("resident", 1_000, SENSORS.get(0));
        read("resident", RANGE_MS_MAX);
        register("unread", 1_000, SENSORS.get(0));
        Held middle = null;
        for (int batch = 0; batch < BATCH_COUNT; batch++) {
            comeAndGo(batch);
            long endMs = (batch + 1) * BATCH_INTERVAL_MS;
            for (FedStream stream : streams.values()) {
                feed(stream, endMs - BATCH_INTERVAL_MS);
                stream.advanceTo(endMs);
            }
            execute(endMs);
            node.reclaim();
            if (batch == BATCH_COUNT / 2) {
                middle = held();
            }
        }
        assertFlat(middle, held());
        System.out.println("long run: checked=" + checkedCount + " rows=" + checkedRowCount);
        assertThat(checkedCount)
                .isGreaterThan((int) (BATCH_COUNT * BATCH_INTERVAL_MS / CHECK_EVERY_MS));
        assertThat(checkedRowCount).isGreaterThan(checkedCount);
        assertThat(droppedCount).isGreaterThan(BATCH_COUNT / BATCHES_BETWEEN_STREAMS / 2);
    }

    private static void assertFlat(Held middle, Held end) {
        System.out.println("long run: middle=" + middle + " end=" + end);
        long newCount = end.storedTripleCount() - middle.storedTripleCount();
        long newBytesMax = newCount * TRIPLE_BYTES_MAX;
        assertThat(newCount).as("one a batch").isEqualTo(BATCH_COUNT / 2 - 1);
        assertThat(end.usedBytes()).isLessThan(middle.usedBytes() + newBytesMax);
        assertThat(end.committedBytes()).isLessThan(middle.committedBytes() + newBytesMax);
        assertThat(end.retiredBytes()).isLessThan(RETIRED_BYTES_MAX);
        assertThat(end.heapBytes()).isLessThan(middle.heapBytes() + HEAP_GROWTH_BYTES_MAX);
    }

    private Held held() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long retained = 0;
        for (StreamStatus stream : node.status().streams()) {
            assertThat(stream.retainedTupleCount())
                    .as(stream.name())
                    .isLessThanOrEqualTo(RING_TUPLE_COUNT_MAX);
            retained += stream.retainedTupleCount();
        }
        GraphMemory memory = node.stored().memory();
        return new Held(
                retained,
                node.status().storedTripleCount(),
                memory.usedBytes(),
                memory.committedBytes(),
                memory.retiredBytes(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    private void addStream(String name, Set<String> timing) {
        long batchIntervalMs = BATCH_INTERVALS_MS.get(random.nextInt(BATCH_INTERVALS_MS.size()));
        StreamDefinition definition =
                new StreamDefinition(name, batchIntervalMs, StreamDefinition.STORED, timing);
        streams.put(name, new FedStream(node, definition));
    }

    private void feed(FedStream stream, long fromMs) {
        stream.forgetBefore(fromMs - RANGE_MS_MAX);
        boolean timeless = stream.definition().name().equals(FACTS);
        for (int i = 0; i < TUPLES_A_BATCH; i++) {
            String subject = "<http://x/v" + random.nextInt(40) + ">";
            String predicate = timeless ? "near" : random.nextInt(3) == 0 ? "at" : "reads";
            String object = "<http://x/v" + random.nextInt(40) + ">";
            if (timeless && i == 0) {
                object = "<http://x/news" + fromMs + ">";
            }
            long timeMs = fromMs + random.nextInt((int) BATCH_INTERVAL_MS);
            String iri = "<http://x/" + predicate + ">";
            stream.add(new Tuple(timeMs, subject, iri, object));
            if (timeless) {
                facts.add(new NaiveTriple(subject, iri, object));
            }
        }
    }

    private void comeAndGo(int batch) {
        int known = streams.size() - 1;
        if (batch % BATCHES_BETWEEN_STREAMS == 0 && batch > 0) {
            // The first sensor stays, as its queries do.
            String sensor =
                    known < SENSORS.size()
                            ? SENSORS.get(known)
                            : SENSORS.get(1 + random.nextInt(SENSORS.size() - 1));
            drop(sensor);
            addStream(sensor, Set.of("http://x/reads", "http://x/at"));
        }
        if (batch % BATCHES_BETWEEN_QUERIES == 0 && batch > 0) {
            String stream = SENSORS.get(random.nextInt(streams.size() - 1));
            String name = "visitor" + queryCount++;
            register(name, BATCH_INTERVAL_MS * (1 + random.nextInt(STEP_BATCH_COUNT_MAX)), stream);
            // Older tuples may be gone, and ISTREAM needs those of the execution before.
            read(name, batch * BATCH_INTERVAL_MS + RANGE_MS_MAX + STEP_MS_MAX);
            visitors.add(name);
            if (visitors.size() > VISITORS_MAX) {
                unregister(visitors.remove());
            }
        }
    }

    /** Drops a stream, if it is there, and before it the queries that read it. */
    private void drop(String stream) {
        if (streams.remove(stream) != null) {
            for (String reader : node.continuous().readersOf(stream)) {
                visitors.remove(reader);
                unregister(reader);
            }
            node.dropStream(stream);
            droppedCount++;
        }
    }

    private void unregister(String query) {
        node.continuous().unregister(query);
        nextWindowEndMs.remove(query);
        texts.remove(query);
    }

    private void register(String name, long stepMs, String stream) {
        long rangeMs = 1L + random.nextInt((int) RANGE_MS_MAX);
        String text =
                "PREFIX : <http://x/> REGISTER "
                        + (random.nextBoolean() ? "QUERY " : "ISTREAM ")
                        + name
                        + " AS SELECT ?b ?c FROM NAMED WINDOW :w ON <"
                        + stream
                        + "> [RANGE "
                        + rangeMs
                        + "ms STEP "
                        + stepMs
                        + "ms] FROM STORED WHERE { WINDOW :w { :v"
                        + random.nextInt(40)
                        + " :reads ?b . ?b :at ?c } ?c :near :v"
                        + random.nextInt(40)
                        + " }";
        node.registerQuery(text);
        texts.put(name, text);
    }

    private void read(String name, long fromMs) {
        node.continuous().attachReader(name, fromMs);
        nextWindowEndMs.put(name, fromMs);
    }

    private void execute(long stableMs) {
        boolean check = stableMs % CHECK_EVERY_MS == 0;
        for (String name : List.copyOf(nextWindowEndMs.keySet())) {
            var fetched = node.continuous().fetch(name, nextWindowEndMs.get(name), 64);
            nextWindowEndMs.put(name, fetched.nextWindowEndMs());
            node.continuous().release(name, fetched.nextWindowEndMs());
            for (WindowResult result : fetched.results()) {
                if (check && result.windowEndMs() == stableMs && isWhole(name)) {
                    assertRight(name, result);
                }
            }
        }
    }

    private boolean isWhole(String name) {
        return texts.get(name).contains("REGISTER QUERY");
    }

    private void assertRight(String name, WindowResult result) {
        List<NaiveStream> all = new ArrayList<>();
        streams.values().forEach(s -> all.add(new NaiveStream(s.definition(), s.remembered())));
        NaiveContinuous naive = new NaiveContinuous(all, Map.of(StreamDefinition.STORED, facts));
        assertThat(NaiveEvaluator.sortedRows(result.rows()))
                .as("%s at %d", texts.get(name), result.windowEndMs())
                .isEqualTo(naive.rows(texts.get(name), result.windowEndMs()));
        checkedCount++;
        checkedRowCount += result.rows().size();
    }
}
