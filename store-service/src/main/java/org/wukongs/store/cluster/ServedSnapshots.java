package org.wukongs.store.cluster;

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
        private final boolean[] nodes; // that have asked for it
        private int steps;

        Held(ReaderEpochs.Reader reader, int nodeCount) {
            this.reader = reader;
            this.nodes = new boolean[nodeCount];
        }

        boolean isWanted() {
            boolean wanted = steps > 0;
            for (boolean node : nodes) {
                wanted |= node;
            }
            return wanted;
        }
    }

    private final ReaderEpochs epochs;
    private final int nodeCount;
    private final Map<Long, Held> held = new TreeMap<>(); // by number; guarded by this

    ServedSnapshots(ReaderEpochs epochs, int nodeCount) {
        this.epochs = epochs;
        this.nodeCount = nodeCount;
    }

    /**
     * Holds a snapshot for a node, which from now on reads none before {@code oldest}; returns
     * false if readers of this node enter a newer one. That they enter an older one is no reason:
     * they learn a moment later that all nodes have it.
     */
    synchronized boolean hold(int node, long sn, long oldest) {
        boolean isHeld = held.containsKey(sn) || enter(sn);
        if (isHeld) {
            held.get(sn).nodes[node] = true;
        }
        held.forEach((number, snapshot) -> snapshot.nodes[node] &= number >= oldest);
        dropUnwanted();
        return isHeld;
    }

    private boolean enter(long sn) {
        ReaderEpochs.Reader reader = epochs.newReader();
        if (reader.enter(sn)) {
            held.put(sn, new Held(reader, nodeCount));
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
