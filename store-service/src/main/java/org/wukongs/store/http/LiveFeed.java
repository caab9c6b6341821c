package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;

/**
 * The results of one query, or stream, for all of its live readers. Windows that become ready are
 * executed and encoded once and kept for a while, within a limit of bytes; each reader takes them
 * at its own pace. A reader that began earlier has windows fetched for itself until it has come to
 * those that are kept. A reader that had come there, and finds its next window dropped, is too
 * slow. Of a stream, a window is a number of tuples.
 *
 * <p>Keys are window ends, or positions of tuples. Invariants, under its lock: {@code kept} has all
 * windows with keys in [keptFrom, tip); at most one fetch from {@code tip} on is under way, and one
 * for each reader that is behind.
 */
final class LiveFeed {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

    /** Windows of a fetch for all readers. */
    private static final int WINDOWS_MAX = 16;

    /** Windows of a fetch for one reader that is behind, which waits until the last is taken. */
    private static final int BEHIND_WINDOWS_MAX = 8;

    /** So often, at least, the store says that a query has ended or a reader was dropped. */
    private static final long WAIT_MS = 1_000;

    private final LiveSource source;
    private final LiveMemory memory;
    private final LiveCounts counts;
    private final Executor executor;
    private final Consumer<LiveFeed> atClose;

    private final Set<LiveReader> readers = new LinkedHashSet<>();
    private final List<String> left = new ArrayList<>(); // not yet detached
    private final NavigableMap<Long, LiveWindow> kept = new TreeMap<>(); // by last key
    private long keptFrom;
    private long tip;
    private boolean fetching;
    private boolean closed;

    /**
     * @param tip the first key that is not there yet
     * @param executor runs what need not be done at once
     * @param atClose called when the last reader has left
     */
    LiveFeed(
            LiveSource source,
            long tip,
            LiveMemory memory,
            LiveCounts counts,
            Executor executor,
            Consumer<LiveFeed> atClose) {
        this.atClose = atClose;
        this.source = source;
        this.keptFrom = tip;
        this.tip = tip;
        this.memory = memory;
        this.counts = counts;
        this.executor = executor;
    }

    LiveSource source() {
        return source;
    }

    /** Adds a reader and begins to serve it; returns false if the last reader has just left. */
    boolean join(LiveReader reader) {
        synchronized (this) {
            if (closed) {
                return false;
            }
            readers.add(reader);
        }
        reader.iterate();
        fetch();
        return true;
    }

    /** Removes a reader, which is detached then or by a later {@link #tick}. */
    void leave(LiveReader reader) {
        LiveEnd end;
        boolean last;
        synchronized (this) {
            if (!readers.remove(reader)) {
                return;
            }
            end = reader.end();
            if (end == null) {
                release(reader);
            }
            last = readers.isEmpty();
            if (last) {
                memory.giveKept(sizeBytes());
                kept.clear();
                closed = true;
            }
        }
        detachLeft();
        if (last) {
            atClose.accept(this);
        }
        counts.leave(end);
    }

    /** Lets go of what a reader holds, once. */
    private void release(LiveReader reader) {
        for (LiveWindow window : reader.behind()) {
            memory.giveBehind(window.sizeBytes());
        }
        reader.behind().clear();
        left.add(reader.name());
    }

    private void detachLeft() {
        List<String> detached;
        synchronized (this) {
            detached = List.copyOf(left);
        }
        if (detached.isEmpty()) {
            return;
        }
        try {
            source.detach(detached); // again does no harm
            synchronized (this) {
                left.removeAll(detached);
            }
        } catch (WukongsException e) {
            LOG.debug("readers are detached later: count={}", detached.size(), e);
        }
    }

    /** Whether nobody reads it and nothing is left to do. */
    synchronized boolean isOver() {
        return closed && left.isEmpty();
    }

    // The way of a window to a reader

    /**
     * Returns the next window for a reader; null if there is none yet, in which case it is woken.
     * The caller holds the lock.
     */
    LiveWindow next(LiveReader reader) {
        LiveWindow own = reader.behind().poll();
        if (own != null) {
            memory.giveBehind(own.sizeBytes());
            return own;
        }
        if (reader.nextKey() < keptFrom) {
            fetchBehind(reader);
            return null;
        }
        reader.catchUp();
        Map.Entry<Long, LiveWindow> next = kept.ceilingEntry(reader.nextKey());
        if (next == null) {
            return null;
        }
        LiveWindow window = next.getValue().from(reader.nextKey());
        reader.nextKey(next.getKey() + 1);
        return window;
    }

    /** Notes that a client has taken a window. */
    void taken(LiveReader reader, LiveWindow window) {
        synchronized (this) {
            reader.taken(window);
        }
        counts.sent();
    }

    // Fetches

    /** Fetches the next windows for all readers, unless that is under way. */
    private void fetch() {
        Map<String, Long> moved = new HashMap<>();
        long from;
        synchronized (this) {
            if (fetching || closed) {
                return;
            }
            fetching = true;
            from = tip;
            for (LiveReader reader : readers) {
                long taken = reader.newlyTaken();
                if (reader.end() == null) {
                    moved.put(reader.name(), taken);
                }
            }
        }
        boolean asked = false;
        try {
            List<String> gone = new ArrayList<>();
            CompletableFuture<?> unused =
                    source.move(moved)
                            .thenCompose(
                                    dropped -> {
                                        gone.addAll(dropped);
                                        return source.fetch(from, WINDOWS_MAX, WAIT_MS);
                                    })
                            .whenCompleteAsync(
                                    (chunk, failure) -> fetched(chunk, failure, gone), executor);
            asked = true;
        } catch (WukongsException e) {
            LOG.debug("windows are fetched later: {}", source.subject(), e);
        } finally {
            if (!asked) {
                synchronized (this) {
                    fetching = false;
                }
            }
        }
    }

