package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    private final RemoteMemories memories;
    // by snapshot: what was there while it was asked for, of each node; guarded by this
    private final Map<Long, List<InPlace>> inPlace = new HashMap<>();
    private long[] asked = {}; // connections when a snapshot was asked for; guarded by this
    private long newest = NONE; // held at all other nodes; guarded by this
    private long newestAsked = NONE; // guarded by this

    RemoteSnapshots(Members members, ServedNode own, RemoteMemories memories, ReadCounts counts) {
        this.members = members;
        this.own = own;
        this.memories = memories;
        this.counts = counts;
    }

    /** Holds a snapshot; returns false if some node cannot. Waits for the nodes if it is new. */
    synchronized boolean hold(long sn) {
        boolean isHeld = sn == newest || (readers.containsKey(sn) && !lost.contains(sn));
        if (!isHeld || (sn == newest && isConnectedAnew())) {
            if (!ask(sn)) {
                return false;
            }
            newest = Math.max(sn, newest);
            lost.remove(sn);
            forgetOld();
        }
        readers.merge(sn, 1, Integer::sum);
        return true;
    }

    synchronized void release(long sn) {
        readers.merge(sn, -1, (before, change) -> before + change == 0 ? null : before + change);
        lost.retainAll(readers.keySet());
        forgetOld();
    }

    private void forgetOld() {
        inPlace.keySet().removeIf(sn -> sn != newest && !readers.containsKey(sn));
    }

    /**
     * Returns the memory of each node that holds a snapshot for this one and can be read, null in
     * place of others.
     */
    synchronized List<InPlace> inPlace(long sn) {
        List<InPlace> held = inPlace.get(sn);
        return held == null ? Collections.nCopies(members.version(sn).nodeCount(), null) : held;
    }

    /** Another node has joined anew and holds nothing. */
    synchronized void holdAgain() {
        newest = NONE;
        lost.addAll(readers.keySet());
    }

    /** Returns whether the memory of a node may be read again after its connection was lost. */
    private boolean isConnectedAnew() {
        boolean anew = false;
        for (int node = 0; memories.isOn() && node < asked.length; node++) {
            long connection = members.peer(node).connection();
            anew |= connection != asked[node] && connection != Peer.NOT_CONNECTED;
        }
        return anew;
    }

    private static void forgetLocations(InPlace[] memories) {
        for (InPlace memory : memories) {
            if (memory != null) {
                memory.forget();
            }
        }
    }

    /** Asks over connections that each have stood since before the node's memory was looked at. */
    private boolean ask(long sn) {
        VersionedOwners.Version version = members.version(sn);
        int nodeCount = version.nodeCount();
        asked = Arrays.copyOf(asked, Math.max(asked.length, nodeCount));
        for (int node = 0; node < nodeCount; node++) {
            asked[node] = members.peer(node).connection();
        }
        InPlace[] before = memories.renew(version);
        if (sn <= newestAsked) {
            forgetLocations(before); // it may have been given back since it was held
        }
        newestAsked = Math.max(sn, newestAsked);
        long oldest = readers.isEmpty() ? sn : Math.min(sn, readers.firstKey());
        if (newest < oldest) {
            newest = NONE; // some node may have given it back, even if another one refuses this one
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.HOLD.code()).putLong(sn).putLong(oldest);
        boolean held = own.hold(sn, oldest);
        for (Peer.PendingAnswer answer : members.askOwners(sn, out, counts)) {
            held &= InputLimits.checkRange("flag", answer.await().getByte(), 0, 1) == 1;
        }
        if (held) {
            inPlace.put(sn, Arrays.asList(before)); // one that has lost its connection stays unread
        }
        return held;
    }
}
