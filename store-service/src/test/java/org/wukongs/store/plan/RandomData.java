package org.wukongs.store.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.stream.StreamDefinition;

/** The same triples twice: as the engine stores them and as strings. */
public final class RandomData {

    public final TermDictionary dictionary = new TermDictionary(100_000);
    final StoredGraphs stored = new StoredGraphs(1 << 24);
    public final Map<String, List<NaiveTriple>> naive = new LinkedHashMap<>();

    public RandomData(RandomQueries queries, Random random) {
        fill(StreamDefinition.STORED, queries, random);
        RandomQueries.GRAPHS.forEach(graph -> fill(graph, queries, random));
    }

    /** Makes graphs of the given triples, which are not random. */
    RandomData(Map<String, List<NaiveTriple>> graphs) {
        graphs.forEach(this::put);
    }

    private void fill(String graph, RandomQueries queries, Random random) {
        List<NaiveTriple> triples = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            NaiveTriple triple =
                    new NaiveTriple(queries.vertex(), queries.predicate(), queries.object());
            triples.add(triple);
        }
        put(graph, triples);
    }

    private void put(String graph, List<NaiveTriple> triples) {
        for (NaiveTriple triple : triples) {
            stored.graphFor(graph)
                    .add(
                            dictionary.vertexId(triple.subject()),
                            dictionary.predicateId(triple.predicate()),
                            dictionary.vertexId(triple.object()));
        }
        stored.graphFor(graph);
        naive.put(graph, triples);
    }

    public ExecutionContext context(CsparqlQuery query) {
        StoredSnapshot snapshot = stored.at(stored.memory().publishedSnapshot());
        GraphSet graphs = Datasets.of(query, snapshot);
        SystemNanoClock clock = new SystemNanoClock();
        return new ExecutionContext(
                graphs, dictionary, ExecutionLimits.DEFAULT, clock, clock.nanoTime());
    }
}
