package org.wukongs.store.memory;

/**
 * A stored graph as a reader sees it that holds snapshot {@code sn}. Two of the same graph and
 * number are equal.
 */
record GraphSnapshot(StoredGraph graph, long sn) implements TripleView {

    @Override
    public Neighbours neighbours(long key) {
        return graph.neighbours(key);
    }

    @Override
    public long degree(long key) {
        return graph.degree(key);
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return graph.contains(subject, predicate, object);
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    /** An upper bound: what was inserted since counts too. */
    @Override
    public long tripleCount(long predicate) {
        return graph.tripleCount(predicate);
    }

    /** An upper bound: what was inserted since counts too. */
    @Override
    public long tripleCount() {
        return graph.tripleCount();
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        graph.expand(vertices, count, pid, direction, into);
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        return graph.probe(subjects, pid, objects, count, kept);
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        return graph.probeConstant(vertices, count, pid, direction, neighbour, kept);
    }
}
