package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.wukongs.client.QueryDescription;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.template.TextLesson;
import org.wukongs.store.text.TextSkeleton;

/**
 * Registers continuous queries. The calling thread parses and compiles; the node's owner checks
 * that names still mean the same. Any thread; the caller waits.
 */
public final class QueryRegistrar {

    /** Runs an action in the thread that owns a node; the caller waits for it. */
    @FunctionalInterface
    public interface Owner {
        Optional<QueryRegistration> call(Function<StoreNode, Optional<QueryRegistration>> action);
    }

    /** Half of the processors; the others are for the agent and the workers. */
    private static final int PARSERS_MAX =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /**
     * Streams and graphs are added one by one; so many during one registration mean that the store
     * is being filled.
     */
    private static final int TRY_COUNT_MAX = 10;

    private final StoreNode node;
    private final Owner owner;
    private final Semaphore parsers = new Semaphore(PARSERS_MAX);

    /** Calls only those methods of {@code node} that any thread may call. */
    public QueryRegistrar(StoreNode node, Owner owner) {
        this.node = node;
        this.owner = owner;
    }

    /**
     * Registers a text; registering it again under the same name changes nothing.
     *
     * @throws WukongsException USER if the text cannot be registered; RETRIABLE if streams and
     *     graphs keep changing
     */
    public QueryRegistration register(String text) {
        Optional<QueryRegistration> alike =
                owner.call(store -> Optional.ofNullable(store.registerAlike(text)));
        if (alike.isPresent()) {
            return alike.get();
        }
        parsers.acquireUninterruptibly();
        try {
            return parsedAndRegistered(text);
        } finally {
            parsers.release();
        }
    }

    private QueryRegistration parsedAndRegistered(String text) {
        for (int i = 0; i < TRY_COUNT_MAX; i++) {
            Optional<QueryRegistration> registered = tried(text);
            if (registered.isPresent()) {
                learn(registered.get().lesson());
                return registered.get();
            }
        }
        throw WukongsException.retriable(
                "streams and graphs changed while the query was parsed, try again");
    }

    /**
     * Describes the query of a text as if it were registered, and registers nothing; its template
     * is not known.
     *
     * @throws WukongsException USER if the text cannot be registered, for another reason than that
     *     its name is taken
     */
    public QueryDescription check(String text) {
        parsers.acquireUninterruptibly();
        try {
            return parsed(text, parsed -> parsed.query().description());
        } finally {
            parsers.release();
        }
    }

    /** Returns nothing if names have changed meanwhile. */
    private Optional<QueryRegistration> tried(String text) {
        return parsed(
                text, parsed -> owner.call(store -> Optional.ofNullable(store.register(parsed))));
    }

    /** Parses a text, and gives back what other nodes have begun to keep for it and need not. */
    private <T> T parsed(String text, Function<StoreNode.ParsedRegistration, T> use) {
        List<StreamReplicas.Begun> begun = new ArrayList<>();
        try {
            return use.apply(node.parsed(text, begun));
        } finally {
            if (!begun.isEmpty()) {
                owner.call(
                        store -> {
                            store.replicas().settle(begun);
                            return Optional.empty();
                        });
            }
        }
    }

    private void learn(TextLesson lesson) {
        if (lesson == null) {
            return;
        }
        long version = node.streams().version();
        TextSkeleton<CompiledQuery> learned = lesson.learn(node.streams().forQueries());
        if (learned != null) {
            owner.call(
                    store -> {
                        if (store.streams().version() == version) {
                            store.continuous().know(learned);
                        }
                        return Optional.empty();
                    });
        }
    }
}
