package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.difftest.ContinuousQuery.Window;
import org.wukongs.difftest.RdfData.Quad;
import org.wukongs.difftest.RdfData.Triple;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Stored triples and everything that streams ever bring. It is kept as quads, so that it can be cut
 * and printed like any data: a tuple stands in the graph {@code stream@timeMs}, one that takes its
 * triple back in {@code stream@timeMs-}. What queries derive from it is part of it.
 */
final class StreamHistory {

    /** So many tuples are sent once, for each that is sent twice. */
    private static final int TWICE_ONE_IN = 5;

    private static final String REMOVAL = "-";

    /** What is the same however the data is cut. */
    record Frame(
            List<StreamDefinition> streams,
            StreamLives lives,
            List<ContinuousQuery> derivations,
            long untilMs) {

        Frame {
            derivations = List.copyOf(derivations);
        }
    }

    private final Frame frame;
    private final RdfData data;
    private final Map<String, List<NaiveTriple>> stored = new LinkedHashMap<>();
    private final Map<StreamDefinition, List<Tuple>> tuples = new LinkedHashMap<>();
    private final NaiveContinuous naive;
    private boolean open;

    StreamHistory(Frame frame, RdfData data) {
        this.frame = frame;
        this.data = data;
        stored.put(StreamDefinition.STORED, new ArrayList<>());
        Terms.GRAPHS.forEach(graph -> stored.put(graph, new ArrayList<>()));
        frame.streams().forEach(stream -> tuples.put(stream, new ArrayList<>()));
        data.quads().forEach(this::add);
        tuples.values().forEach(list -> list.sort(Comparator.comparingLong(Tuple::eventTimeMs)));
        List<NaiveStream> all = new ArrayList<>();
        tuples.forEach((definition, list) -> all.add(new NaiveStream(definition, list)));
        naive = new NaiveContinuous(all, stored);
        frame.derivations().forEach(this::derive);
    }

    private void derive(ContinuousQuery query) {
        List<Tuple> derived = new ArrayList<>();
        try {
            for (long windowEndMs : windowEnds(query)) {
                SpecResult result = ContinuousCourt.expected(this, query, windowEndMs);
                open |= result.ambiguous();
                for (Map<String, Value> triple : result.solutions()) {
                    List<String> terms =
                            SpecConstruct.VARS.stream()
                                    .map(place -> NTriplesUtil.toNTriplesString(triple.get(place)))
                                    .toList();
                    derived.add(
                            new Tuple(windowEndMs - 1, terms.get(0), terms.get(1), terms.get(2)));
                }
            }
        } catch (SpecEvaluator.TooLarge e) {
            open = true;
        }
        naive.add(new NaiveStream(definition(query), derived, true));
    }

    private static StreamDefinition definition(ContinuousQuery derivation) {
        return new StreamDefinition(
                derivation.name(), derivation.stepMs(), StreamDefinition.STORED, Set.of());
    }

    /** Is it not known what some query derives? Then nothing can be judged. */
    boolean isOpen() {
        return open;
    }

    /** With one more stream that a query derives. */
    StreamHistory deriving(ContinuousQuery query) {
        List<ContinuousQuery> more = new ArrayList<>(frame.derivations());
        more.add(query);
        return new StreamHistory(
                new Frame(frame.streams(), frame.lives(), more, frame.untilMs()), data);
    }

    List<ContinuousQuery> derivations() {
        return frame.derivations();
    }

    StreamLives lives() {
        return frame.lives();
    }

    /** Do all streams have the same batch interval, and are there from the beginning to the end? */
    boolean isUniform() {
        return frame.lives().isEmpty()
                && frame.streams().stream()
                                .map(StreamDefinition::batchIntervalMs)
                                .distinct()
                                .count()
                        == 1;
    }

    /** When a query executes. */
    NavigableSet<Long> windowEnds(ContinuousQuery query) {
        NavigableSet<Long> ends = new TreeSet<>();
        if (firstMs() < Long.MAX_VALUE) {
            long stepMs = query.stepMs();
            long first = (Math.floorDiv(firstMs(), stepMs) + 1) * stepMs;
            for (long t = first; t <= frame.untilMs(); t += stepMs) {
                if (frame.lives().allow(query, t)) {
                    ends.add(t);
                }
            }
        }
        return ends;
    }

    static String graph(String stream, long timeMs, boolean removal) {
        return stream + "@" + timeMs + (removal ? REMOVAL : "");
    }

