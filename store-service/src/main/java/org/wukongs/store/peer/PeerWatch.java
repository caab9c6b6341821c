package org.wukongs.store.peer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Closes connections between nodes that are late. Any thread adds and removes them; an agent of its
 * own looks at them.
 */
public final class PeerWatch implements Agent {

    private final NanoClock clock;
    private final Set<PeerSocket> open = ConcurrentHashMap.newKeySet();

    public PeerWatch(NanoClock clock) {
        this.clock = clock;
    }

    void add(PeerSocket socket) {
        open.add(socket);
    }

    void remove(PeerSocket socket) {
        open.remove(socket);
    }

    @Override
    public int doWork() {
        long nowNs = clock.nanoTime();
        int count = 0;
        for (PeerSocket socket : open) {
            count += socket.cutIfLate(nowNs) ? 1 : 0;
        }
        return count;
    }

    @Override
    public String roleName() {
        return "wukongs-peer-watch";
    }
}
