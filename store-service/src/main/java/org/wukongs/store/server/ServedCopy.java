package org.wukongs.store.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreStatus.CopyStatus;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.DataSnapshot;
import org.wukongs.store.checkpoint.DataSnapshot.LogPart;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.copy.DurableCopy;
import org.wukongs.store.copy.FencedException;
import org.wukongs.store.log.LogWriter;

/**
 * Copies a server's data to a place outside of its machine: ends the segment of the log, and copies
 * what nothing changes any more. A thread of its own, which waits for the disk and the place; the
 * store goes on meanwhile, and goes on if the place fails. Other methods: any thread.
 */
final class ServedCopy implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(ServedCopy.class);

    private static final long RETRY_NS_MIN = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NS_MAX = TimeUnit.MINUTES.toNanos(1);

    /** The log writes a group in less. */
    private static final long SEGMENT_PAUSE_NS = 100_000;

    private final CopySettings settings;
    private final DurableCopy copy;
    private final Path directory;
    private final LogWriter log;
    private final NanoClock clock;
    private final EpochClock epochClock;
    private final Consumer<FencedException> onFenced;
    private final Object lock = new Object();

    // guarded by lock
    private long requestedPosition;
    private long copiedPosition = -1;
    private boolean isEnded;

    // owner: the thread that copies
    private boolean isEnding;
    private boolean isFenced;
    private long nextNs;
    private long retryNs = RETRY_NS_MIN;
    private volatile long copiedBytes; // what the log had written at the newest copy
    private volatile long copiedNs; // when it began
    private volatile long count;
    private volatile long failureCount;
    private volatile String failure = ""; // empty if the newest attempt did not fail
    private volatile long failingNs; // since when
    private volatile long lastEndMs;

    ServedCopy(
            CopySettings settings,
            Path directory,
            LogWriter log,
            NanoClock clock,
            EpochClock epochClock,
            Consumer<FencedException> onFenced) {
        this.settings = settings;
        this.copy = settings.copy();
        this.directory = directory;
        this.log = log;
        this.clock = clock;
        this.epochClock = epochClock;
        this.onFenced = onFenced;
        this.nextNs = clock.nanoTime();
        this.copiedNs = nextNs;
    }

    /**
     * Returns when the copy has the log up to a position, if checkpoints of jobs wait for that, or
     * else at once.
     *
     * @throws WukongsException RETRIABLE if the store ends before
     */
    void awaitBarrier(long position) {
        if (!settings.awaitedAtBarriers()) {
            return;
        }
        try {
            synchronized (lock) {
                requestedPosition = Math.max(requestedPosition, position);
                while (copiedPosition < position && !isEnded) {
                    lock.wait();
                }
                if (copiedPosition < position) {
                    throw WukongsException.retriable("the store is shutting down");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while waiting for the copy");
        }
    }

    @Override
    public int doWork() {
        if (!isDue()) {
            return 0;
        }
        attempt();
        return 1;
    }

    private boolean isDue() {
        long nowNs = clock.nanoTime();
        if (isFenced) {
            return false;
        }
        synchronized (lock) {
            if (failure.isEmpty() && requestedPosition > copiedPosition) {
                return true;
            }
            boolean hasMore = !failure.isEmpty() || log.writtenPosition() > copiedPosition;
            return hasMore && nowNs - nextNs >= 0;
        }
    }

    private void attempt() {
        try {
            copy();
            if (!failure.isEmpty()) {
                LOG.info(
                        "the copy goes on: place={} failedForMs={}",
                        copy.place(),
                        ms(clock.nanoTime() - failingNs));
            }
            failure = "";
            retryNs = RETRY_NS_MIN;
        } catch (FencedException e) {
            failure = e.getMessage();
            isFenced = true;
            onFenced.accept(e);
        } catch (IOException e) {
            failed(IoReason.of(e));
        } catch (WukongsException e) {
            failed(e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("the copy failed", e);
            failed(e.toString());
        }
    }

    private void copy() throws IOException {
        long beginNs = clock.nanoTime();
        long beginMs = epochClock.time();
        long bytes = log.metrics().writtenBytes();
        LogPoint point;
        try (DataSnapshot snapshot =
                DataSnapshot.take(directory, LogPart.ENDED_SEGMENTS, this::endSegment, copy::has)) {
            point = copy.copy(snapshot, beginMs);
        }
        copiedBytes = bytes;
        copiedNs = beginNs;
        lastEndMs = epochClock.time();
        long before = count; // one writer
        count = before + 1;
        nextNs = beginNs + TimeUnit.MILLISECONDS.toNanos(settings.intervalMs());
        synchronized (lock) {
            copiedPosition = point.position();
            lock.notifyAll();
        }
        copy.prune();
    }

    /** Sees to it that what was written and asked for by now is in segments that have ended. */
    private void endSegment() {
        long position;
        synchronized (lock) {
            position = Math.max(requestedPosition, log.writtenPosition());
        }
        log.requestRoll(position);
        while (log.closedPosition() < position) {
            if (log.stall() != null) {
                throw WukongsException.retriable(
                        "the log cannot be written: reason=" + log.stall().reason());
            }
            if (Thread.currentThread().isInterrupted()) {
                throw WukongsException.retriable("the copy is to end");
            }
            LockSupport.parkNanos(SEGMENT_PAUSE_NS);
        }
    }

    private void failed(String reason) {
        long nowNs = clock.nanoTime();
        long before = failureCount; // one writer
        failureCount = before + 1;
        if (failure.isEmpty()) {
            failingNs = nowNs;
            if (!isEnding) {
                LOG.warn(
                        "the copy cannot be written, the store goes on{}: place={} reason={}",
                        settings.awaitedAtBarriers() ? ", checkpoints of jobs wait" : "",
                        copy.place(),
                        reason);
            }
        }
        failure = reason;
        nextNs = nowNs + retryNs;
        retryNs = Math.min(2 * retryNs, RETRY_NS_MAX);
    }

    /** Copies what has come since the newest copy, if the place lets it. */
    @Override
    public void onClose() {
        isEnding = true;
        try {
            if (failure.isEmpty() && log.writtenPosition() > copiedPosition()) {
                attempt();
            }
            if (!failure.isEmpty()) {
                LOG.warn(
                        "the store ends without a copy of its last data: place={} behindBytes={}"
                                + " reason={}",
                        copy.place(),
                        behindBytes(copiedPosition()),
                        failure);
            }
        } finally {
            end();
            copy.close();
        }
    }

    /** Lets nobody wait any longer. */
    void end() {
        synchronized (lock) {
            isEnded = true;
            lock.notifyAll();
        }
    }

    private long copiedPosition() {
        synchronized (lock) {
            return copiedPosition;
        }
    }

    private long behindBytes(long position) {
        return log.writtenPosition() > position ? log.metrics().writtenBytes() - copiedBytes : 0;
    }

    private long behindMs(long position) {
        return log.writtenPosition() > position ? ms(clock.nanoTime() - copiedNs) : 0;
    }

    private static long ms(long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    /** Returns why the newest attempt failed, null if it did not. */
    String failure() {
        return failure.isEmpty() ? null : failure;
    }

    CopyStatus status() {
        long position = copiedPosition();
        return new CopyStatus(
                copy.place(),
                settings.awaitedAtBarriers(),
                position,
                behindBytes(position),
                behindMs(position),
                failure);
    }

    CopyStatistics statistics() {
        long position = copiedPosition();
        return new CopyStatistics(
                position,
                behindBytes(position),
                behindMs(position),
                count,
                failureCount,
                !failure.isEmpty(),
                copy.putBytes(),
                lastEndMs);
    }

    @Override
    public String roleName() {
        return "wukongs-copy";
    }
}
