package org.wukongs.store.node;

import org.agrona.concurrent.NanoClock;
import org.wukongs.store.cluster.ReplicaBegin;
import org.wukongs.store.cluster.ReplicaServing;
import org.wukongs.store.cluster.ReplicaTuples;
import org.wukongs.store.cluster.ReplicaWanted;

/** Serves this node's streams to others; only what is new takes the node's thread. Any thread. */
final class ServedReplicas implements ReplicaServing {

    private final ReplicaReaders readers;
    private final NodeCalls calls;
    private final NanoClock clock;

    ServedReplicas(ReplicaReaders readers, NodeCalls calls, NanoClock clock) {
        this.readers = readers;
        this.calls = calls;
        this.clock = clock;
    }

    @Override
    public ReplicaBegin begin(int node, String stream) {
        return calls.kept(store -> readers.begin(node, stream));
    }

    @Override
    public ReplicaTuples read(int node, ReplicaWanted wanted) {
        ReplicaReader reader = readers.find(wanted.stream(), node);
        if (reader == null || !reader.has(wanted.begun())) {
            readers.checkNotMoved(wanted.stream());
            return ReplicaTuples.LOST;
        }
        reader.see(wanted.released(), clock.nanoTime());
        ReplicaTuples nothing = reader.nothingNew(wanted);
        return nothing != null ? nothing : calls.call(store -> readers.read(node, wanted));
    }

    @Override
    public void end(int node, String stream, long begun) {
        calls.kept(
                store -> {
                    readers.end(node, stream, begun);
                    return true;
                });
    }
}
