package org.wukongs.store.load;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.id.StringServer;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.graph.TripleBuffer;

/**
 * Encodes with a remote dictionary: triples are collected for bulk calls. The threads of a load
 * take turns at the dictionary, because a client is one connection.
 */
final class BulkEncoder implements TripleEncoder {

    /** Triples per call: about half a megabyte of strings. */
    static final int CHUNK_TRIPLES = 8192;

    private final StringServer strings;
    private final List<String> vertices = new ArrayList<>(2 * CHUNK_TRIPLES);
    private final List<String> predicates = new ArrayList<>(CHUNK_TRIPLES);
    private final List<TripleBuffer> targets = new ArrayList<>(CHUNK_TRIPLES);

    BulkEncoder(StringServer strings) {
        this.strings = strings;
    }

    @Override
    public void add(TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object) {
        add(target, subject.string(), predicate.string(), object.string());
    }

    @Override
    public void add(TripleBuffer target, String subject, String predicate, String object) {
        targets.add(target);
        vertices.add(subject);
        vertices.add(object);
        predicates.add(predicate);
        if (targets.size() == CHUNK_TRIPLES) {
            flush();
        }
    }

    @Override
    public void flush() {
        if (targets.isEmpty()) {
            return;
        }
        long[] vids;
        long[] pids;
        synchronized (strings) {
            vids = strings.vertexIds(vertices);
            pids = strings.predicateIds(predicates);
        }
        for (int i = 0; i < pids.length; i++) {
            targets.get(i).append(vids[2 * i], pids[i], vids[2 * i + 1]);
        }
        targets.clear();
        vertices.clear();
        predicates.clear();
    }
}