    private void endDropped(List<String> gone) {
        for (LiveReader reader : copy()) {
            if (gone.contains(reader.name())) {
                end(reader, LiveEnd.GAVE_WAY);
            }
        }
    }

    /**
     * Takes what was fetched for all readers.
     *
     * @param gone readers that the store had dropped by then; if the query is gone, all are
     */
    private void fetched(LiveSource.Chunk chunk, Throwable failure, List<String> gone) {
        List<LiveReader> slow = new ArrayList<>();
        synchronized (this) {
            fetching = false;
            if (closed) {
                return;
            }
            if (chunk != null) {
                add(chunk, slow);
            }
        }
        LiveEnd end = failure == null ? null : endOf(failure);
        if (end != null) {
            endAll(end);
        }
        if (!gone.isEmpty()) {
            endDropped(gone);
        }
        if (failure != null) {
            return; // the next tick tries again
        }
        slow.forEach(reader -> end(reader, LiveEnd.SLOW));
        if (!chunk.windows().isEmpty()) {
            copy().forEach(LiveReader::iterate);
        }
        fetch();
    }

    private void add(LiveSource.Chunk chunk, List<LiveReader> slow) {
        for (LiveWindow window : chunk.windows()) {
            kept.put(window.key(), window);
            memory.takeKept(window.sizeBytes());
        }
        tip = chunk.next();
        long bytesMax = memory.shareBytes();
        long bytes = sizeBytes();
        while (kept.size() > 1 && bytes > bytesMax) {
            LiveWindow oldest = kept.pollFirstEntry().getValue();
            keptFrom = oldest.key() + 1;
            bytes -= oldest.sizeBytes();
            memory.giveKept(oldest.sizeBytes());
        }
        for (LiveReader reader : readers) {
            if (reader.hasCaughtUp() && reader.nextKey() < keptFrom && reader.end() == null) {
                slow.add(reader);
            }
        }
    }

    private long sizeBytes() {
        return kept.values().stream().mapToLong(LiveWindow::sizeBytes).sum();
    }

    /** Fetches windows for a reader that is behind. The caller holds the lock. */
    private void fetchBehind(LiveReader reader) {
        if (reader.isFetching() || !memory.hasRoomBehind()) {
            return; // the next tick tries again
        }
        reader.fetching(true);
        boolean asked = false;
        try {
            CompletableFuture<?> unused =
                    source.fetch(reader.nextKey(), BEHIND_WINDOWS_MAX, WAIT_MS)
                            .whenCompleteAsync(
                                    (chunk, failure) -> fetchedBehind(reader, chunk, failure),
                                    executor);
            asked = true;
        } catch (WukongsException e) {
            LOG.debug("windows are fetched later: {}", source.subject(), e);
        } finally {
            reader.fetching(asked);
        }
    }

    private void fetchedBehind(LiveReader reader, LiveSource.Chunk chunk, Throwable failure) {
        synchronized (this) {
            reader.fetching(false);
            if (chunk != null && readers.contains(reader) && reader.end() == null) {
                for (LiveWindow window : chunk.windows()) {
                    reader.behind().add(window);
                    memory.takeBehind(window.sizeBytes());
                }
                reader.nextKey(Math.max(reader.nextKey(), chunk.next()));
            }
        }
        if (failure == null) {
            reader.iterate();
        } else {
            LiveEnd end = endOf(failure);
            if (end != null) {
                end(reader, end);
            }
        }
    }

    /** Returns null if the same may be tried again. */
    private LiveEnd endOf(Throwable failure) {
        Throwable cause = LiveEnd.cause(failure);
        if (cause instanceof LiveEnd.EndedException ended) {
            if (ended.end() == LiveEnd.FAILED) {
                LOG.error("live results end: {}", source.subject(), ended.getCause());
            }
            return ended.end();
        }
        if (cause instanceof WukongsException) {
            return null;
        }
        LOG.error("live results end: {}", source.subject(), cause);
        return LiveEnd.FAILED;
    }

    // Ends

    private void end(LiveReader reader, LiveEnd why) {
        synchronized (this) {
            if (!readers.contains(reader) || reader.end() != null) {
                return;
            }
            reader.end(why);
            release(reader);
        }
        detachLeft();
        reader.iterate();
    }

    /** Ends all readers: each gets the reason as soon as it has taken what is on its way. */
    void endAll(LiveEnd why) {
        copy().forEach(reader -> end(reader, why));
    }

    private synchronized List<LiveReader> copy() {
        return List.copyOf(readers);
    }

    /**
     * Ends readers that do not read, lets the others show signs of life, and tries again what had
     * no room. Called a few times a second.
     */
    void tick(int behindMsMax, long nowNs) {
        detachLeft();
        for (LiveReader reader : copy()) {
            if (reader.isBehind(behindMsMax, nowNs)) {
                end(reader, LiveEnd.SLOW);
            } else if (!reader.isAllowed()) {
                end(reader, LiveEnd.NOT_AUTHENTICATED);
            } else {
                reader.iterate();
            }
        }
        fetch();
    }
}
