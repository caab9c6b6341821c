package org.wukongs.store.node;

import java.util.function.Function;

/**
 * Runs actions in the thread that owns a node, for threads that do not; the caller waits. No action
 * returns null.
 */
public interface NodeCalls {

    /** Runs an action whose effects nobody learns of before the log has them. */
    <T> T call(Function<StoreNode, T> action);

    /** As above; returns when the log has everything before that on disk. */
    <T> T kept(Function<StoreNode, T> action);

    /** Calls of an embedded node, whose owner calls them. */
    static NodeCalls direct(StoreNode node) {
        return new NodeCalls() {
            @Override
            public <T> T call(Function<StoreNode, T> action) {
                return action.apply(node);
            }

            @Override
            public <T> T kept(Function<StoreNode, T> action) {
                return action.apply(node);
            }
        };
    }
}
