package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.store.node.StoreNode;

/**
 * One request in the agent's queue; it is tried until it has a result or its deadline has passed.
 *
 * @param <T> the type of the result
 */
final class StoreCommand<T> {

    private final BiFunction<StoreNode, Boolean, T> attempt;
    private final long deadlineNs;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    /**
     * {@code attempt} gets the node and whether the deadline has passed, and returns null to be
     * tried again later; after the deadline it must return a result or throw.
     */
    StoreCommand(BiFunction<StoreNode, Boolean, T> attempt, long deadlineNs) {
        this.attempt = attempt;
        this.deadlineNs = deadlineNs;
    }

    CompletableFuture<T> result() {
        return result;
    }

    boolean due(long nowNs) {
        return nowNs - deadlineNs >= 0;
    }

    /**
     * Tries the command; returns true if it is answered. An expected failure is an answer. Any
     * other failure, which may have left the node half-way through a change, is given to the caller
     * that waits and then thrown.
     */
    boolean run(StoreNode node, long nowNs) {
        try {
            T value = attempt.apply(node, due(nowNs));
            if (value == null) {
                return false;
            }
            result.complete(value);
        } catch (WukongsException e) {
            result.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
            throw e;
        }
        return true;
    }
}
