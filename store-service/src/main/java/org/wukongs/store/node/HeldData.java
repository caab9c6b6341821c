package org.wukongs.store.node;

import java.util.List;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.stream.TransientMemory;

/**
 * The stored graphs at the newest snapshot, which may not be visible yet, the tuples of cuts of
 * streams and their terms, which stay as they are until this is closed.
 *
 * @param graphs names of the graphs
 */
record HeldData(
        StoredSnapshot stored,
        List<String> graphs,
        ReaderEpochs.Reader reader,
        TransientMemory rings,
        TermHold terms)
        implements AutoCloseable {

    /** The node's thread, with no plan under way, before it makes cuts of streams. */
    static HeldData of(StoreNode node) {
        ReaderEpochs.Reader reader = node.stored().memory().epochs().newReader();
        TermHold terms = node.dictionary().hold();
        TransientMemory rings = node.streams().memory();
        rings.beginCut();
        return new HeldData(
                node.stored().at(reader.enterPublished()),
                node.stored().names(),
                reader,
                rings,
                terms);
    }

    /**
     * Lets go of the graphs, which must no longer be read, before the rest: for each snapshot while
     * they are held, memory of the lists that it changes waits. The thread that closes.
     */
    void leaveGraphs() {
        reader.leave();
    }

    /** Any thread, once. */
    @Override
    public void close() {
        rings.endCut();
        if (reader.isInside()) {
            reader.leave();
        }
        reader.close();
        terms.close();
    }
}
