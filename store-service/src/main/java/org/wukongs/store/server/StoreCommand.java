package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.store.node.StoreNode;

/**
 * One request on its way through the agent's queue: tried until it has a result or its deadline has
 * passed.
 *
 * @param <T> what it answers with
 */
final class StoreCommand<T> {

    private final BiFunction<StoreNode, Boolean, T> attempt;
    private final long deadlineNs;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    /**
     * {@code attempt} gets the node and whether the deadline has passed, and returns null to be
     * tried again later; after the deadline it must return something or throw.
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
     * True when it is answered. An expected failure is an answer; any other one, which may have
     * left the node half-way through a change, is told to whoever asked and then thrown.
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
