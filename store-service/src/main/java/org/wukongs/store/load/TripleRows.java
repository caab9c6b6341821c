package org.wukongs.store.load;

import java.util.Arrays;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.dictionary.TermServer;

/**
 * Rows of triples that are being encoded from bytes to ids. A cached term is encoded at once, the
 * others wait for a bulk call: ids are complete after {@link #flush}. Each thread has its own.
 */
final class TripleRows {

    /** Half a megabyte: with the dictionary's own upper levels it stays in a core's cache. */
    private static final int VERTEX_SLOTS = 1 << 12;

    /** Far more than the predicates of most data. */
    private static final int PREDICATE_SLOTS = 1 << 9;

    private static final int ROW_LONGS = 3;
    private static final int ROWS_FIRST = 1 << 10;

    private final TermLookup vertices;
    private final TermLookup predicates;
    // subject, predicate and object of a row are adjacent
    private long[] ids = new long[ROW_LONGS * ROWS_FIRST];
    private int size;

    TripleRows(TermServer dictionary) {
        this.vertices = new TermLookup(VERTEX_SLOTS, dictionary::vertexIds);
        this.predicates = new TermLookup(PREDICATE_SLOTS, dictionary::predicateIds);
    }

    /** Adds a row; its terms may be overwritten as soon as this returns. */
    void add(TermBytes subject, TermBytes predicate, TermBytes object) {
        int at = begin();
        vertices.ask(subject, ids, at);
        predicates.ask(predicate, ids, at + 1);
        vertices.ask(object, ids, at + 2);
        end();
    }

    /** Adds a row of terms as strings. */
    void add(String subject, String predicate, String object) {
        int at = begin();
        vertices.ask(subject, at);
        predicates.ask(predicate, at + 1);
        vertices.ask(object, at + 2);
        end();
    }

    private int begin() {
        int at = ROW_LONGS * size;
        if (at == ids.length) {
            ids = Arrays.copyOf(ids, 2 * at);
        }
        return at;
    }

    private void end() {
        size++;
        if (vertices.isFull()) {
            vertices.flush(ids);
        }
        if (predicates.isFull()) {
            predicates.flush(ids);
        }
    }

    int size() {
        return size;
    }

    /** Gives all rows their ids, those of vertices before those of predicates. */
    void flush() {
        vertices.flush(ids);
        predicates.flush(ids);
    }

    long subject(int row) {
        return ids[ROW_LONGS * row];
    }

    long predicate(int row) {
        return ids[ROW_LONGS * row + 1];
    }

    long object(int row) {
        return ids[ROW_LONGS * row + 2];
    }

    /** Forgets all rows. */
    void clear() {
        vertices.clear();
        predicates.clear();
        size = 0;
    }
}
