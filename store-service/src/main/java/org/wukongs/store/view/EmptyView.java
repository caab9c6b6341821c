package org.wukongs.store.view;

/** A graph without triples. */
public final class EmptyView extends TripleView {

    public static final TripleView INSTANCE = new EmptyView();

    private EmptyView() {}

    @Override
    public Neighbours neighbours(long key) {
        return NeighbourList.EMPTY;
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return false;
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    @Override
    public long tripleCount(long predicate) {
        return 0;
    }

    @Override
    public long tripleCount() {
        return 0;
    }
}
