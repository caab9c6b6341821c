package org.wukongs.store.server;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.template.TextLesson;

/**
 * Registers continuous queries: the thread that asks parses and compiles, the agent sees that names
 * still mean what they meant. Any thread; the caller waits.
 */
final class Registrations {

    /** The other processors are for the agent and the workers. */
    private static final int PARSERS_MAX =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** Streams and graphs come one by one; who meets so many of them has a store that is filled. */
    private static final int TRY_COUNT_MAX = 10;

    private final StoreNode node;
    private final AgentCalls agent;
    private final Semaphore parsers = new Semaphore(PARSERS_MAX);

    /** {@code node} only for what any thread may ask it. */
    Registrations(StoreNode node, AgentCalls agent) {
        this.node = node;
        this.agent = agent;
    }

    QueryRegistration register(String text) {
        Optional<QueryRegistration> alike =
                agent.now(store -> Optional.ofNullable(store.registerAlike(text)));
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
            StoreNode.ParsedRegistration parsed = node.parsed(text);
            Optional<QueryRegistration> registered =
                    agent.now(store -> Optional.ofNullable(store.register(parsed)));
            if (registered.isPresent()) {
                learn(registered.get().lesson());
                return registered.get();
            }
        }
        throw WukongsException.retriable(
                "streams and graphs come and go while the query is parsed, come again");
    }

    private void learn(TextLesson lesson) {
        if (lesson == null) {
            return;
        }
        long version = node.streams().version();
        TextLesson.Learned learned = lesson.learn(node.streams());
        if (learned != null) {
            agent.act(
                    store -> {
                        if (store.streams().version() == version) {
                            store.continuous().know(learned);
                        }
                    });
        }
    }
}
