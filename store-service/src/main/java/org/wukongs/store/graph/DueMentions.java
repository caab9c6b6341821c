package org.wukongs.store.graph;

import java.util.Arrays;

/** Mentions of triples that are due, each with its number. Owned by one thread at a time. */
public final class DueMentions {

    private final TripleBuffer triples = new TripleBuffer();
    private long[] numbers = new long[16];

    public void append(long number, long subject, long pid, long object) {
        int row = size();
        if (row == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * row);
        }
        numbers[row] = number;
        triples.append(subject, pid, object);
    }

    public int size() {
        return Math.toIntExact(triples.size());
    }

    public TripleBuffer triples() {
        return triples;
    }

    public long number(int row) {
        return numbers[row];
    }
}
