package org.wukongs.store.cluster;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireWriter;

/**
 * Loads triples into the graphs of all nodes, one load of the cluster at a time: this node takes
 * the {@link LoadTurn}, stages halves everywhere, and adds them as the next snapshot of all nodes.
 * If nodes are at different snapshots, because a load has failed in between, they are at the same
 * one again after the next load. Any thread, which waits for the other nodes.
 */
public final class PartitionedLoads {

    /** The place of the node that gives turns. */
    static final int FIRST = 0;

    private static final Logger LOG = LoggerFactory.getLogger(PartitionedLoads.class);

    private static final long LOCK_SECONDS_MAX = 60;

    private final Members members;
    private final HalvesTarget own;
    private final LongSupplier published;
    private final LoadTurn turn;
    private final ReentrantLock loading = new ReentrantLock(true);

    PartitionedLoads(Members members, HalvesTarget own, LongSupplier published, LoadTurn turn) {
        this.members = members;
        this.own = own;
        this.published = published;
        this.turn = turn;
    }

    /**
     * Loads triples as one snapshot; returns how many of them were new.
     *
     * @throws WukongsException RETRIABLE if a node cannot be reached, or other loads take too long.
     *     Some nodes may have their halves then: the load has to be repeated
     */
    public long load(Map<String, TripleBuffer[]> triplesByGraph) {
        lock();
        try {
            takeTurn();
            boolean whole = false;
            try {
                long sn = 1 + begin();
                long newCount = new PartitionedLoad(members, own).load(triplesByGraph, sn);
                whole = true;
                return newCount;
            } finally {
                if (!whole) {
                    tryTo(this::begin); // drops what is staged
                }
                endTurn();
            }
        } finally {
            loading.unlock();
        }
    }

    private void lock() {
        try {
            if (loading.tryLock(LOCK_SECONDS_MAX, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw busy();
    }

    private static WukongsException busy() {
        return WukongsException.retriable("another load into the cluster takes long");
    }

    private void takeTurn() {
        boolean taken =
                members.self() == FIRST
                        ? turn.take(FIRST)
                        : InputLimits.checkRange("flag", ask(PeerMessage.TAKE_TURN), 0, 1) == 1;
        if (!taken) {
            throw busy();
        }
    }

    private long ask(PeerMessage message) {
        WireWriter out = new WireWriter();
        return members.peer(FIRST).send(out.begin(message.code())).await().getByte();
    }

    private void endTurn() {
        if (members.self() == FIRST) {
            turn.end(FIRST);
            return;
        }
        tryTo(() -> ask(PeerMessage.END_TURN));
    }

    /** The load has its own result: what this would do is done by the next load or lost way. */
    private static void tryTo(Runnable request) {
        try {
            request.run();
        } catch (WukongsException e) {
            LOG.debug("a node could not be told of the end of a load", e);
        }
    }

    /** Begins at all nodes; returns the newest snapshot of any of them. */
    private long begin() {
        Peer.PendingAnswer[] answers = new Peer.PendingAnswer[members.count()];
        for (int node = 0; node < answers.length; node++) {
            if (node != members.self()) {
                WireWriter out = new WireWriter();
                answers[node] = members.peer(node).send(out.begin(PeerMessage.BEGIN_LOAD.code()));
            }
        }
        long newest = published.getAsLong();
        for (Peer.PendingAnswer answer : answers) {
            if (answer != null) {
                long sn = answer.await().getLong();
                newest =
                        Math.max(
                                newest,
                                InputLimits.checkRange("snapshot", sn, 0, Long.MAX_VALUE - 2));
            }
        }
        return newest;
    }
}
