package org.wukongs.store.peer;

import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.Peer;

/** The contract of a way to another node, within a process. */
class LocalPeerTest extends PeerContract {

    private final Peer peer = new LocalPeer(ASKER, () -> ANSWERING);

    @Override
    Peer peer() {
        return peer;
    }
}
