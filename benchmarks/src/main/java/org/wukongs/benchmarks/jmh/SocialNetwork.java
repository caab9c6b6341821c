package org.wukongs.benchmarks.jmh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.stream.StreamIndex;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What the first three queries of LSBench read: the stored triples of a generated network, and a
 * second of its posts and positions at the full rates, as the stream index has them.
 */
final class SocialNetwork {

    private static final long SECOND_MS = 1000;
    private static final List<LsbenchStreams> STREAMS =
            List.of(LsbenchStreams.PO, LsbenchStreams.GPS);

    final TermDictionary dictionary = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);
    private final StoredGraphs stored = new StoredGraphs(1L << 29);
    private final Map<String, TripleView> windows = new HashMap<>();
    private final SystemNanoClock clock = new SystemNanoClock();

    SocialNetwork(int users) {
        LsbenchGenerator generator =
                new LsbenchGenerator(LsbenchConfig.defaults().withUsers(users).withPaperRates(1));
        TripleBuffer triples = new TripleBuffer();
        generator.stored().forEachRemaining(statement -> append(statement, triples));
        stored.graphFor(StreamDefinition.STORED).insert(triples);
        for (LsbenchStreams stream : STREAMS) {
            windows.put(stream.streamName(), window(stream, generator.tuples(stream, 0)));
        }
    }

    /**
     * A statement as the generator writes it: one space between terms, and before the full stop.
     */
    private void append(String statement, TripleBuffer triples) {
        int predicate = statement.indexOf(' ') + 1;
        int object = statement.indexOf(' ', predicate) + 1;
        triples.append(
                dictionary.vertexId(statement.substring(0, predicate - 1)),
                dictionary.predicateId(statement.substring(predicate, object - 1)),
                dictionary.vertexId(statement.substring(object, statement.lastIndexOf(' '))));
    }

    private TripleView window(LsbenchStreams stream, Iterator<Tuple> endless) {
        List<Tuple> tuples = new ArrayList<>();
        for (Tuple next = endless.next(); next.eventTimeMs() < SECOND_MS; next = endless.next()) {
            tuples.add(next);
        }
        int count = tuples.size();
        long[] subjects = new long[count];
        long[] predicates = new long[count];
        long[] objects = new long[count];
        for (int i = 0; i < count; i++) {
            subjects[i] = dictionary.vertexId(tuples.get(i).subject());
            predicates[i] = dictionary.predicateId(tuples.get(i).predicate());
            objects[i] = dictionary.vertexId(tuples.get(i).object());
        }
        TransientMemory memory = new TransientMemory(TransientMemory.budgetBytesDefault());
        StreamDefinition definition = stream.definition(SECOND_MS);
        StreamRing ring = new StreamRing(definition, count, memory);
        StreamIndex index = new StreamIndex(ring, memory);
        index.attach();
        ring.offer(new EncodedBatch(0, false, new long[count], subjects, predicates, objects));
        index.close(0);
        return index.window(0, SECOND_MS);
    }

    /** An execution of a query. */
    ExecutionContext context(CsparqlQuery query) {
        GraphSet graphs = new GraphSet();
        for (QueryWindow window : query.windows()) {
            TripleView view = windows.get(window.stream());
            graphs.add(window.iri(), view);
            graphs.addToDefault(view);
        }
        TripleView graph = stored.at(stored.memory().publishedSnapshot()).defaultGraph();
        graphs.add(CsparqlQuery.STORED_IRI, graph);
        for (QueryGraph one : query.graphs()) {
            graphs.add(one.iri(), graph);
            graphs.addToDefault(graph);
        }
        return new ExecutionContext(
                graphs, dictionary, ExecutionLimits.DEFAULT, clock, clock.nanoTime());
    }

    void close() {
        stored.close();
        dictionary.close();
    }
}
