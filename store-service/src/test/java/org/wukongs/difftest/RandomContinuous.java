package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.wukongs.difftest.ContinuousQuery.Window;
import org.wukongs.difftest.RdfData.Triple;
import org.wukongs.stream.StreamDefinition;

/** Continuous queries over a history: random windows, and a body as for a one-shot query. */
final class RandomContinuous {

    static final List<String> WINDOWS = List.of("http://x/w0", "http://x/w1");

    /** Changes no solution; one more operator, which may make the store take another way. */
    private static final String EMPTY_VALUES = " VALUES () { () }";

    /** Most queries shall have solutions somewhere, but not all. */
    private static final int TRIES = 3;

    private static final int RANGE_BATCH_COUNT_MAX = 7;
    private static final int STEP_BATCH_COUNT_MAX = 3;

    private final Random random;
    private final Terms terms;
    private final StreamHistory history;
    private final boolean allStreams;
    private final long batchIntervalMs;

    /** {@code allStreams}: every query has a window on each stream. */
    RandomContinuous(Random random, Terms terms, StreamHistory history, boolean allStreams) {
        this.allStreams = allStreams;
        this.random = random;
        this.terms = terms;
        this.history = history;
        this.batchIntervalMs = history.streams().get(0).batchIntervalMs();
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** One that has solutions at some window end if three tries find one. */
    ContinuousQuery next(String name) {
        ContinuousQuery found = null;
        for (int i = 0; i < TRIES; i++) {
            long windowEndMs = someWindowEndMs();
            ContinuousQuery query = any(name, windowEndMs);
            try {
                SpecResult expected = ContinuousCourt.expected(history, query, windowEndMs);
                found = query;
                if (expected == null || !expected.rows().isEmpty()) {
                    return found;
                }
            } catch (SpecEvaluator.TooLarge e) {
                // The next one will be smaller.
            }
        }
        return found;
    }

    private long someWindowEndMs() {
        int batch = 2 + random.nextInt(RandomHistory.BATCH_COUNT - 2);
        return history.untilMs() - batch * batchIntervalMs;
    }

    private ContinuousQuery any(String name, long windowEndMs) {
        Map<String, Window> windows = windows();
        RdfData data = history.at(windows, windowEndMs);
        List<Triple> triples = new ArrayList<>();
        List<Node> dataset = dataset(windows, data, triples);
        List<String> graphs = new ArrayList<>(windows.keySet());
        graphs.addAll(windows.keySet());
        graphs.addAll(Terms.GRAPHS);
        Node query = new RandomQuery(random, terms, data).over(dataset, triples, graphs);
        if (oneIn(8)) {
            query = new RandomTimestamps(random, terms).in(query);
        }
        if (oneIn(4)) {
            query = Reordered.of(query);
        }
        boolean tail = oneIn(3) && query.first(Kind.VALUES) == null;
        return new ContinuousQuery(
                name,
                emission(query),
                oneIn(6) ? batches(STEP_BATCH_COUNT_MAX) : 0,
                windows,
                query,
                tail ? EMPTY_VALUES : "");
    }

    /** What is new and gone is open where the whole result is. */
    private String emission(Node query) {
        return ContinuousQuery.isOpen(query)
                ? "RSTREAM"
                : terms.pick(List.of("RSTREAM", "QUERY", "ISTREAM", "DSTREAM"));
    }

    private long batches(int countMax) {
        return batchIntervalMs * (1 + random.nextInt(countMax));
    }

    private Map<String, Window> windows() {
        Map<String, Window> windows = new LinkedHashMap<>();
        for (StreamDefinition stream : history.streams()) {
            if (allStreams || windows.isEmpty() || oneIn(2)) {
                windows.put(stream.name(), window(stream.name(), null));
            }
        }
        for (String iri : WINDOWS) {
            if (oneIn(4)) {
                String stream = terms.pick(history.streams()).name();
                windows.put(iri, window(stream, iri));
            }
        }
        return windows;
    }

    /** {@code iri} is null for a window that goes by its stream's name. */
    private Window window(String stream, String iri) {
        String local = stream.substring(stream.lastIndexOf('/') + 1);
        String name = terms.pick(List.of("<" + stream + ">", local, "x:" + local));
        String word = iri == null ? terms.pick(List.of("STREAM ", "STREAM ", "")) : "";
        String on = iri == null ? word + name : "WINDOW <" + iri + "> ON " + name;
        if (oneIn(5)) {
            long rangeMs = batches(RANGE_BATCH_COUNT_MAX);
            return new Window(stream, rangeMs, rangeMs, on + " [RANGE " + rangeMs + "ms TUMBLING]");
        }
        long rangeMs =
                oneIn(4)
                        ? 1 + random.nextInt((int) batchIntervalMs * RANGE_BATCH_COUNT_MAX)
                        : batches(RANGE_BATCH_COUNT_MAX);
        long stepMs = batches(STEP_BATCH_COUNT_MAX);
        String step = oneIn(4) ? "SLIDE " : "STEP ";
        return new Window(
                stream,
                rangeMs,
                stepMs,
                on + " [RANGE " + duration(rangeMs) + " " + step + duration(stepMs) + "]");
    }

    private String duration(long ms) {
        if (ms % 1_000 == 0 && oneIn(2)) {
            return oneIn(2) ? ms / 1_000 + "s" : "PT" + ms / 1_000 + "S";
        }
        return ms + "ms";
    }

    /** FROM clauses; {@code triples} gets the default graph. */
    private List<Node> dataset(Map<String, Window> windows, RdfData data, List<Triple> triples) {
        List<Node> clauses = new ArrayList<>();
        for (String iri : windows.keySet()) {
            add(iri, oneIn(3), data.graph(iri), clauses, triples);
        }
        if (oneIn(2)) {
            add(Terms.DEFAULT_GRAPH, oneIn(4), data.graph(null), clauses, triples);
        }
        for (String graph : Terms.GRAPHS) {
            if (oneIn(4)) {
                add(graph, oneIn(2), data.graph(graph), clauses, triples);
            }
        }
        return clauses;
    }

    private static void add(
            String iri,
            boolean named,
            List<Triple> graph,
            List<Node> clauses,
            List<Triple> defaultGraph) {
        clauses.add(Node.leaf(named ? Kind.FROM_NAMED : Kind.FROM, iri));
        if (!named) {
            defaultGraph.addAll(graph);
        }
    }
}
