package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.checkpoint.HomesFile;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.cluster.MovingHomes;
import org.wukongs.store.cluster.RemoteStreams;
import org.wukongs.store.cluster.ReplicaBegin;
import org.wukongs.store.history.NodeRecord;

/** Moves a node's streams and queries for threads that do not own the node. Any thread. */
final class NodeHomes implements MovingHomes {

    private final NodeCalls calls;
    private final RemoteStreams remote;
    private final int self;

    /** {@code self} is the place of this node. */
    NodeHomes(NodeCalls calls, RemoteStreams remote, int self) {
        this.calls = calls;
        this.remote = remote;
        this.self = self;
    }

    @Override
    public void freeze(int to) {
        calls.call(
                store -> {
                    store.homes().freeze(to);
                    return true;
                });
    }

    @Override
    public boolean isQuiet() {
        return calls.call(store -> store.homes().isQuiet());
    }

    /** {@inheritDoc} Nothing changes meanwhile, so the bytes are made by the calling thread. */
    @Override
    public State state() {
        StoreCut cut = calls.call(store -> store.homes().cut());
        List<Copied> copies = calls.call(store -> store.homes().copies());
        return new State(HomesFile.write(cut), copies);
    }

    @Override
    public void thaw() {
        calls.call(
                store -> {
                    store.homes().thaw();
                    return true;
                });
    }

    @Override
    public void adopt(int node, long change, List<Copied> copies) {
        List<StreamReplicas.Begun> begun = new ArrayList<>();
        List<NodeRecord.AdoptHomes.Copy> known = new ArrayList<>();
        try {
            for (Copied copied : copies) {
                long number = 0;
                if (copied.home() != self) {
                    ReplicaBegin begin = remote.begin(copied.home(), copied.stream());
                    begun.add(new StreamReplicas.Begun(copied.home(), begin));
                    number = begin.begun();
                }
                known.add(
                        new NodeRecord.AdoptHomes.Copy(
                                copied.stream(), copied.home(), number, copied.neededFrom()));
            }
            calls.kept(
                    store -> {
                        store.homes().adopt(node, change, known);
                        return true;
                    });
        } finally {
            if (!begun.isEmpty()) {
                calls.call(
                        store -> {
                            store.replicas().settle(begun);
                            return true;
                        });
            }
        }
    }
}
