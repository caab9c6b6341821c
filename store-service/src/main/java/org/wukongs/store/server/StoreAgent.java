package org.wukongs.store.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.node.CapacityUse;
import org.wukongs.store.node.StoreNode;

/**
 * The agent that owns a {@link StoreNode}: runs the commands of its queue, and tries waiting
 * commands again after the node has changed or their time is up. It never waits for a disk: answers
 * wait for the node's log in a queue.
 */
public final class StoreAgent implements Agent {

    /**
     * A connection has at most one command in the queue, so this is also a limit of connections.
     */
    public static final int QUEUE_CAPACITY = 1024;

    private static final int COMMANDS_PER_CYCLE = 64;

    /**
     * The age of the status, at most, when a round of work begins; for callers that do not wait.
     */
    private static final long STATUS_INTERVAL_NS = 100_000_000;

    private final StoreNode node;
    private final NanoClock clock;
    private final LogReplies replies; // null if there is no log
    private final Runnable handOn;
    private final Runnable wake;
    private final Queue<StoreCommand<?>> queue =
            new ManyToOneConcurrentArrayQueue<>(QUEUE_CAPACITY);
    private final List<StoreCommand<?>> waiting = new ArrayList<>();
    private final ArrayDeque<StoreCommand<?>> answered = new ArrayDeque<>(); // not yet replied
    private long triedVersion;
    private final RareWork status;
    private final RareWork reclaim;
    private volatile StoreStatus lastStatus; // owner: the agent's thread
    private volatile List<CapacityUse> lastCapacityUse; // owner: the agent's thread
    private volatile boolean waitsForLog; // owner: the agent's thread
    private volatile boolean closed; // owner: the agent's thread

    /**
     * @param replies gives the answers that wait for nothing but the log; null without a log
     * @param handOn called when commands have given the log work, before the agent does its own
     * @param wake ends a pause of the agent's thread; any thread
     */
    StoreAgent(
            StoreNode node, NanoClock clock, LogReplies replies, Runnable handOn, Runnable wake) {
        this.node = node;
        this.clock = clock;
        this.replies = replies;
        this.handOn = handOn;
        this.wake = wake;
        look();
        this.status = new RareWork(this::look, STATUS_INTERVAL_NS, clock);
        this.reclaim = new RareWork(node::reclaim, 0, clock);
    }

    private void look() {
        lastCapacityUse = node.capacityUse();
        lastStatus = node.status();
    }

    /** How full parts were, which belongs to {@link #lastStatus}. Any thread. */
    List<CapacityUse> lastCapacityUse() {
        return lastCapacityUse;
    }

    /** The status of some time ago, without waiting. Any thread. */
    StoreStatus lastStatus() {
        return lastStatus;
    }

    /** Queues a command; RETRIABLE error if the queue is full. Any thread. */
    void submit(StoreCommand<?> command) {
        if (!queue.offer(command)) {
            throw WukongsException.retriable(
                    "the store has too many requests waiting: queueCapacity=" + QUEUE_CAPACITY);
        }
        wake.run();
        if (closed) {
            command.fail(closing());
        }
    }

    /**
     * Returns whether something waits that the agent does when the log is further: the log's thread
     * wakes it then. It looks again before its next pause, so an answer that is late does no harm.
     * Any thread.
     */
    boolean waitsForLog() {
        return waitsForLog;
    }

    @Override
    public int doWork() {
        status.runIfRested(clock.nanoTime());
        int workCount = node.showKept() + replyAnswered();
        workCount += node.collect() + node.deriveStreams(result -> {});
        // Fetches that wait for the same window end become ready together.
        node.continuous().hold();
        workCount += retryWaiting();
        node.continuous().flush();
        int runCount = runQueued();
        if (runCount > 0) {
            handOn.run();
        }
        workCount += runCount + node.doWork();
        if (workCount > 0) {
            reclaim.due();
            status.due();
        }
        workCount += reclaim.runIfRested(clock.nanoTime()) ? 1 : 0;
        waitsForLog = !answered.isEmpty() || !waiting.isEmpty() || node.waitsForLog();
        return workCount;
    }

    private int runQueued() {
        int count = 0;
        for (; count < COMMANDS_PER_CYCLE; count++) {
            StoreCommand<?> command = queue.poll();
            if (command == null) {
                break;
            }
            if (!ran(command, clock.nanoTime())) {
                waiting.add(command);
            }
        }
        return count;
    }

    /** The present status; the agent's thread only. */
    StoreStatus freshStatus() {
        status.run();
        return lastStatus;
    }

    private int retryWaiting() {
        if (waiting.isEmpty()) {
            return 0;
        }
        long nowNs = clock.nanoTime();
        boolean moved = node.version() != triedVersion;
        triedVersion = node.version();
        int before = waiting.size();
        waiting.removeIf(command -> (moved || command.due(nowNs)) && ran(command, nowNs));
        return before - waiting.size();
    }

    /** Tries a command; returns true if it is answered. */
    private boolean ran(StoreCommand<?> command, long nowNs) {
        if (!command.run(node, nowNs)) {
            return false;
        }
        if (!command.reply(node) && !leftToLog(command)) {
            answered.add(command);
        }
        return true;
    }

    private boolean leftToLog(StoreCommand<?> command) {
        return replies != null && !command.shows() && replies.offer(command);
    }

    /** Gives the other answers for which the log suffices by now. */
    private int replyAnswered() {
        int count = 0;
        while (!answered.isEmpty() && answered.peek().reply(node)) {
            answered.remove();
            count++;
        }
        return count;
    }

    @Override
    public void onClose() {
        // A command that is queued after the queue was emptied is answered by submit, which reads
        // this.
        closed = true;
        for (StoreCommand<?> command : waiting) {
            command.fail(closing());
        }
        for (StoreCommand<?> command : answered) {
            command.fail(closing());
        }
        for (StoreCommand<?> command = queue.poll(); command != null; command = queue.poll()) {
            command.fail(closing());
        }
        node.continuous().flush(); // to the workers, which are closed and cancel it
    }

    static WukongsException closing() {
        return WukongsException.retriable("the store is shutting down");
    }

    @Override
    public String roleName() {
        return "wukongs-store";
    }
}
