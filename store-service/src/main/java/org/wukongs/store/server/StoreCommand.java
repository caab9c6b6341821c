package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NotNowException;
import org.wukongs.store.node.StoreNode;

/**
 * One request in the agent's queue; it is tried until it has a result or its deadline has passed.
 * The caller gets the result when the node's log has what the result rests on.
 *
 * @param <T> the type of the result
 */
final class StoreCommand<T> {

    /** When the caller gets the result. */
    enum Reply {
        /** At once: it has only read what is visible. */
        AT_ONCE,
        /** When everything that the node has done before it is kept. */
        KEPT,
        /** As KEPT, for what makes nothing visible: any thread may give the answer. */
        LOGGED,
        /** As LOGGED, when all that may be part of a checkpoint of a job. */
        FLUSHED
    }

    /** How long a request waits for a log whose disk is slow or fails, after its own deadline. */
    private static final long LOG_WAIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final BiFunction<StoreNode, Boolean, T> attempt;
    private final Reply reply;
    private final long deadlineNs;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    // owner: the agent
    private boolean waitsForLog;
    private T value; // null before the answer
    private long position;

    /**
     * {@code attempt} gets the node and whether the deadline has passed, and returns null to be
     * tried again later; after the deadline it must return a result or throw.
     */
    StoreCommand(BiFunction<StoreNode, Boolean, T> attempt, Reply reply, long deadlineNs) {
        this.attempt = attempt;
        this.reply = reply;
        this.deadlineNs = deadlineNs;
    }

    CompletableFuture<T> result() {
        return result;
    }

    /** Returns true if it is to be tried again even if nothing else has changed. */
    boolean due(long nowNs) {
        return waitsForLog || nowNs - deadlineNs >= 0;
    }

    /**
     * Tries the command; returns true if it is answered, though the caller may not have the answer
     * yet. An expected failure is an answer. Any other failure, which may have left the node
     * half-way through a change, is given to the caller that waits and then thrown.
     */
    boolean run(StoreNode node, long nowNs) {
        try {
            waitsForLog = false;
            value = attempt.apply(node, nowNs - deadlineNs >= 0);
            if (value == null) {
                return false;
            }
            position = node.history().position();
            if (reply == Reply.FLUSHED) {
                node.history().requestFlush();
            }
        } catch (NotNowException e) {
            waitsForLog = nowNs - deadlineNs < LOG_WAIT_NS;
            if (!waitsForLog) {
                result.completeExceptionally(e);
            }
            return !waitsForLog;
        } catch (WukongsException e) {
            result.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
            throw e;
        }
        return true;
    }

    /** Returns true if what the answer rests on becomes visible, which the agent has to do. */
    boolean shows() {
        return reply == Reply.KEPT;
    }

    /** Gives the caller an error if it has no answer yet. */
    void fail(WukongsException error) {
        result.completeExceptionally(error);
    }

    /**
     * Gives the answer to the caller if the log allows it; returns false if not. What the answer
     * rests on is visible before: the log may have kept it a moment ago. The agent's thread, and
     * any other if it {@link #shows} nothing.
     */
    boolean reply(StoreNode node) {
        History history = node.history();
        boolean allowed =
                switch (reply) {
                    case AT_ONCE -> true;
                    case KEPT, LOGGED -> history.isKept(position);
                    case FLUSHED -> history.isFlushed(position);
                };
        if (allowed && value != null) {
            if (shows()) {
                node.showKept();
            }
            result.complete(value);
        }
        return allowed || value == null;
    }
}
