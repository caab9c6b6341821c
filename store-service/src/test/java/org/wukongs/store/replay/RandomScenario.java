package org.wukongs.store.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Random stored graphs, streams of tuples and continuous queries over them, one that derives a
 * stream.
 */
final class RandomScenario {

    static final int QUERIES = 4;
    static final int INJECTOR_COUNT_MAX = 3;
    static final long UNTIL_MS = 4_000;

    /** A stream that a query derives. */
    static final String DERIVED = "Derived";

    static final String DERIVED_PREDICATE = "<http://x/p0>";

    /**
     * Predicates p0 and p1 are timeless; the streams' timing predicates are drawn among p2 and p3.
     */
    static final int PREDICATES = 4;

    static final List<String> STREAMS = List.of("Alpha", "http://x/beta", "Gamma");
    static final List<String> GRAPHS = List.of(StreamDefinition.STORED, "http://x/g", "Lab");

    final Random random;
    final Map<String, List<NaiveTriple>> stored = new LinkedHashMap<>();
    final Map<StreamDefinition, List<Tuple>> streams = new LinkedHashMap<>();
    final List<String> queries = new ArrayList<>();
    final long batchIntervalMs;
    final String deriving; // dataset and pattern of ?s and ?o
    final long derivedStepMs;
    private long stepUnitMs;
    private int windowCount;
    private boolean byCount; // some window of the query being drawn

    RandomScenario(long seed) {
        random = new Random(seed);
        batchIntervalMs = pick(List.of(50L, 100L, 200L));
        for (String graph : GRAPHS) {
            List<NaiveTriple> triples = new ArrayList<>();
            for (int i = random.nextInt(15); i > 0; i--) {
                triples.add(new NaiveTriple(vertex(), predicate(), vertex()));
            }
            stored.put(graph, triples);
        }
        for (String name : STREAMS) {
            addStream(name);
        }
        stepUnitMs = batchIntervalMs;
        derivedStepMs = multiple(3);
        deriving = deriving();
        for (int i = 0; i < QUERIES; i++) {
            queries.add(query("Q" + i));
        }
    }

    private String deriving() {
        return "FROM STREAM Alpha [RANGE "
                + (1 + random.nextInt(900))
                + "ms STEP "
                + derivedStepMs
                + "ms] FROM STORED WHERE { ?s "
                + predicate()
                + " ?m . ?m "
                + predicate()
                + " ?o }";
    }

    private void addStream(String name) {
        Set<String> timing =
                random.nextBoolean() ? Set.of("http://x/p2") : Set.of("http://x/p2", "http://x/p3");
        StreamDefinition definition =
                new StreamDefinition(name, batchIntervalMs, pick(GRAPHS), timing).with(retention());
        List<Tuple> tuples = new ArrayList<>();
        for (int i = random.nextInt(60); i > 0; i--) {
            // A quarter of the tuples stand exactly on a border of batches.
            long timeMs =
                    random.nextInt(4) == 0
                            ? batchIntervalMs * random.nextInt(15)
                            : random.nextInt(3_000);
            boolean removal = random.nextInt(5) == 0;
            tuples.add(new Tuple(timeMs, vertex(), predicate(), vertex(), removal));
        }
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        streams.put(definition, tuples);
    }

    /** Of every other stream, and for one predicate often another. */
    private Retention retention() {
        return random.nextBoolean()
                ? Retention.FOREVER
                : new Retention(
                        keptMs(),
                        random.nextBoolean() ? Map.of() : Map.of("http://x/p1", keptMs()));
    }

    private long keptMs() {
        return random.nextInt(5) == 0 ? Retention.FOREVER_MS : 1 + random.nextInt(1_500);
    }

    <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    String vertex() {
        return "<http://x/v" + random.nextInt(4) + ">";
    }

    String predicate() {
        return "<http://x/p" + random.nextInt(PREDICATES) + ">";
    }

    private long multiple(int max) {
        return stepUnitMs * (1 + random.nextInt(max));
    }

    private String query(String name) {
        boolean ask = random.nextInt(8) == 0;
        boolean timestamp = !ask && random.nextInt(3) == 0;
        StringBuilder text = new StringBuilder();
        if (ask) {
            text.append("ASK");
        } else {
            text.append("SELECT ").append(random.nextInt(4) == 0 ? "DISTINCT " : "");
            text.append(timestamp ? "?a ?b (timestamp(?a) AS ?when)" : "?a ?b ?c");
        }
        List<String> names = windows(text);
        for (String graph : GRAPHS) {
            if (random.nextBoolean()) {
                text.append("\nFROM ").append(random.nextInt(3) == 0 ? "NAMED " : "");
                text.append(name(graph));
                names.add(name(graph));
            }
        }
        text.append("\nWHERE {");
        pattern(names, timestamp ? "?a" : vertexOrVariable(), text);
        for (int i = random.nextInt(3); i > 0; i--) {
            pattern(names, vertexOrVariable(), text);
        }
        if (random.nextInt(3) == 0) {
            text.append(" FILTER(?a ").append(pick(List.of("!=", "="))).append(" ?b)");
        }
        return head(name) + text.append(" }");
    }