    private void add(Quad quad) {
        Triple t = quad.triple();
        String graph = quad.graph() == null ? StreamDefinition.STORED : quad.graph();
        int at = graph.indexOf('@');
        if (at < 0) {
            stored.get(graph).add(new NaiveTriple(t.subject(), t.predicate(), t.object()));
            return;
        }
        boolean removal = graph.endsWith(REMOVAL);
        int end = graph.length() - (removal ? REMOVAL.length() : 0);
        long timeMs = Long.parseLong(graph.substring(at + 1, end));
        Tuple tuple = new Tuple(timeMs, t.subject(), t.predicate(), t.object(), removal);
        List<Tuple> list = tuples.get(definition(graph.substring(0, at)));
        list.add(tuple);
        if (tuple.hashCode() % TWICE_ONE_IN == 0) {
            list.add(tuple);
        }
    }

    private StreamDefinition definition(String stream) {
        return frame.streams().stream()
                .filter(s -> s.name().equals(stream))
                .findFirst()
                .orElseThrow();
    }

    StreamHistory with(RdfData other) {
        return new StreamHistory(frame, other);
    }

    RdfData data() {
        return data;
    }

    /** Those that writers feed. */
    List<StreamDefinition> streams() {
        return frame.streams();
    }

    /** All that queries may read. */
    List<StreamDefinition> readable() {
        List<StreamDefinition> all = new ArrayList<>(frame.streams());
        frame.derivations().forEach(derivation -> all.add(definition(derivation)));
        return all;
    }

    boolean isDerived(String stream) {
        return frame.derivations().stream().anyMatch(query -> query.name().equals(stream));
    }

    long untilMs() {
        return frame.untilMs();
    }

    Map<String, List<NaiveTriple>> stored() {
        return stored;
    }

    Map<StreamDefinition, List<Tuple>> tuples() {
        return tuples;
    }

    /** {@code Long.MAX_VALUE} where the streams bring nothing. */
    long firstMs() {
        return tuples.values().stream()
                .flatMap(List::stream)
                .mapToLong(Tuple::eventTimeMs)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The graphs that there are for a query, be they empty. */
    static List<String> graphs(Map<String, Window> windows) {
        List<String> graphs = new ArrayList<>(Terms.GRAPHS);
        graphs.addAll(windows.keySet());
        return graphs;
    }

    /** The stored graphs and the windows at {@code windowEndMs}, as graphs of one dataset. */
    RdfData at(Map<String, Window> windows, long windowEndMs) {
        List<Quad> quads = new ArrayList<>();
        add(null, naive.storedTriples(StreamDefinition.STORED, windowEndMs), quads);
        for (String graph : Terms.GRAPHS) {
            add(graph, naive.storedTriples(graph, windowEndMs), quads);
        }
        windows.forEach(
                (iri, window) -> add(iri, naive.window(window(iri, window), windowEndMs), quads));
        return new RdfData(quads);
    }

    private static QueryWindow window(String iri, Window window) {
        return new QueryWindow(
                iri,
                window.stream(),
                window.rangeMs(),
                window.stepMs(),
                window.tripleCount(),
                false);
    }

    private static void add(String graph, Collection<NaiveTriple> triples, List<Quad> into) {
        for (NaiveTriple t : triples) {
            into.add(new Quad(graph, new Triple(t.subject(), t.predicate(), t.object())));
        }
    }

    /** {@code Long.MIN_VALUE} where the window that ends there has no such triple. */
    long newestMs(String iri, Window window, long windowEndMs, SpecGraph.Triple triple) {
        long newestMs = Long.MIN_VALUE;
        for (Tuple tuple : naive.tuples(window(iri, window), windowEndMs)) {
            if (same(tuple.subject(), triple.subject())
                    && same(tuple.predicate(), triple.predicate())
                    && same(tuple.object(), triple.object())) {
                newestMs = tuple.removal() ? Long.MIN_VALUE : tuple.eventTimeMs(); // in order
            }
        }
        return newestMs;
    }

    private static boolean same(String term, Value value) {
        return SpecGraph.value(term).equals(value);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        frame.streams().forEach(stream -> text.append(stream).append('\n'));
        frame.derivations().forEach(query -> text.append(query.text()).append('\n'));
        text.append(frame.lives());
        return text.append(data).toString();
    }
}
