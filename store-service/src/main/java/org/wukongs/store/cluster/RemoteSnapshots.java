package org.wukongs.store.cluster;

import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireWriter;

/**
 * The snapshots that this node reads at all nodes. They are asked once for each snapshot, not for
 * each execution: the newest one stays held. At this node, too, where others read it when they go
 * on with its rows. Any thread.
 */
final class RemoteSnapshots {

    private static final long NONE = -1;

    private final Members members;
    private final ServedNode own;
    private final ReadCounts counts;
    private final NavigableMap<Long, Integer> readers = new TreeMap<>(); // guarded by this
    private final Set<Long> lost = new HashSet<>(); // of those that are read; guarded by this
    private long newest = NONE; // held at all other nodes; guarded by this

    RemoteSnapshots(Members members, ServedNode own, ReadCounts counts) {
        this.members = members;
        this.own = own;
        this.counts = counts;
    }

    /** Holds a snapshot; returns false if some node cannot. Waits for the nodes if it is new. */
    synchronized boolean hold(long sn) {
        boolean isHeld = sn == newest || (readers.containsKey(sn) && !lost.contains(sn));
        if (!isHeld) {
            if (!ask(sn)) {
                return false;
            }
            newest = Math.max(sn, newest);
            lost.remove(sn);
        }
        readers.merge(sn, 1, Integer::sum);
        return true;
    }

    synchronized void release(long sn) {
        readers.merge(sn, -1, (before, change) -> before + change == 0 ? null : before + change);
        lost.retainAll(readers.keySet());
    }

    /** Another node has joined anew and holds nothing. */
    synchronized void holdAgain() {
        newest = NONE;
        lost.addAll(readers.keySet());
    }

    private boolean ask(long sn) {
        long oldest = readers.isEmpty() ? sn : Math.min(sn, readers.firstKey());
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.HOLD.code()).putLong(sn).putLong(oldest);
        boolean held = own.hold(sn, oldest);
        for (Peer.PendingAnswer answer : members.askOthers(sn, out, counts)) {
            held &= InputLimits.checkRange("flag", answer.await().getByte(), 0, 1) == 1;
        }
        return held;
    }
}
