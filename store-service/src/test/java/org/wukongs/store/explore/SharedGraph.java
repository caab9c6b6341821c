package org.wukongs.store.explore;

import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/** A view over another that lets one thread in at a time. */
final class SharedGraph extends TripleView {

    private final TripleView view;

    SharedGraph(TripleView view) {
        this.view = view;
    }

    @Override
    public synchronized Neighbours neighbours(long key) {
        return view.neighbours(key);
    }

    @Override
    public synchronized boolean contains(long subject, long predicate, long object) {
        return view.contains(subject, predicate, object);
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    @Override
    public long tripleCount(long predicate) {
        return view.tripleCount(predicate);
    }

    @Override
    public long tripleCount() {
        return view.tripleCount();
    }
}
