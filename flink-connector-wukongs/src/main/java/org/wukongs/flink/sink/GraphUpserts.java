package org.wukongs.flink.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.stream.Tuple;

/**
 * Replaces what a graph has: a tuple takes back every other object that its subject has for its
 * predicate, and a removal takes back all of them.
 *
 * <p>What the subtask has said of a key (subject and predicate) it remembers; of any other key it
 * asks the store, for many keys at a time. An answer is true only if the store has everything that
 * was said of the key. So the first question waits until all that earlier attempts have written is
 * stable, and a key is forgotten only when what was said of it is stable. Nothing of this is in
 * Flink's state. Owned by the subtask's thread.
 */
final class GraphUpserts implements Changes {

    /** About 20 MB of short terms in each subtask. */
    static final int KEYS_KNOWN_MAX = 1 << 16;

    /** A request takes a few milliseconds then. */
    static final int TUPLES_WAITING_MAX = 256;

    /** What upserts need of the store. */
    interface Store {

        /** Rows of a one-shot query that asks for so many keys. */
        List<String[]> query(String sparql, int keys);

        /**
         * Returns when the stream is stable after this event time.
         *
         * @return event time up to which it is stable
         */
        long awaitStable(long timeMs) throws InterruptedException;
    }

    private record Key(String subject, String predicate) {}

    /** Objects of a key, and the event time at which that was said. */
    private record Said(List<String> objects, long timeMs) {}

    private final ChangeTimes times;
    private final Target target;
    private final Store store;
    private final String graph;
    private final int keysMax;
    private final List<Tuple> waiting = new ArrayList<>();
    private final Map<Key, Said> known = new LinkedHashMap<>(); // the one said longest ago first
    private boolean asked;

    GraphUpserts(ChangeTimes times, Target target, Store store, String graph, int keysMax) {
        this.times = times;
        this.target = target;
        this.store = store;
        this.graph = graph;
        this.keysMax = keysMax;
    }

    @Override
    public void check(List<Tuple> element) {
        for (Tuple tuple : element) {
            if (tuple.subject().startsWith("_:")) {
                throw new BadTupleException(
                        "subject",
                        tuple.subject(),
                        "a blank node has no name by which the store could be asked for it");
            }
        }
    }

    @Override
    public void add(List<Tuple> element) throws InterruptedException {
        waiting.addAll(element);
        if (waiting.size() >= TUPLES_WAITING_MAX) {
            release();
        }
    }

    @Override
    public void beforeClosing() throws InterruptedException {
        release();
    }

    @Override
    public void release() throws InterruptedException {
        if (waiting.isEmpty()) {
            return;
        }
        ask();
        for (Tuple tuple : waiting) {
            replace(tuple);
        }
        waiting.clear();
        forget();
    }

    private void replace(Tuple tuple) {
        long timeMs = times.next(List.of(tuple));
        Said before = known.remove(key(tuple));
        for (String object : before.objects()) {
            if (tuple.removal() || !object.equals(tuple.object())) {
                Tuple old = new Tuple(timeMs, tuple.subject(), tuple.predicate(), object);
                target.take(old.asRemoval());
            }
        }
        if (!tuple.removal()) {
            target.take(tuple.at(timeMs));
        }
        List<String> objects = tuple.removal() ? List.of() : List.of(tuple.object());
        known.put(key(tuple), new Said(objects, timeMs));
    }

    private static Key key(Tuple tuple) {
        return new Key(tuple.subject(), tuple.predicate());
    }

    /** Makes the keys of all waiting tuples known. */
    private void ask() throws InterruptedException {
        Map<Key, List<String>> unknown = new HashMap<>();
        for (Tuple tuple : waiting) {
            if (!known.containsKey(key(tuple))) {
                unknown.putIfAbsent(key(tuple), new ArrayList<>());
            }
        }
        if (unknown.isEmpty()) {
            return;
        }
        if (!asked && times.beforeMs() != Long.MIN_VALUE) {
            store.awaitStable(times.beforeMs());
        }
        asked = true;
        for (String[] row : store.query(text(unknown.keySet()), unknown.size())) {
            unknown.get(new Key(row[0], row[1])).add(row[2]);
        }
        unknown.forEach((key, objects) -> known.put(key, new Said(objects, Long.MIN_VALUE)));
    }

    private String text(Iterable<Key> keys) {
        StringBuilder text = new StringBuilder("SELECT ?s ?p ?o FROM <");
        text.append(CsparqlQuery.graphIri(graph)).append("> WHERE { VALUES (?s ?p) {");
        for (Key key : keys) {
            text.append(" (").append(key.subject()).append(' ').append(key.predicate()).append(')');
        }
        return text.append(" } ?s ?p ?o }").toString();
    }

    /** Forgets the keys said longest ago if there are too many, down to three quarters. */
    private void forget() throws InterruptedException {
        if (known.size() <= keysMax) {
            return;
        }
        long stableMs = store.awaitStable(known.values().iterator().next().timeMs());
        Iterator<Said> said = known.values().iterator();
        while (known.size() > keysMax - keysMax / 4 && said.next().timeMs() < stableMs) {
            said.remove();
        }
    }
}
