package org.wukongs.store.cluster;

import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.WireWriter;

/**
 * Reads the tuples of streams at their homes. Nothing in an answer is trusted, but that other nodes
 * have given the ids of their own terms. Any thread that may wait for other nodes.
 */
public final class RemoteStreams {

    /** A predicate's number is a record of the metadata log away. */
    private static final long PREDICATE_MS_MAX = 5_000;

    private final Members members;
    private final TermDictionary dictionary;

    /** {@code dictionary} knows which ids of this node and which predicates there are. */
    public RemoteStreams(Members members, TermDictionary dictionary) {
        this.members = members;
        this.dictionary = dictionary;
    }

    /** Lets the home of a stream keep its tuples for this node. */
    public ReplicaBegin begin(int home, String stream) {
        WireWriter request = new WireWriter().begin(PeerMessage.BEGIN_REPLICA.code());
        request.putString(stream);
        return members.peer(home).send(request).await(in -> ReplicaBegin.decode(stream, in));
    }

    /** Reads the next tuples of a stream. */
    public ReplicaTuples read(int home, StreamDefinition stream, ReplicaWanted wanted) {
        WireWriter request = new WireWriter().begin(PeerMessage.READ_REPLICA.code());
        wanted.putTo(request);
        ReplicaTuples got =
                members.peer(home)
                        .send(request)
                        .await(in -> ReplicaTuples.decode(wanted, stream, in));
        got.batches().forEach(this::check);
        return got;
    }

    /** Tells the home of a stream that this node copies it no longer. */
    public void end(int home, String stream, long begun) {
        WireWriter request = new WireWriter().begin(PeerMessage.END_REPLICA.code());
        members.peer(home).send(request.putString(stream).putLong(begun)).await(in -> true);
    }

    private void check(EncodedBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            checkVertex(batch.subjects()[row]);
            checkVertex(batch.objects()[row]);
            long pid = batch.pid(row);
            if (!dictionary.isGivenPid(pid) && !dictionary.awaitPredicate(pid, PREDICATE_MS_MAX)) {
                throw WukongsException.user("no predicate has this id: pid=" + pid);
            }
        }
    }

    private void checkVertex(long vid) {
        if (!Members.isVertex(vid) || (members.isOwn(vid) && !dictionary.isGivenVid(vid))) {
            throw WukongsException.user("no term has this id: vid=" + vid);
        }
    }
}
