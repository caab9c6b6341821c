package org.wukongs.store.cluster;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.ReaderEpochs;

/**
 * The snapshots of this node that other nodes read. One reader holds a snapshot for all of them,
 * until each that has asked for it says that it reads only newer ones. Any thread.
 */
final class ServedSnapshots {

    /** A snapshot that is held, and how many steps read it now. Guarded by the outer object. */
    private static final class Held {

        private final ReaderEpochs.Reader reader;
        private final BitSet nodes = new BitSet(); // places that have asked for it
        private int steps;

        Held(ReaderEpochs.Reader reader) {
            this.reader = reader;
        }

        boolean isWanted() {
            return steps > 0 || !nodes.isEmpty();
        }
    }

    private final ReaderEpochs epochs;
    private final Map<Long, Held> held = new TreeMap<>(); // by number; guarded by this
    private final BitSet left = new BitSet(); // places; guarded by this

    ServedSnapshots(ReaderEpochs epochs) {
        this.epochs = epochs;
    }

    /**
     * Holds a snapshot for a node, which from now on reads none before {@code oldest}; returns
     * false if readers of this node enter a newer one, or the node has left. That they enter an
     * older one is no reason: they learn a moment later that all nodes have it.
     */
    synchronized boolean hold(int node, long sn, long oldest) {
        if (left.get(node)) {
            return false;
        }
        boolean isHeld = held.containsKey(sn) || enter(sn);
        if (isHeld) {
            held.get(sn).nodes.set(node);
        }
        held.forEach(
                (number, snapshot) -> {
                    if (number < oldest) {
                        snapshot.nodes.clear(node);
                    }
                });
        dropUnwanted();
        return isHeld;
    }

    /** Holds nothing for a node any longer, which has left. */
    synchronized void leave(int node) {
        left.set(node);
        held.values().forEach(snapshot -> snapshot.nodes.clear(node));
        dropUnwanted();
    }

    private boolean enter(long sn) {
        ReaderEpochs.Reader reader = epochs.newReader();
        if (reader.enter(sn)) {
            held.put(sn, new Held(reader));
            return true;
        }
        reader.close();
        return false;
    }

    /**
     * Begins a step that reads a snapshot.
     *
     * @throws WukongsException RETRIABLE if it is not held, or its memory is needed
     */
    synchronized void begin(long sn) {
        Held snapshot = held.get(sn);
        if (snapshot == null) {
            throw WukongsException.retriable("the snapshot is not held at this node: sn=" + sn);
        }
        snapshot.reader.checkSnapshot();
        snapshot.steps++;
    }

    /** Ends a step. */
    synchronized void end(long sn) {
        held.get(sn).steps--;
        dropUnwanted();
    }

    private void dropUnwanted() {
        held.values()
                .removeIf(
                        snapshot -> {
                            boolean drops = !snapshot.isWanted();
                            if (drops) {
                                snapshot.reader.leave();
                                snapshot.reader.close();
                            }
                            return drops;
                        });
    }
}
