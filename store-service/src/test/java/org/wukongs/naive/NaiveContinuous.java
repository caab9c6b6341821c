package org.wukongs.naive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What a query returns at a window end t, from all tuples of all streams: each window is the tuples
 * with event time in [t−range, t), each stored graph its initial triples and everything timeless in
 * batches that end before or at t on all streams that feed it, as a replay has it.
 */
public final class NaiveContinuous {

    private final Map<String, NaiveStream> streams = new LinkedHashMap<>();
    private final Map<String, NaiveGraph> initial = new LinkedHashMap<>();
    private FixedCatalog catalog;

    /**
     * {@code stored} are the initial triples by graph name, {@link StreamDefinition#STORED} for the
     * default graph.
     */
    public NaiveContinuous(
            Collection<NaiveStream> streams,
            Map<String, ? extends Collection<NaiveTriple>> stored) {
        initial.put(StreamDefinition.STORED, new NaiveGraph());
        stored.forEach((name, triples) -> initial.put(name, NaiveGraph.of(triples)));
        for (NaiveStream stream : streams) {
            this.streams.put(stream.definition().name(), stream);
            initial.putIfAbsent(stream.definition().graph(), new NaiveGraph());
        }
        catalog = catalog();
    }

    private FixedCatalog catalog() {
        Set<String> named = new HashSet<>(initial.keySet());
        named.remove(StreamDefinition.STORED);
        return FixedCatalog.of(
                streams.values().stream().map(NaiveStream::definition).toList(), named);
    }

    /**
     * Adds what {@code REGISTER STREAM name AS CONSTRUCT \{ ?s predicate ?o \}} derives up to
     * {@code untilMs}: at each t the distinct rows of {@code text}, a query of ?s and ?o with the
     * same windows and pattern, with event time t−1.
     */
    public void derive(String name, String predicate, String text, long firstT, long untilMs) {
        CsparqlQuery query = parsed(text);
        List<Tuple> tuples = new ArrayList<>();
        for (long t = firstT; t <= untilMs; t += query.stepMs()) {
            for (List<String> row : new HashSet<>(rows(query, t))) {
                tuples.add(new Tuple(t - 1, row.get(0), predicate, row.get(1)));
            }
        }
        StreamDefinition definition =
                new StreamDefinition(name, query.stepMs(), StreamDefinition.STORED, Set.of());
        add(new NaiveStream(definition, tuples, true));
    }

    /** Adds a derived stream with all that it ever brings. */
    public void add(NaiveStream stream) {
        streams.put(stream.definition().name(), stream);
        catalog = catalog();
    }

    /** A query over these streams and graphs. */
    public CsparqlQuery parsed(String text) {
        return CsparqlParser.parse(text, catalog);
    }

    /**
     * The whole result of a continuous query's execution at {@code t}, or of a one-shot query then.
     */
    public List<List<String>> rows(String text, long t) {
        return rows(parsed(text), t);
    }

    /**
     * What a continuous query emits at {@code t}: with ISTREAM what is new, with DSTREAM what is
     * gone since {@code t} − step, where before {@code firstT} there was nothing.
     */
    public List<List<String>> emitted(String text, long t, long firstT) {
        CsparqlQuery query = parsed(text);
        List<List<String>> now = rows(query, t);
        List<List<String>> before =
                t - query.stepMs() < firstT ? List.of() : rows(query, t - query.stepMs());
        return switch (query.emission()) {
            case RSTREAM -> now;
            case ISTREAM -> minus(now, before);
            case DSTREAM -> minus(before, now);
        };
    }

    private static List<List<String>> minus(List<List<String>> from, List<List<String>> without) {
        List<List<String>> left = new ArrayList<>(from);
        without.forEach(left::remove);
        return left;
    }

    /**
     * The whole results of a query with one window, by count, at {@code t}: one for each block that
     * becomes complete within the step before it, in order.
     */
    public List<List<List<String>>> blockRows(String text, long t) {
        CsparqlQuery query = parsed(text);
        List<List<List<String>>> blocks = new ArrayList<>();
        QueryWindow window = query.windows().get(0);
        int before = blocks(window, t - query.stepMs()).size();
        List<List<Tuple>> complete = blocks(window, t);
        for (List<Tuple> block : complete.subList(before, complete.size())) {
            NaiveDataset data = new NaiveDataset();
            data.addWindow(window.iri(), block, window.named());
            blocks.add(rows(query, data, t));
        }
        return blocks;
    }

    /** The blocks of a window by count that are complete before {@code t}. */
    private List<List<Tuple>> blocks(QueryWindow window, long t) {
        List<Tuple> tuples =
                new ArrayList<>(streams.get(window.stream()).between(Long.MIN_VALUE, t));
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        int count = (int) window.tripleCount();
        List<List<Tuple>> blocks = new ArrayList<>();
        for (int from = 0; from + count <= tuples.size(); from += count) {
            blocks.add(tuples.subList(from, from + count));
        }
        return blocks;
    }

    /** What a window that ends at {@code t} holds; of one by count, its newest block by then. */
    public List<Tuple> tuples(QueryWindow window, long t) {
        if (!window.byCount()) {
            return streams.get(window.stream()).between(t - window.rangeMs(), t);
        }
        List<List<Tuple>> blocks = blocks(window, t);
        return blocks.isEmpty() ? List.of() : blocks.get(blocks.size() - 1);
    }

    private List<List<String>> rows(CsparqlQuery query, long t) {
        NaiveDataset data = new NaiveDataset();
        for (QueryWindow window : query.windows()) {
            data.addWindow(window.iri(), tuples(window, t), window.named());
        }
        return rows(query, data, t);
    }

    private List<List<String>> rows(CsparqlQuery query, NaiveDataset data, long t) {
        query.graphAliases().forEach((iri, name) -> data.addAddressable(iri, stored(name, t)));
        for (QueryGraph graph : query.graphs()) {
            data.add(graph.iri(), stored(graph.graph(), t), graph.named());
        }
        if (!query.continuous() && query.graphs().isEmpty()) {
            for (String name : initial.keySet()) {
                boolean isDefault = name.equals(StreamDefinition.STORED);
                data.add(iri(name), stored(name, t), !isDefault);
            }
        }
        return NaiveEvaluator.evaluate(query, data);
    }

    /** As {@link #tuples}, as a set of triples. */
    public Collection<NaiveTriple> window(QueryWindow window, long t) {
        return NaiveSaid.of(tuples(window, t)).added().match(null, null, null);
    }

    /** What a stored graph holds at {@code t}. */
    public Collection<NaiveTriple> storedTriples(String name, long t) {
        return stored(name, t).match(null, null, null);
    }

    private NaiveGraph stored(String name, long t) {
        List<NaiveStream> feeding =
                streams.values().stream().filter(s -> s.definition().graph().equals(name)).toList();
        if (feeding.isEmpty()) {
            return initial.get(name);
        }
        return NaiveMentions.stored(initial.get(name), feeding, t);
    }

    private static String iri(String name) {
        if (name.equals(StreamDefinition.STORED)) {
            return CsparqlQuery.STORED_IRI;
        }
        return name.indexOf(':') >= 0 ? name : CsparqlQuery.BARE_WORD_PREFIX + name;
    }
}
