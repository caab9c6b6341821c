package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.HomeSubject;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.node.StreamWriters;
import org.wukongs.store.node.WriterConnection;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.WireReader;

/**
 * Carries out the requests of a connection's writer; a connection has one writer at a time. The
 * session's thread.
 */
final class WriterCommands {

    private static final Logger LOG = LoggerFactory.getLogger(WriterCommands.class);

    /** How long a writer waits for room in a stream's ring before its request fails. */
    private static final long INJECT_WAIT_NS = TimeUnit.SECONDS.toNanos(60);

    /**
     * The closing of batches is acknowledged when they are visible, so that a client that has
     * flushed can read them; but at the latest after this time, so that a stream with a backlog
     * goes on.
     */
    private static final long PUBLISH_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long NO_TICKET = -1;

    private final Exchange exchange;
    private final AgentCalls agent;
    private final GivenTuples given;
    private WriterConnection connection; // null if no writer is open

    WriterCommands(Exchange exchange, AgentCalls agent, GivenTuples given) {
        this.exchange = exchange;
        this.agent = agent;
        this.given = given;
    }

    void open() {
        WriterId writer = exchange.decoded(WriterCommands::writerId);
        exchange.about(writer.stream());
        WriterOrigin origin = exchange.decoded(Codecs::writerOrigin);
        agent.checkHere(HomeSubject.stream(writer.stream()));
        leave();
        connection =
                agent.now(
                        store -> store.writers().opened(writer, store.openWriter(writer, origin)));
        exchange.ok().putLong(connection.epoch());
    }

    void resume() {
        WriterId writer = exchange.decoded(WriterCommands::writerId);
        exchange.about(writer.stream());
        long epoch = exchange.request().getLong();
        long sequence = exchange.sequence();
        agent.checkHere(HomeSubject.stream(writer.stream()));
        leave();
        connection = agent.now(store -> store.writers().resume(writer, epoch, sequence));
        exchange.ok();
    }

    private static WriterId writerId(WireReader in) {
        WriterId id = Codecs.writerId(in);
        InputLimits.checkLength("name", id.stream(), InputLimits.NAME_CHARS_MAX);
        return id;
    }

    void inject() {
        WriterConnection by = requireWriter();
        ShardBatch batch = exchange.decoded(Codecs::shardBatch);
        InputLimits.checkRange("shard", batch.shard(), 0, 0);
        InputLimits.checkRange("sequence number", batch.sequence(), 1, Long.MAX_VALUE);
        long[] ticket = {NO_TICKET};
        TermHold held = given.hold();
        try (held) {
            given.check(by.stream(), batch.tuples());
            agent.logged(INJECT_WAIT_NS, (store, due) -> injected(store, by, batch, ticket, due));
        }
        exchange.ok();
    }

    /** Late tuples are acknowledged when they are visible, as closed batches are. */
    private static Boolean injected(
            StoreNode store, WriterConnection by, ShardBatch batch, long[] ticket, boolean due) {
        WriterId writer = by.writer();
        if (ticket[0] == NO_TICKET && writers(store, by).inject(writer, by.epoch(), batch)) {
            ticket[0] = store.writers().lateTicket(writer.stream());
        }
        if (ticket[0] != NO_TICKET) {
            return answered(store, ticket[0], due);
        }
        if (due) {
            throw WukongsException.retriable(
                    store.writers().whyFull(writer.stream(), batch.tuples().size()));
        }
        return null;
    }

    private static Boolean answered(StoreNode store, long ticket, boolean due) {
        boolean answered = store.writers().isPublished(ticket) || due;
        return answered ? true : null;
    }

    void closeUpTo() {
        WriterConnection by = requireWriter();
        long batch = by.stream().closedBy(exchange.request().getLong());
        long sequence = exchange.sequence();
        long[] ticket = {NO_TICKET};
        agent.logged(
                PUBLISH_WAIT_NS,
                (store, due) -> {
                    if (ticket[0] == NO_TICKET) {
                        ticket[0] =
                                writers(store, by)
                                        .closeUpTo(by.writer(), by.epoch(), batch, sequence);
                    }
                    return answered(store, ticket[0], due);
                });
        exchange.ok();
    }

    void markIdle() {
        WriterConnection by = requireWriter();
        long sequence = exchange.sequence();
        agent.log(store -> writers(store, by).markIdle(by.writer(), by.epoch(), sequence));
        exchange.ok();
    }

    void flush() {
        WriterConnection by = requireWriter();
        long sequence = exchange.sequence();
        long stableMs =
                agent.atBarrier(
                        store -> writers(store, by).flush(by.writer(), by.epoch(), sequence));
        exchange.ok().putLong(stableMs);
    }

    /** Checks that a connection is its writer's newest. */
    private static StreamWriters writers(StoreNode store, WriterConnection by) {
        store.writers().checkCurrent(by);
        return store.writers();
    }

    private WriterConnection requireWriter() {
        if (connection == null) {
            throw WukongsException.user("no writer is open on this connection");
        }
        return connection;
    }

    /**
     * Tells the agent, if there is a writer, and does not wait. If the agent's queue is full, it is
     * not told, and the writer counts as open until the next writer epoch.
     */
    void leave() {
        WriterConnection left = connection;
        connection = null;
        if (left == null) {
            return;
        }
        try {
            agent.tell(store -> store.writers().leave(left));
        } catch (WukongsException e) {
            LOG.debug(
                    "the agent was not told that a writer has left: stream={}",
                    left.writer().stream(),
                    e);
        }
    }
}
