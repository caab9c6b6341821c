package org.wukongs.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.memory.StoredGraph;
import org.wukongs.store.memory.TripleView;
import org.wukongs.store.persistentstore.PersistentStore;
import org.wukongs.store.query.ExecutionContext;
import org.wukongs.store.query.GraphSet;
import org.wukongs.store.streamindex.StreamIndex;
import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.store.transientstore.TransientMemory;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * What the first three queries of LSBench read, in its sizes: 10,000 users with 27 friends each,
 * and one second of 10,000 tuples of posts and 20,000 of positions, as the stream index has them.
 */
final class SocialNetwork {

    /** As LSBench has it. */
    static final String USERS_DEFAULT = "10000";

    private static final int FRIENDS = 27;
    private static final int POSTS = 800;
    private static final int TUPLES_PER_POST = 12;
    private static final int POSITIONS = 5_000;
    private static final long SEED = 1;
    private static final String POST_STREAM = "urn:posts";
    private static final String POSITION_STREAM = "urn:positions";

    final TermDictionary dictionary = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);

    private final int users;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final PersistentStore stored = new PersistentStore(1L << 28);
    private final TripleView posts;
    private final TripleView positions;
    private final SystemNanoClock clock = new SystemNanoClock();

    SocialNetwork(int users) {
        this.users = users;
        StoredGraph graph = stored.graphFor(StreamDefinition.STORED);
        long accountOf = predicate("accountOf");
        long knows = predicate("knows");
        for (int i = 0; i < users; i++) {
            graph.add(user(i), accountOf, person(i));
            for (int k = 0; k < FRIENDS; k++) {
                graph.add(user(i), knows, anyUser());
            }
        }
        posts = window(POST_STREAM, posts());
        positions = window(POSITION_STREAM, positions());
    }

    long user(int number) {
        return vertex("user" + number);
    }

    long person(int number) {
        return vertex("person" + number);
    }

    private long anyUser() {
        return user(random.nextInt(users));
    }

    private long vertex(String name) {
        return dictionary.vertexId(BenchGraph.term(name));
    }

    private long predicate(String name) {
        return dictionary.predicateId(BenchGraph.term(name));
    }

    private List<long[]> posts() {
        List<long[]> tuples = new ArrayList<>();
        for (int i = 0; i < POSTS; i++) {
            long post = vertex("post" + i);
            tuples.add(new long[] {anyUser(), predicate("creatorOf"), post});
            for (int k = 1; k < TUPLES_PER_POST; k++) {
                tuples.add(new long[] {post, predicate("about" + k), vertex("topic" + i * k)});
            }
        }
        return tuples;
    }

    private List<long[]> positions() {
        List<long[]> tuples = new ArrayList<>();
        for (int i = 0; i < POSITIONS; i++) {
            long position = vertex("position" + i);
            tuples.add(new long[] {anyUser(), predicate("trackedAt"), position});
            for (String name : List.of("latitude", "longitude", "time")) {
                tuples.add(new long[] {position, predicate(name), vertex(name + i)});
            }
        }
        return tuples;
    }

    private static TripleView window(String stream, List<long[]> tuples) {
        int count = tuples.size();
        long[] subjects = new long[count];
        long[] predicates = new long[count];
        long[] objects = new long[count];
        for (int i = 0; i < count; i++) {
            subjects[i] = tuples.get(i)[0];
            predicates[i] = tuples.get(i)[1];
            objects[i] = tuples.get(i)[2];
        }
        TransientMemory memory = new TransientMemory(TransientMemory.budgetBytesDefault());
        StreamDefinition definition = StreamDefinition.of(stream);
        StreamRing ring = new StreamRing(definition, count, memory);
        StreamIndex index = new StreamIndex(ring, memory);
        index.attach();
        ring.offer(new EncodedBatch(0, false, new long[count], subjects, predicates, objects));
        index.close(0);
        return index.window(0, definition.batchIntervalMs());
    }

    /** What a user or position tells: LSBench's L1. */
    static CsparqlQuery l1(String user) {
        return parse(window(POST_STREAM) + window(POSITION_STREAM), user + " ?p ?o");
    }

    /** Posts of a person: L2. */
    static CsparqlQuery l2(String person) {
        return parse(
                window(POST_STREAM) + "FROM STORED ",
                inStored("?user :accountOf " + person) + inPosts("?user :creatorOf ?post"));
    }

    /** Posts of a person's friends: L3. */
    static CsparqlQuery l3(String person) {
        return parse(
                window(POST_STREAM) + "FROM STORED ",
                inStored("?user :accountOf " + person + " . ?user :knows ?friend")
                        + inPosts("?friend :creatorOf ?post"));
    }

    private static String window(String stream) {
        return "FROM STREAM <" + stream + "> [RANGE 1s STEP 100ms] ";
    }

    private static String inStored(String patterns) {
        return "GRAPH STORED { " + patterns + " } ";
    }

    private static String inPosts(String patterns) {
        return "GRAPH <" + POST_STREAM + "> { " + patterns + " } ";
    }

    private static CsparqlQuery parse(String dataset, String patterns) {
        return CsparqlParser.parse(
                "PREFIX : <http://example.org/> REGISTER QUERY q AS SELECT * "
                        + dataset
                        + "WHERE { "
                        + patterns
                        + " }");
    }

    /** An execution of a query. */
    ExecutionContext context(CsparqlQuery query) {
        GraphSet graphs = new GraphSet();
        for (QueryWindow window : query.windows()) {
            TripleView view = window.stream().equals(POST_STREAM) ? posts : positions;
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
