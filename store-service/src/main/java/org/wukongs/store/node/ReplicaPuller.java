package org.wukongs.store.node;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.RemoteStreams;
import org.wukongs.store.cluster.ReplicaTuples;
import org.wukongs.store.progress.Coordinator;

/**
 * Copies the tuples of one other node's streams, as far as queries of this node read them. It waits
 * for that node, and so holds up nothing else. It has at most one answer for each stream, which it
 * keeps until this node shows the stored graphs that belong to it and has room for the tuples.
 */
public final class ReplicaPuller implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaPuller.class);

    /** As a lost connection is made again: 10 ms to 1 s. */
    private static final long PAUSE_NS_MIN = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long PAUSE_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    private record Held(StreamReplicas.Wanted wanted, ReplicaTuples got) {}

    private final int home;
    private final RemoteStreams remote;
    private final StreamReplicas replicas;
    private final Coordinator coordinator;
    private final NodeCalls calls;
    private final NanoClock clock;
    private final Map<String, Held> held = new HashMap<>();
    private boolean failed;
    private long failedNs;
    private long pauseNs = PAUSE_NS_MIN;

    /** {@code home} is the place of the other node. */
    ReplicaPuller(
            int home,
            RemoteStreams remote,
            StreamReplicas replicas,
            Coordinator coordinator,
            NodeCalls calls,
            NanoClock clock) {
        this.home = home;
        this.remote = remote;
        this.replicas = replicas;
        this.coordinator = coordinator;
        this.calls = calls;
        this.clock = clock;
    }

    /** Whether there is something to ask the other node. Any thread. */
    public boolean copies() {
        return !replicas.work().of(home).isNothing();
    }

    @Override
    public int doWork() {
        StreamReplicas.Work work = replicas.work().of(home);
        if (work.isNothing()) {
            held.clear();
            return 0;
        }
        if (failed && clock.nanoTime() - failedNs < pauseNs) {
            return 0;
        }
        try {
            int count = tell(work) + copy(work);
            if (failed) {
                LOG.info("streams of another node are copied again: place={}", home);
            }
            failed = false;
            pauseNs = PAUSE_NS_MIN;
            return count;
        } catch (WukongsException e) {
            fail(e);
            return 0;
        }
    }

    private void fail(WukongsException e) {
        if (!failed) {
            LOG.warn(
                    "streams of another node cannot be copied, trying on: reason={}",
                    e.getMessage());
        }
        pauseNs = failed ? Math.min(PAUSE_NS_MAX, 2 * pauseNs) : PAUSE_NS_MIN;
        failed = true;
        failedNs = clock.nanoTime();
    }

    private int tell(StreamReplicas.Work work) {
        int count = 0;
        for (StreamReplicas.Ended ended : work.ended()) {
            remote.end(home, ended.stream(), ended.begun());
            calls.call(
                    store -> {
                        replicas.told(ended);
                        replicas.follow();
                        return true;
                    });
            count++;
        }
        return count;
    }

    private int copy(StreamReplicas.Work work) {
        held.keySet().retainAll(work.streams());
        int count = 0;
        for (StreamReplicas.Wanted wanted : work.wanted()) {
            count += copy(wanted) ? 1 : 0;
        }
        return count;
    }

    /** Copies what is new of a stream; returns false if there is nothing, or no room. */
    private boolean copy(StreamReplicas.Wanted wanted) {
        String stream = wanted.request().stream();
        Held before = held.get(stream);
        Held next = before;
        if (before == null || !isFor(before.wanted(), wanted)) {
            next = new Held(wanted, remote.read(home, wanted.stream(), wanted.request()));
            held.put(stream, next);
        }
        ReplicaTuples got = next.got();
        long shown = coordinator.stablePointAcquire().storedSnapshot();
        if (!got.isLost() && shown < got.snapshot()) {
            return false;
        }
        held.remove(stream);
        if (isKnown(wanted, got)) {
            return false;
        }
        StreamReplicas.Wanted asked = next.wanted();
        return calls.call(
                store -> {
                    boolean all = replicas.take(asked, got);
                    replicas.follow();
                    return all;
                });
    }

    private static boolean isFor(StreamReplicas.Wanted before, StreamReplicas.Wanted now) {
        return before.request().begun() == now.request().begun()
                && before.request().position() == now.request().position();
    }

    private static boolean isKnown(StreamReplicas.Wanted wanted, ReplicaTuples got) {
        return !got.isLost()
                && got.batches().isEmpty()
                && got.closedBatch() <= wanted.request().closedBatch()
                && got.ended() == wanted.request().ended()
                && got.idle() == wanted.request().idle();
    }

    @Override
    public String roleName() {
        return "wukongs-replicas";
    }
}
