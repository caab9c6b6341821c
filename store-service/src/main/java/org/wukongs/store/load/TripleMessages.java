package org.wukongs.store.load;

import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.EncodedBatch;

/** Sends staged triples as messages of the wire protocol. */
final class TripleMessages {

    /**
     * Triples per message: a megabyte, and 10 ms of the store's work. Each is a snapshot, which the
     * nodes of a cluster have to agree on.
     */
    static final int MESSAGE_TRIPLES = 1 << 15;

    private TripleMessages() {}

    static void send(String graph, TripleBuffer triples, RdfLoader.Target target) {
        for (long row = 0; row < triples.size(); row += MESSAGE_TRIPLES) {
            int count = (int) Math.min(MESSAGE_TRIPLES, triples.size() - row);
            target.load(graph, message(triples, row, count));
        }
    }

    /** Sends an empty message, which creates the graph. */
    static void sendNothing(String graph, RdfLoader.Target target) {
        target.load(graph, message(new TripleBuffer(), 0, 0));
    }

    private static EncodedBatch message(TripleBuffer triples, long from, int count) {
        long[] subjects = new long[count];
        long[] predicates = new long[count];
        long[] objects = new long[count];
        for (int i = 0; i < count; i++) {
            subjects[i] = triples.subject(from + i);
            predicates[i] = triples.pid(from + i);
            objects[i] = triples.object(from + i);
        }
        return new EncodedBatch(0, false, new long[count], subjects, predicates, objects);
    }
}
