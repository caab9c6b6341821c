package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;

/** Counts how much an insert adds to each predicate. Owned by the writer. */
final class PidCounts {

    private int[] touched = new int[16];
    private int touchedCount;
    private int[] triples = new int[64];
    private final int[][] pairs = {new int[64], new int[64]};

    void clear() {
        for (int i = 0; i < touchedCount; i++) {
            triples[touched[i]] = 0;
            pairs[Keys.IN][touched[i]] = 0;
            pairs[Keys.OUT][touched[i]] = 0;
        }
        touchedCount = 0;
    }

    /**
     * Adds new triples of one vertex and predicate; {@code newPair} is true if the vertex had none.
     */
    void add(int pid, int direction, int tripleCount, boolean newPair) {
        reserve(pid);
        add(pid, direction, direction == Keys.OUT ? tripleCount : 0, newPair ? 1 : 0);
    }

    /** Adds the counts of a part of an insert, for one direction. */
    void addAll(PidCounts part, int direction) {
        for (int i = 0; i < part.touchedCount; i++) {
            int pid = part.touched[i];
            reserve(pid);
            int tripleCount = direction == Keys.OUT ? part.triples[pid] : 0;
            add(pid, direction, tripleCount, part.pairs[direction][pid]);
        }
    }

    private void add(int pid, int direction, int tripleCount, int pairCount) {
        if (tripleCount == 0 && pairCount == 0) {
            return;
        }
        if (triples[pid] == 0 && pairs[Keys.IN][pid] == 0 && pairs[Keys.OUT][pid] == 0) {
            touch(pid);
        }
        triples[pid] += tripleCount;
        pairs[direction][pid] += pairCount;
    }

    private void reserve(int pid) {
        if (pid >= triples.length) {
            int capacity = Math.max(pid + 1, triples.length * 2);
            triples = Arrays.copyOf(triples, capacity);
            pairs[Keys.IN] = Arrays.copyOf(pairs[Keys.IN], capacity);
            pairs[Keys.OUT] = Arrays.copyOf(pairs[Keys.OUT], capacity);
        }
    }

    private void touch(int pid) {
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, touchedCount * 2);
        }
        touched[touchedCount++] = pid;
    }

    /** Returns the predicates with new triples, ascending. */
    int[] pids() {
        int[] pids = Arrays.copyOf(touched, touchedCount);
        Arrays.sort(pids);
        return pids;
    }

    int triples(int pid) {
        return triples[pid];
    }

    /** Returns the number of new subjects (OUT) or objects (IN) of a predicate. */
    int pairs(int pid, int direction) {
        return pairs[direction][pid];
    }
}
