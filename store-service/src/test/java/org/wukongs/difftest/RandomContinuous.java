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

    private static final int DERIVED_TRIES = 8;

    private static final int COUNT_MAX = 7;
    private static final int INTERVAL_FACTOR_MAX = 3;
    private static final int RANGE_BATCH_COUNT_MAX = 7;
    private static final int STEP_BATCH_COUNT_MAX = 3;

    private final Random random;
    private final Terms terms;
    private final StreamHistory history;
    private final boolean allStreams;
    private long batchIntervalMs; // the least multiple of those of the next query's streams

    /** {@code allStreams}: every query has a window on each stream. */
    RandomContinuous(Random random, Terms terms, StreamHistory history, boolean allStreams) {
        this.allStreams = allStreams;
        this.random = random;
        this.terms = terms;
        this.history = history;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** One that has solutions at some window end if three tries find one. */
    ContinuousQuery next(String name) {
        return next(name, false);
    }

    private ContinuousQuery next(String name, boolean construct) {
        ContinuousQuery found = null;
        for (int i = 0; i < TRIES; i++) {
            long windowEndMs = someWindowEndMs();
            ContinuousQuery query = any(name, windowEndMs, construct);
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

    /**
     * One that derives a stream, from those that are there all the time; null where no try gives
     * one of which it is known exactly what it derives.
     */
    ContinuousQuery nextDerived(String name) {
        for (int i = 0; i < DERIVED_TRIES; i++) {
            ContinuousQuery query = next(name, true);
            if (query != null && derives(query)) {
                ContinuousQuery derived = query.deriving();
                if (!history.deriving(derived).isOpen()) {
                    return derived;
                }
            }
        }
        return null;
    }

    /** Solutions with no computed terms: those are not the same to the letter. */
    private boolean derives(ContinuousQuery query) {
        Node node = query.query();
        return !node.has(Kind.BIND)
                && !node.has(Kind.SELECT)
                && query.streams().stream().allMatch(history.lives()::isResident);
    }

    private long someWindowEndMs() {
        long intervalMs = history.streams().get(0).batchIntervalMs();
        int batch = 2 + random.nextInt(RandomHistory.BATCH_COUNT - 2);
        return Math.max(
                history.untilMs() - batch * intervalMs,
                history.untilMs() - RandomHistory.BATCH_COUNT * intervalMs / 2);
    }

    private ContinuousQuery any(String name, long windowEndMs, boolean construct) {
        Map<String, Window> windows = windows();
        long everyMs =
                oneIn(6) || windows.values().stream().allMatch(Window::byCount)
                        ? batches(STEP_BATCH_COUNT_MAX)
                        : 0;
        RdfData data = history.at(windows, windowEndMs);
        List<Triple> triples = new ArrayList<>();
        List<Node> dataset = dataset(windows, data, triples);
        List<String> graphs = new ArrayList<>(windows.keySet());
        graphs.addAll(windows.keySet());
        graphs.addAll(Terms.GRAPHS);
        RandomQuery queries = new RandomQuery(random, terms, data);
        Node query =
                construct
                        ? queries.construct(dataset, triples, graphs)
                        : queries.over(dataset, triples, graphs);
        if (!construct && oneIn(8)) {
            query = new RandomTimestamps(random, terms).in(query);
        }
        if (oneIn(4)) {
            query = Reordered.of(query);
        }
        boolean tail = oneIn(3) && query.first(Kind.VALUES) == null;
        return new ContinuousQuery(
                name, emission(query, windows), everyMs, windows, query, tail ? EMPTY_VALUES : "");
    }

    /**
     * What is new and gone is open where the whole result is. A query that was not there before has
     * nothing to compare with.
     */
    private String emission(Node query, Map<String, Window> windows) {
        if (ContinuousQuery.isOpen(query)) {
            return "RSTREAM";
        }
        boolean resident =
                windows.values().stream().allMatch(w -> history.lives().isResident(w.stream()));
        List<String> whole = List.of("RSTREAM", "QUERY");
        return terms.pick(resident ? List.of("RSTREAM", "QUERY", "ISTREAM", "DSTREAM") : whole);
    }

    private long batches(int countMax) {
        return batchIntervalMs * (1 + random.nextInt(countMax));
    }

    private Map<String, Window> windows() {
        List<StreamDefinition> read = someStreams();
        Map<String, Window> windows = new LinkedHashMap<>();
        read.forEach(stream -> windows.put(stream.name(), window(stream.name(), null)));
        for (String iri : WINDOWS) {
            if (oneIn(4)) {
                String stream = terms.pick(read).name();
                windows.put(iri, window(stream, iri));
            }
        }
        if (windows.size() > 1) {
            windows.replaceAll((iri, window) -> oneIn(5) ? byCount(window) : window);
        }
        return windows;
    }

    /** Steps have to be multiples of all their batch intervals, and short against the history. */
    private List<StreamDefinition> someStreams() {
        List<StreamDefinition> others = new ArrayList<>(history.readable());
        StreamDefinition first = allStreams ? others.get(0) : terms.pick(others);
        others.remove(first);
        List<StreamDefinition> read = new ArrayList<>(List.of(first));
        batchIntervalMs = first.batchIntervalMs();
        for (StreamDefinition stream : others) {
            long multipleMs = commonMultiple(batchIntervalMs, stream.batchIntervalMs());
            boolean fits = multipleMs <= batchIntervalMs * INTERVAL_FACTOR_MAX;
            if (allStreams || (fits && oneIn(2))) {
                read.add(stream);
                batchIntervalMs = multipleMs;
            }
        }
        return read;
    }

    private static long commonMultiple(long a, long b) {
        long multiple = a;
        while (multiple % b != 0) {
            multiple += a;
        }
        return multiple;
    }

    /**
     * The same with blocks of some tuples; not of streams whose tuples have no order of their own,
     * or whose first ones the query may miss.
     */
    private Window byCount(Window window) {
        if (history.isDerived(window.stream()) || !history.lives().isResident(window.stream())) {
            return window;
        }
        int count = 1 + random.nextInt(COUNT_MAX);
        String clause = window.clause();
        String on = clause.substring(0, clause.indexOf('['));
        String word = oneIn(2) ? "[TRIPLES " : "[RANGE TRIPLES ";
        return new Window(window.stream(), 0, 0, count, on + word + count + "]");
    }

    /** {@code iri} is null for a window that goes by its stream's name. */
    private Window window(String stream, String iri) {
        String local = stream.substring(stream.lastIndexOf('/') + 1);
        String name = terms.pick(List.of("<" + stream + ">", local, "x:" + local));
        String word = iri == null ? terms.pick(List.of("STREAM ", "STREAM ", "")) : "";
        String on = iri == null ? word + name : "WINDOW <" + iri + "> ON " + name;
        if (oneIn(5)) {
            long rangeMs = batches(RANGE_BATCH_COUNT_MAX);
            return new Window(
                    stream, rangeMs, rangeMs, 0, on + " [RANGE " + rangeMs + "ms TUMBLING]");
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
                0,
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
