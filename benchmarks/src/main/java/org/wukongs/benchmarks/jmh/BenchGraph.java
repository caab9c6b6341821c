package org.wukongs.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * A store with a graph whose shape makes one kind of step the bulk of a query, so that parsing it
 * (tens of µs) does not show in the time per step.
 *
 * <pre>
 *  hub --lists--&gt; item 0 … item 9,999
 *  item i --knows--&gt; 10 of the people            1-hop: 100,000 edges
 *  person j --likes--&gt; target, 20,000 times       no item likes it
 * </pre>
 */
final class BenchGraph {

    static final int ITEMS = 10_000;
    static final int EDGES_PER_ITEM = 10;
    static final int EDGES = ITEMS * EDGES_PER_ITEM;
    static final int PEOPLE = 20_000;

    /** Spreads neighbours over all people: a prime, so that ten in a row differ. */
    private static final int STRIDE = 7_919;

    private BenchGraph() {}

    static StoreNode node() {
        StoreNode node = EmbeddedStore.empty();
        TupleEncoder encoder = new TupleEncoder(node.dictionary());
        node.loader()
                .load(StreamDefinition.STORED, encoder.encode(new TupleBatch(0, false, tuples())));
        return node;
    }

    static String term(String name) {
        return "<http://example.org/" + name + ">";
    }

    static Tuple tuple(String subject, String predicate, String object) {
        return new Tuple(0, term(subject), term(predicate), term(object));
    }

    private static List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            tuples.add(tuple("hub", "lists", "item" + i));
            for (int k = 0; k < EDGES_PER_ITEM; k++) {
                long person = ((long) i * EDGES_PER_ITEM + k) * STRIDE % PEOPLE;
                tuples.add(tuple("item" + i, "knows", "person" + person));
            }
        }
        for (int j = 0; j < PEOPLE; j++) {
            tuples.add(tuple("person" + j, "likes", "target"));
        }
        return tuples;
    }
}
