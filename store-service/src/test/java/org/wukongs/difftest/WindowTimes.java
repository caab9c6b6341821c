package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.wukongs.difftest.ContinuousQuery.Window;

/**
 * timestamp() in one execution: of a variable, the newest event time among the triples that the
 * patterns with it come to in this solution, each in the windows that the pattern is matched
 * against; of three terms, of that triple in any window.
 */
final class WindowTimes implements SpecTimestamps {

    /** A triple pattern and the GRAPH around it; null for the default graph. */
    private record Pattern(Node graph, Node triple) {}

    private final StreamHistory history;
    private final ContinuousQuery query;
    private final long windowEndMs;

    WindowTimes(StreamHistory history, ContinuousQuery query, long windowEndMs) {
        this.history = history;
        this.query = query;
        this.windowEndMs = windowEndMs;
    }

    @Override
    public Value newest(List<Node> args, Map<String, Value> solution) {
        long newestMs = Long.MIN_VALUE;
        if (args.size() == 3) {
            newestMs = newest(query.windows().keySet(), args, solution);
        } else {
            List<Pattern> patterns = new ArrayList<>();
            collect(query.query().first(Kind.GROUP), null, patterns);
            for (Pattern pattern : patterns) {
                if (pattern.triple().kids().contains(args.get(0))) {
                    newestMs = Math.max(newestMs, newest(pattern, solution));
                }
            }
        }
        if (newestMs == Long.MIN_VALUE) {
            throw new SpecError("timestamp() of what is in no window");
        }
        return SimpleValueFactory.getInstance().createLiteral(newestMs);
    }

    private static void collect(Node node, Node graph, List<Pattern> into) {
        if (node.is(Kind.TRIPLE)) {
            into.add(new Pattern(graph, node));
        }
        Node inner = node.is(Kind.GRAPH) ? node.kid(0) : graph;
        node.kids().forEach(kid -> collect(kid, inner, into));
    }

    private long newest(Pattern pattern, Map<String, Value> solution) {
        if (pattern.graph() == null) {
            return newest(query.defaultWindows(), pattern.triple().kids(), solution);
        }
        Value graph = value(pattern.graph(), solution);
        return graph == null || !query.lists(graph.stringValue())
                ? Long.MIN_VALUE
                : newest(List.of(graph.stringValue()), pattern.triple().kids(), solution);
    }

    private long newest(Iterable<String> windows, List<Node> places, Map<String, Value> solution) {
        Value subject = value(places.get(0), solution);
        Value predicate = value(places.get(1), solution);
        Value object = value(places.get(2), solution);
        if (subject == null || predicate == null || object == null) {
            return Long.MIN_VALUE;
        }
        SpecGraph.Triple triple = new SpecGraph.Triple(subject, predicate, object);
        long newestMs = Long.MIN_VALUE;
        for (String iri : windows) {
            Window window = query.windows().get(iri);
            newestMs = Math.max(newestMs, history.newestMs(iri, window, windowEndMs, triple));
        }
        return newestMs;
    }

    private static Value value(Node place, Map<String, Value> solution) {
        return place.is(Kind.VAR) ? solution.get(place.value()) : SpecExpressions.term(place);
    }
}
