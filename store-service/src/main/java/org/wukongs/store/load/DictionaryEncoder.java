package org.wukongs.store.load;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.graph.TripleBuffer;

/**
 * Encodes with the dictionary of this process. A plain line allocates no object: its bytes are
 * looked up where they were read, or copied for a bulk call.
 */
final class DictionaryEncoder implements TripleEncoder {

    /**
     * Rows that wait for their ids, enough for a bulk call of good size even with few new terms.
     */
    private static final int ROWS_MAX = 1 << 12;

    private final TripleRows rows;
    private final List<TripleBuffer> targets = new ArrayList<>(ROWS_MAX);

    DictionaryEncoder(TermServer dictionary) {
        this.rows = new TripleRows(dictionary);
    }

    @Override
    public void add(TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object) {
        rows.add(subject, predicate, object);
        added(target);
    }

    @Override
    public void add(TripleBuffer target, String subject, String predicate, String object) {
        rows.add(subject, predicate, object);
        added(target);
    }

    private void added(TripleBuffer target) {
        targets.add(target);
        if (targets.size() == ROWS_MAX) {
            flush();
        }
    }

    @Override
    public void flush() {
        rows.flush();
        for (int i = 0; i < rows.size(); i++) {
            targets.get(i).append(rows.subject(i), rows.predicate(i), rows.object(i));
        }
        rows.clear();
        targets.clear();
    }
}
