package org.wukongs.store.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.ring.RingException;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.node.GraphsChanged;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.security.Login;
import org.wukongs.store.security.Right;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.update.PreparedUpdate;
import org.wukongs.store.update.UpdateEngine;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;

/**
 * Serves one client connection: reads a request, lets the agent or the query workers answer it, and
 * writes the reply. A failure to decode or answer a request here affects only its connection: the
 * agent makes all changes of the node, and gets only what has been checked here. Owned by its own
 * thread.
 */
final class ClientSession implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);

    private final Connection connection;
    private final AgentCalls agent;
    private final Exchange exchange;
    private final GivenTuples given;
    private final TermCommands terms;
    private final WriterCommands writer;
    private final QueryCommands queries;
    private final TemplateCommands templates;
    private final ChangelogCommands changelogs;
    private final TupleCommands tuples;
    private final CatalogCommands catalog;
    private final RingCommands ringCommands;
    private final LocalRings rings;
    private final Checkpoints checkpoints;
    private final UpdateEngine updates;
    private final StoreNode node; // of a cluster; for loads and updates
    private final boolean nodeChanges; // this thread makes them, and waits for other nodes
    private final ServerIdentity identity;
    private final StoreSecurity security;
    private Login login; // null before HELLO

    /**
     * What connections of a server begin with.
     *
     * @param identity what each client is told first
     * @param security whom it answers, and the keys of TLS
     * @param rings what may take the place of sockets
     */
    record Beginning(ServerIdentity identity, StoreSecurity security, LocalRings rings) {}

    /** Uses only the terms and updates of {@code node}. */
    ClientSession(
            Connection connection,
            StoreNode node,
            AgentCalls agent,
            OneShotQueries oneShot,
            Registrations registrations,
            Checkpoints checkpoints,
            Beginning beginning) {
        this.connection = connection;
        this.agent = agent;
        this.exchange = new Exchange(connection.request(), connection.reply());
        this.given = new GivenTuples(node.dictionary());
        this.terms = new TermCommands(exchange, node.terms());
        this.writer = new WriterCommands(exchange, agent, given);
        this.queries = new QueryCommands(exchange, connection, agent, oneShot, registrations);
        this.templates = new TemplateCommands(exchange, agent);
        this.changelogs = new ChangelogCommands(exchange, agent, node.dictionary());
        this.tuples = new TupleCommands(exchange, agent);
        this.catalog = new CatalogCommands(exchange, agent);
        this.rings = beginning.rings();
        this.ringCommands = new RingCommands(exchange, connection, rings);
        this.checkpoints = checkpoints;
        this.updates = node.updates();
        this.node = node;
        this.nodeChanges = node.served() != null;
        this.identity = beginning.identity();
        this.security = beginning.security();
    }

    @Override
    public void run() {
        try (connection) {
            serve();
        } catch (RingException e) {
            rings.broken(connection, e);
        } catch (IOException e) {
            LOG.debug("connection ended: remote={}", connection, e);
        } catch (InternalError e) {
            fault(e);
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            LOG.error("a connection failed: remote={}", connection, e);
        } finally {
            try {
                leave();
            } catch (InternalError e) {
                leave(); // what is said of rings may be said late, and once
            }
        }
    }

    private void leave() {
        connection.end();
        ringCommands.leave();
        writer.leave();
        queries.leave();
        tuples.leave();
    }

    /** With rings, Java says so that the client has made their file shorter. */
    private void fault(InternalError error) {
        if (!connection.hasRings()) {
            throw error;
        }
        rings.broken(connection, error);
    }

    private void serve() throws IOException {
        if (security.tls() != null && !connection.secure(security.tls())) {
            return;
        }
        while (readRequest()) {
            if (login != null && !login.isCurrent()) {
                LOG.debug("a token counts no longer: {}", login); // the client connects again
                break;
            }
            answer();
            connection.writeReply();
        }
        connection.sayEnd();
    }

    /**
     * Reads a request. If its frame is refused before all of it was read, the connection ends,
     * because the rest is not a frame.
     */
    private boolean readRequest() throws IOException {
        try {
            return connection.readRequest();
        } catch (WukongsException e) {
            exchange.error(e.category(), e.getMessage());
            connection.writeLast();
            return false;
        }
    }

    private void answer() throws IOException {
        int code = exchange.request().type();
        exchange.beginRequest();
        try {
            MessageType type = MessageType.of(code);
            if (type == null || (!connection.isGreeted() && type != MessageType.HELLO)) {
                throw WukongsException.user("not a request of this protocol: type=" + code);
            }
            handleAllowed(type);
        } catch (ElsewhereException e) {
            exchange.elsewhere(e);
        } catch (WukongsException e) {
            exchange.error(e.category(), e.reason(), e.getMessage());
        } catch (BufferUnderflowException e) {
            exchange.error(Category.USER, "a request is shorter than its type needs: type=" + code);
        } catch (UncheckedIOException e) {
            throw e.getCause(); // the client is gone
        } catch (RuntimeException | Error e) {
            if (e instanceof InternalError fault && connection.hasRings()) {
                throw fault;
            }
            connection.release();
            LOG.error("request failed: type={}", code, e);
            exchange.error(Category.FATAL, "the store failed: " + e);
        }
    }

    /** Handles a request that the client's role allows; writes it to the audit log. */
    private void handleAllowed(MessageType type) {
        Right right = Right.of(type);
        if (right == Right.GREET) {
            handle(type);
            return;
        }
        String result = "failed";
        try {
            login.check(right);
            handle(type);
            result = "ok";
        } catch (ElsewhereException e) {
            result = "elsewhere";
            throw e;
        } catch (WukongsException e) {
            result = e.getMessage();
            throw e;
        } finally {
            if (right.isAudited() && !isOfWriter(type)) {
                security.audit().write(login, right, type.name(), exchange.subject(), result);
            }
        }
    }

    /** What a writer does after it was opened, which is in the audit log. */
    private static boolean isOfWriter(MessageType type) {
        return switch (type) {
            case VERTEX_IDS, PREDICATE_IDS, INJECT, CLOSE_UP_TO, MARK_IDLE, FLUSH, COMMIT -> true;
            default -> false;
        };
    }

    private void handle(MessageType type) {
        switch (type) {
            case HELLO -> hello();
            case VERTEX_IDS -> terms.vertexIds();
            case PREDICATE_IDS -> terms.predicateIds();
            case REGISTER_STREAM -> registerStream();
            case DROP_STREAM -> dropStream();
            case OPEN_WRITER -> writer.open();
            case RESUME_WRITER -> writer.resume();
            case INJECT -> writer.inject();
            case CLOSE_UP_TO -> writer.closeUpTo();
            case MARK_IDLE -> writer.markIdle();
            case REGISTER_QUERY -> queries.register();
            case DESCRIBE_QUERY -> queries.describe();
            case UNREGISTER_QUERY -> queries.unregister();
            case ATTACH_READER -> queries.attachReader();
            case FETCH_WINDOWS -> queries.fetchWindows();
            case RELEASE_WINDOWS -> queries.releaseWindows();
            case QUERY -> queries.query();
            case EXPLAIN -> queries.explain();
            case EXPLAIN_QUERY -> queries.explainRegistered();
            case LOAD -> load();
            case STATUS -> status();
            case CHECK -> check();
            case TEMPLATES -> templates.list();
            case TEMPLATE_MEMBERS -> templates.members();
            case FLUSH -> writer.flush();
            case COMMIT -> commit();
            case LIST_STREAMS -> catalog.streams();
            case LIST_GRAPHS -> catalog.graphs();
            case PUT_ENTRY -> catalog.putEntry();
            case REPLACE_ENTRY -> catalog.replaceEntry();
            case REMOVE_ENTRY -> catalog.removeEntry();
            case LIST_ENTRIES -> catalog.entries();
            case CHECKPOINT -> checkpoint();
            case DETACH_READER -> queries.detachReader();
            case DESCRIBE_TEMPLATE -> templates.describe();
            case UPDATE -> update();
            case FETCH_CHANGES -> changelogs.fetch();
            case END_CHANGES -> changelogs.end();
            case FETCH_TUPLES -> tuples.fetch();
            case LOCATE -> catalog.locate();
            case MOVE_PARTITIONS -> movePartitions();
            case REMOVE_NODE -> removeNode();
            case MOVE_HOMES -> moveHomes();
            case OFFER_RING -> ringCommands.offer();
            case TAKE_RING -> ringCommands.take();
        }
    }

    private void hello() {
        int magic = exchange.request().getInt();
        int version = exchange.request().getInt();
        if (magic != FrameDescriptor.MAGIC || version != FrameDescriptor.VERSION) {
            throw WukongsException.user(
                    "client and store have different protocol versions: store="
                            + FrameDescriptor.VERSION
                            + " client="
                            + version);
        }
        String token =
                exchange.request().hasRemaining()
                        ? exchange.decoded(reader -> reader.getString())
                        : null;
        login = security.access().login(token, connection.remote());
        connection.greeted();
        exchange.ok().putLong(identity.process()).putLong(identity.dictionary());
    }

    private void registerStream() {
        StreamDefinition definition = exchange.decoded(Codecs::streamDefinition);
        exchange.about(definition.name());
        agent.registerStream(
                definition,
                store -> {
                    store.streams().register(definition);
                    return true;
                });
        exchange.ok();
    }

    private void commit() {
        String stream = exchange.name();
        MessageId position = exchange.decoded(Codecs::messageId);
        agent.checkHere(HomeSubject.stream(stream));
        boolean known = agent.now(store -> store.writers().commit(stream, position));
        exchange.ok().putBoolean(known);
    }

    private void dropStream() {
        String name = exchange.name();
        agent.dropStream(
                name,
                store -> {
                    store.dropStream(name);
                    return true;
                });
        exchange.ok();
    }

    private void load() {
        String graph = InputLimits.checkName("name of a graph", exchange.name());
        EncodedBatch triples = exchange.decoded(Codecs::encodedBatch);
        TermHold held = given.hold();
        try (held) {
            given.checkIds(triples);
            long newCount =
                    nodeChanges
                            ? node.loader().load(graph, triples)
                            : agent.now(store -> store.loader().load(graph, triples));
            exchange.ok().putLong(newCount);
        }
    }

    private void update() {
        String text = exchange.queryText();
        TermHold held = given.hold();
        try (held) {
            PreparedUpdate prepared = updates.prepare(text, RequestDataset.NONE);
            GraphsChanged changed =
                    nodeChanges
                            ? node.update(prepared)
                            : agent.now(store -> store.update(prepared));
            Codecs.put(changed.result(), exchange.ok());
        }
    }

    private void status() {
        StoreStatus status = agent.status();
        Codecs.put(status, exchange.ok());
    }

    private void checkpoint() {
        StoreCheckpoint checkpoint = checkpoints.make();
        Codecs.put(checkpoint, exchange.ok());
    }

    private void movePartitions() {
        int first = partition("first vertex partition", 0);
        int last = partition("last vertex partition", first);
        int moved = agent.movePartitions(first, last, exchange.request().getInt());
        exchange.ok().putInt(moved);
    }

    private void removeNode() {
        agent.removeNode(exchange.request().getInt());
        exchange.ok();
    }

    private void moveHomes() {
        agent.moveHomes(exchange.request().getInt());
        exchange.ok();
    }

    private int partition(String what, int min) {
        long partition = exchange.request().getInt();
        return (int) InputLimits.checkRange(what, partition, min, Vids.PARTITION_COUNT - 1L);
    }

    private void check() {
        StoreCheck check = agent.read(StoreNode::check);
        Codecs.put(check, exchange.ok());
    }
}
