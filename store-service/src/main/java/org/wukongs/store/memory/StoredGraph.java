package org.wukongs.store.memory;

/** A stored graph: a set of triples that grows by single triples and by batches. */
public final class StoredGraph implements TripleView {

    private final TripleIndex triples = new TripleIndex();

    /** Adds a triple; false where it was there. */
    public boolean add(long subject, long predicate, long object) {
        return triples.add(subject, predicate, object);
    }

    /** Adds all triples of {@code buffers}; how many of them were new. */
    public long insert(TripleBuffer... buffers) {
        long before = triples.tripleCount();
        for (TripleBuffer buffer : buffers) {
            for (long row = 0; row < buffer.size(); row++) {
                triples.add(buffer.subject(row), buffer.pid(row), buffer.object(row));
            }
        }
        return triples.tripleCount() - before;
    }

    @Override
    public Neighbours neighbours(long key) {
        return triples.neighbours(key);
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return triples.contains(subject, predicate, object);
    }

    @Override
    public long tripleCount(long predicate) {
        return triples.tripleCount(predicate);
    }

    @Override
    public long tripleCount() {
        return triples.tripleCount();
    }

    /** Memory of all neighbour lists. */
    public long memoryBytes() {
        return triples.memoryBytes();
    }
}