    private String head(String name) {
        boolean byBlock = windowCount == 1 && byCount;
        List<String> whole = List.of("QUERY ", "RSTREAM ");
        List<String> any = List.of("QUERY ", "QUERY ", "ISTREAM ", "DSTREAM ", "RSTREAM ");
        boolean every = random.nextInt(4) == 0 || byCount;
        return "REGISTER "
                + pick(byBlock ? whole : any)
                + name
                + (every ? " COMPUTED EVERY " + multiple(4) + "ms" : "")
                + " AS\n";
    }

    /** Appends windows; returns how GRAPH may name them. */
    private List<String> windows(StringBuilder text) {
        windowCount = 0;
        byCount = false;
        boolean derived = random.nextInt(3) == 0;
        stepUnitMs = derived ? derivedStepMs : batchIntervalMs;
        List<String> names = new ArrayList<>();
        if (derived) {
            names.add(from(DERIVED, text));
        }
        for (String stream : STREAMS) {
            if (names.isEmpty() || random.nextBoolean()) {
                names.add(from(stream, text));
            }
        }
        return names;
    }

    /** Appends a window on a stream; returns how GRAPH may name it. */
    private String from(String stream, StringBuilder text) {
        text.append("\nFROM ").append(random.nextInt(4) == 0 ? "NAMED " : "");
        String name = name(stream);
        if (random.nextInt(4) == 0) {
            String window = "<http://x/w" + random.nextInt(1_000) + ">";
            text.append("WINDOW ").append(window).append(" ON ").append(name);
            window(stream, text);
            return window;
        }
        text.append("STREAM ").append(name);
        window(stream, text);
        return name;
    }

    /** Triples of one execution are in no order, so that blocks of them could be any. */
    private void window(String stream, StringBuilder text) {
        windowCount++;
        if (!stream.equals(DERIVED) && random.nextInt(5) == 0) {
            byCount = true;
            text.append(" [TRIPLES ").append(1 + random.nextInt(12)).append("]");
            return;
        }
        text.append(" [RANGE ").append(1 + random.nextInt(1_200)).append("ms STEP ");
        text.append(multiple(4)).append("ms]");
    }

    private static String name(String registered) {
        return registered.contains(":") ? "<" + registered + ">" : registered;
    }

    private String vertexOrVariable() {
        return random.nextInt(6) == 0 ? vertex() : pick(List.of("?a", "?b", "?c"));
    }

    private void pattern(List<String> names, String subject, StringBuilder text) {
        int where = random.nextInt(4);
        if (where > 0) {
            text.append(" GRAPH ").append(where == 1 ? "?g" : pick(names)).append(" {");
        }
        text.append(' ').append(subject);
        text.append(' ').append(random.nextInt(4) == 0 ? "?p" : predicate());
        text.append(' ').append(vertexOrVariable()).append(" .");
        text.append(where > 0 ? " }" : "");
    }

    long firstMs() {
        return streams.values().stream()
                .flatMap(List::stream)
                .mapToLong(Tuple::eventTimeMs)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    NaiveContinuous naive() {
        List<NaiveStream> all = new ArrayList<>();
        streams.forEach((definition, tuples) -> all.add(new NaiveStream(definition, tuples)));
        NaiveContinuous naive = new NaiveContinuous(all, stored);
        if (firstMs() < Long.MAX_VALUE) {
            long firstT = (firstMs() / derivedStepMs + 1) * derivedStepMs;
            naive.derive(DERIVED, DERIVED_PREDICATE, derivedRows(), firstT, UNTIL_MS);
        }
        return naive;
    }

    /** What a derived triple's subject and object are. */
    String derivedRows() {
        return "REGISTER QUERY X AS SELECT ?s ?o " + deriving;
    }

    ReplayRun replay(Path directory) {
        StoreConfig config =
                StoreConfig.builder()
                        .injectorCount(1 + random.nextInt(INJECTOR_COUNT_MAX))
                        .sharedInsertRowsMin(1)
                        .build();
        NodeThreads threads = HelperThreads.helpers(config);
        StoreNode node = new StoreNode(config, new SystemNanoClock(), threads);
        return replay(directory, new ReplayRun(node));
    }

    ReplayRun replay(Path directory, ReplayRun run) {
        Map<StreamDefinition, Path> files = new LinkedHashMap<>();
        int ordinal = 0;
        for (var stream : streams.entrySet()) {
            String name = "s" + ordinal++;
            files.put(stream.getKey(), ReplayRun.file(directory, name, stream.getValue()));
        }
        return run.stored(stored).run(files, texts(), UNTIL_MS);
    }

    /** What is to be registered, the query that derives a stream first. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        texts.add(
                "REGISTER STREAM "
                        + DERIVED
                        + " AS CONSTRUCT { ?s "
                        + DERIVED_PREDICATE
                        + " ?o } "
                        + deriving);
        texts.addAll(queries);
        return texts;
    }
}
