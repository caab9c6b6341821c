package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
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
 * and printed like any data: a tuple stands in the graph {@code stream@timeMs}.
 */
final class StreamHistory {

    /** So many tuples are sent once, for each that is sent twice. */
    private static final int TWICE_ONE_IN = 5;

    private final List<StreamDefinition> streams;
    private final long untilMs;
    private final RdfData data;
    private final Map<String, List<NaiveTriple>> stored = new LinkedHashMap<>();
    private final Map<StreamDefinition, List<Tuple>> tuples = new LinkedHashMap<>();
    private final NaiveContinuous naive;

    /** {@code untilMs}: the last window end. */
    StreamHistory(List<StreamDefinition> streams, long untilMs, RdfData data) {
        this.streams = streams;
        this.untilMs = untilMs;
        this.data = data;
        stored.put(StreamDefinition.STORED, new ArrayList<>());
        Terms.GRAPHS.forEach(graph -> stored.put(graph, new ArrayList<>()));
        streams.forEach(stream -> tuples.put(stream, new ArrayList<>()));
        data.quads().forEach(this::add);
        tuples.values().forEach(list -> list.sort(Comparator.comparingLong(Tuple::eventTimeMs)));
        List<NaiveStream> all = new ArrayList<>();
        tuples.forEach((definition, list) -> all.add(new NaiveStream(definition, list)));
        naive = new NaiveContinuous(all, stored);
    }

    static String graph(String stream, long timeMs) {
        return stream + "@" + timeMs;
    }

    private void add(Quad quad) {
        Triple t = quad.triple();
        String graph = quad.graph() == null ? StreamDefinition.STORED : quad.graph();
        int at = graph.indexOf('@');
        if (at < 0) {
            stored.get(graph).add(new NaiveTriple(t.subject(), t.predicate(), t.object()));
            return;
        }
        long timeMs = Long.parseLong(graph.substring(at + 1));
        Tuple tuple = new Tuple(timeMs, t.subject(), t.predicate(), t.object());
        List<Tuple> list = tuples.get(definition(graph.substring(0, at)));
        list.add(tuple);
        if (tuple.hashCode() % TWICE_ONE_IN == 0) {
            list.add(tuple);
        }
    }

    private StreamDefinition definition(String stream) {
        return streams.stream().filter(s -> s.name().equals(stream)).findFirst().orElseThrow();
    }

    StreamHistory with(RdfData other) {
        return new StreamHistory(streams, untilMs, other);
    }

    RdfData data() {
        return data;
    }

    List<StreamDefinition> streams() {
        return streams;
    }

    long untilMs() {
        return untilMs;
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
                (iri, window) ->
                        add(
                                iri,
                                naive.window(
                                        window.stream(),
                                        windowEndMs - window.rangeMs(),
                                        windowEndMs),
                                quads));
        return new RdfData(quads);
    }

    private static void add(String graph, Collection<NaiveTriple> triples, List<Quad> into) {
        for (NaiveTriple t : triples) {
            into.add(new Quad(graph, new Triple(t.subject(), t.predicate(), t.object())));
        }
    }

    /** {@code Long.MIN_VALUE} where the stream has no such triple in [fromMs, toMs). */
    long newestMs(String stream, long fromMs, long toMs, SpecGraph.Triple triple) {
        long newestMs = Long.MIN_VALUE;
        for (Tuple tuple : tuples.get(definition(stream))) {
            boolean inside = tuple.eventTimeMs() >= fromMs && tuple.eventTimeMs() < toMs;
            if (inside
                    && same(tuple.subject(), triple.subject())
                    && same(tuple.predicate(), triple.predicate())
                    && same(tuple.object(), triple.object())) {
                newestMs = Math.max(newestMs, tuple.eventTimeMs());
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
        streams.forEach(stream -> text.append(stream).append('\n'));
        return text.append(data).toString();
    }
}
