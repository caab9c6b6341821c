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

    /** A cut with the time that the agent took to make it. */
    private record TimedCut(StoreCut cut, long pauseNs, long logBytes) {}

    private final DataDirectory data; // null if the store keeps none
    private final ServedLog log; // null if the store keeps none
    private final AgentCalls agent;
    private final NanoClock clock;
    private final EpochClock epochClock;
    private final ReentrantLock underWay = new ReentrantLock();
    private volatile CheckpointStatistics statistics = CheckpointStatistics.NONE;

    Checkpoints(
            DataDirectory data,
            ServedLog log,
            AgentCalls agent,
            NanoClock clock,
            EpochClock epochClock) {
        this.data = data;
        this.log = log;
        this.agent = agent;
        this.clock = clock;
        this.epochClock = epochClock;
    }

    CheckpointStatistics statistics() {
        return statistics;
    }

    /**
     * Makes a checkpoint and returns when it is on disk.
     *
     * @throws WukongsException USER if the store has no data directory; RETRIABLE if a checkpoint
     *     is being written already or cannot be written; the store goes on
     */
    StoreCheckpoint make() {
        if (data == null) {
            throw WukongsException.user(
                    "the store keeps no checkpoints, start it with --data-dir DIR");
        }
        if (!underWay.tryLock()) {
            throw WukongsException.retriable("a checkpoint is being written already");
        }
        try {
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
        TimedCut timed = agent.read(this::timedCut);
        try (StoreCut cut = timed.cut()) {
            DataDirectory.Written written = data.write(cut, log);
            log.checkpointWritten(timed.logBytes(), data.logNeededFrom());
            long durationMs = ms(clock.nanoTime() - startNs);
            long pauseMs = ms(timed.pauseNs());
            statistics =
                    statistics.written(epochClock.time(), written.bytes(), durationMs, pauseMs);
            return new StoreCheckpoint(
                    written.number(),
                    written.path().toAbsolutePath().toString(),
                    written.bytes(),
                    durationMs,
                    pauseMs,
                    cut.coordinator().sn());
        }
    }

    private TimedCut timedCut(StoreNode node) {
        long startNs = clock.nanoTime();
        StoreCut cut = node.cut();
        return new TimedCut(cut, clock.nanoTime() - startNs, log.bytes());
    }

    private static long ms(long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    @Override
    public void close() {
        CloseHelper.quietClose(data);
    }
}
