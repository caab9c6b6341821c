package org.wukongs.store.graph;

/**
 * Observer of a stored graph, told after each change which triples have really come or gone, see
 * {@link StoredGraph#observe}. Called by the writer, before the change's snapshot is published. A
 * change that fails is not told.
 */
public interface ChangeObserver {

    /** Returns the most triples of one change that the observer wants. */
    long rowsMax();

    /**
     * Takes the triples of a change, which belong to the observer from now on.
     *
     * @param removed false if they were added
     * @param triples null if there are more than {@link #rowsMax}
     */
    void changed(boolean removed, TripleBuffer triples);
}
