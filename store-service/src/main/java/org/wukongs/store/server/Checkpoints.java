package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.node.StoreNode;

/**
 * Makes checkpoints of a server's node: the agent makes the cut, the caller's thread writes the
 * files. Any thread, one checkpoint at a time.
 */
final class Checkpoints implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private static final long HURRY_MS = 100;

    /** A cut with the time that the agent took to make it. */
    private record TimedCut(StoreCut cut, long pauseNs, long logBytes) {}

    /** A part of a cut with the time that the agent took for it. */
    private record TimedStep(boolean isLast, long pauseNs) {}

    private final DataDirectory data; // null if the store keeps none
    private final ClusterNode cluster; // null for a node of its own
    private final ServedLog log; // null if the store keeps none
    private final AgentCalls agent;
    private final CheckpointPacer pacer;
    private final NanoClock clock;
    private final EpochClock epochClock;
    private final ReentrantLock underWay = new ReentrantLock();
    private volatile CheckpointStatistics statistics = CheckpointStatistics.NONE;

    /** {@code cluster} is null for a node of its own. */
    Checkpoints(
            DataDirectory data,
            ClusterNode cluster,
            ServedLog log,
            AgentCalls agent,
            CheckpointPacer pacer,
            NanoClock clock,
            EpochClock epochClock) {
        this.pacer = pacer;
        this.data = data;
        this.cluster = cluster;
        this.log = log;
        this.agent = agent;
        this.clock = clock;
        this.epochClock = epochClock;
    }

    CheckpointStatistics statistics() {
        return statistics;
    }

    /**
     * Makes a checkpoint and returns when it is on disk. If one is being written already, it is
     * written as fast as the disk can, and then another one.
     *
     * @throws WukongsException USER if the store has no data directory; RETRIABLE if it cannot be
     *     written; the store goes on
     */
    StoreCheckpoint make() {
        if (data == null) {
            throw WukongsException.user(
                    "the store keeps no checkpoints, start it with --data-dir DIR");
        }
        awaitOther();
        return makeLocked(true);
    }

    /** Takes the lock; a checkpoint that has it hurries, also one that begins meanwhile. */
    private void awaitOther() {
        try {
            do {
                pacer.hurry();
            } while (!underWay.tryLock(HURRY_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("another checkpoint is being written");
        }
    }

    /** As {@link #make}, at the pace of the background; does nothing if one is being written. */
    void makeInBackground() {
        if (underWay.tryLock()) {
            makeLocked(false);
        }
    }

    /** The store stops. */
    void stop() {
        pacer.stop();
    }

    private StoreCheckpoint makeLocked(boolean isAwaited) {
        try {
            pacer.begin(isAwaited);
            return write();
        } catch (RuntimeException e) {
            statistics = statistics.failed();
            if (e instanceof WukongsException) {
                LOG.warn("a checkpoint failed: {}", e.getMessage());
            } else {
                LOG.error("a checkpoint failed", e);
            }
            throw e;
        } finally {
            underWay.unlock();
        }
    }

    private StoreCheckpoint write() {
        long startNs = clock.nanoTime();
        byte[] agreed = cluster == null ? null : cluster.agreed(); // before the cut
        TimedCut timed = agent.read(node -> timedCut(node, agreed));
        try (StoreCut cut = timed.cut()) {
            long pauseMs = ms(Math.max(timed.pauseNs(), stepsNs(cut)));
            DataDirectory.Written written = data.write(cut, log, pacer);
            log.checkpointWritten(timed.logBytes(), data.logNeededFrom());
            if (cluster != null) {
                cluster.checkpointed(agreed);
            }
            long durationMs = ms(clock.nanoTime() - startNs);
            statistics = statistics.written(epochClock.time(), written, durationMs, pauseMs);
            return new StoreCheckpoint(
                    written.number(),
                    written.path().toAbsolutePath().toString(),
                    written.bytes(),
                    durationMs,
                    pauseMs,
                    cut.coordinator().sn());
        }
    }

    private TimedCut timedCut(StoreNode node, byte[] agreed) {
        long startNs = clock.nanoTime();
        StoreCut cut = node.beginCut(agreed);
        return new TimedCut(cut, clock.nanoTime() - startNs, log.bytes());
    }

    /** Completes a cut in steps between which the agent does other work; the longest time. */
    private long stepsNs(StoreCut cut) {
        long longestNs = 0;
        TimedStep step;
        do {
            step = agent.read(node -> timedStep(cut));
            longestNs = Math.max(longestNs, step.pauseNs());
        } while (!step.isLast());
        return longestNs;
    }

    private TimedStep timedStep(StoreCut cut) {
        long startNs = clock.nanoTime();
        boolean isLast = cut.step();
        return new TimedStep(isLast, clock.nanoTime() - startNs);
    }

    private static long ms(long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    @Override
    public void close() {
        CloseHelper.quietClose(data);
    }
}
