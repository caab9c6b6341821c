package org.wukongs.store.cluster;

import org.wukongs.error.WukongsException;
import org.wukongs.wire.WireWriter;

/**
 * The way to a node that has left the cluster: there is none. Only who reads a snapshot from before
 * asks such a node.
 *
 * @param node its place
 */
public record LeftPeer(int node) implements Peer {

    @Override
    public PendingAnswer send(WireWriter request) {
        throw WukongsException.retriable("a node has left the cluster meanwhile: place=" + node);
    }

    @Override
    public long connection() {
        return NOT_CONNECTED;
    }
}
