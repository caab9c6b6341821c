package org.wukongs.store.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.wukongs.client.StoreStatus.LogStatus;

/**
 * The place to which the parts of a node report what changes it. A node that keeps no log has a
 * history that drops everything, and so has one that does again what a log says. Owned by the store
 * agent.
 */
public final class History {

    private NodeLog log; // null if nothing is recorded
    private final List<NodeRecord> together = new ArrayList<>();
    private boolean gathers;
    private BooleanSupplier isHeld = () -> false;

    /** Records everything from now on. */
    public void begin(NodeLog newLog) {
        log = newLog;
    }

    /** Returns false if nothing is recorded, so that no record has to be made. */
    public boolean isOn() {
        return log != null;
    }

    /** Requests that change streams or queries wait while {@code isHeld} says so. */
    public void useHold(BooleanSupplier newHold) {
        isHeld = newHold;
    }

    /** Throws a {@link NotNowException} while streams and queries move to another node. */
    public void checkNotHeld() {
        if (isHeld.getAsBoolean()) {
            throw new NotNowException("the node's streams and queries move to another node");
        }
    }

    /**
     * Called before a request changes streams or queries.
     *
     * @throws NotNowException if the request has to wait, because the log has no room, or because
     *     streams and queries move to another node
     */
    public void checkRoom() {
        checkNotHeld();
        checkLog();
    }

    /** As above, for what a node does for others, whatever becomes of its streams and queries. */
    public void checkLog() {
        if (log != null && !gathers && !log.hasRoom()) {
            throw new NotNowException("the store's log has no room, its disk is slow or fails");
        }
    }

    /** Returns false if a request would have to wait for room. */
    public boolean hasRoom() {
        return log == null || log.hasRoom();
    }

    /**
     * Returns the error of a request that has to wait until a snapshot that was made before it can
     * be shown.
     */
    public static NotNowException snapshotWaits() {
        return new NotNowException("an earlier snapshot waits for the store's log");
    }

    /** The request has to wait until other nodes of the cluster have made an earlier change. */
    public static NotNowException nodesWait() {
        return new NotNowException("an earlier change waits for other nodes of the cluster");
    }

    /** Records what has become certain; between it and {@link #checkRoom} nothing may fail. */
    public void add(NodeRecord record) {
        if (log == null) {
            return;
        }
        if (gathers) {
            together.add(record);
        } else {
            log.append(record);
        }
    }

    /**
     * Does work of whose records the log will have all or none, even those of work that fails.
     *
     * @throws NotNowException if it has to wait, because the log has no room; nothing was done
     */
    public <T> T together(Supplier<T> work) {
        if (log == null || gathers) {
            return work.get();
        }
        checkRoom();
        gathers = true;
        try {
            return work.get();
        } finally {
            gathers = false;
            if (!together.isEmpty()) {
                log.append(
                        together.size() == 1 ? together.get(0) : new NodeRecord.Together(together));
                together.clear();
            }
        }
    }

    /** Does work of which the log has, or gets, a record of its own. */
    public void unrecorded(Runnable work) {
        NodeLog kept = log;
        log = null;
        try {
            work.run();
        } finally {
            log = kept;
        }
    }

    /** Returns the position of the newest record, 0 if nothing is recorded. */
    public long position() {
        return log == null ? 0 : log.position() + (together.isEmpty() ? 0 : 1);
    }

    /** Returns true if everything up to a position may be shown and acknowledged. */
    public boolean isKept(long position) {
        return log == null || log.isKept(position);
    }

    /** Returns true if everything up to a position may be part of a checkpoint of a job. */
    public boolean isFlushed(long position) {
        return log == null || log.isFlushed(position);
    }

    /** Asks for everything so far to be flushed. */
    public void requestFlush() {
        if (log != null) {
            log.requestFlush();
        }
    }

    /** Returns how far the log is, null if nothing is recorded. */
    public LogStatus status() {
        return log == null ? null : log.status();
    }
}
