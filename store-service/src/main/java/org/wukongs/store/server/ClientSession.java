package org.wukongs.store.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.BufferUnderflowException;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;

/**
 * One client connection: reads a request, has the agent or the query workers answer it, writes the
 * reply. Owned by its own thread.
 */
final class ClientSession implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);
    private static final int BUFFER_BYTES = 1 << 16;

    private final Socket socket;
    private final StoreNode node;
    private final AgentCalls agent;
    private final Exchange exchange = new Exchange();
    private final WriterCommands writer;
    private final QueryCommands queries;
    private final TemplateCommands templates;
    private final CatalogCommands catalog;
    private final Checkpoints checkpoints;
    private final long process;
    private boolean greeted;

    /** {@code node} only for its strings; {@code process} names the server among all others. */
    ClientSession(
            Socket socket,
            StoreNode node,
            AgentCalls agent,
            OneShotQueries oneShot,
            Registrations registrations,
            Checkpoints checkpoints,
            long process) {
        this.socket = socket;
        this.node = node;
        this.agent = agent;
        this.writer = new WriterCommands(exchange, agent);
        this.queries = new QueryCommands(exchange, agent, oneShot, registrations);
        this.templates = new TemplateCommands(exchange, agent);
        this.catalog = new CatalogCommands(exchange, agent);
        this.checkpoints = checkpoints;
        this.process = process;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            BufferedInputStream buffered =
                    new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
            DataInputStream input = new DataInputStream(buffered);
            OutputStream output = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
            exchange.connect(new ReplyStream(socket, buffered, output));
            while (exchange.request().readFrom(input)) {
                answer();
                exchange.reply().writeTo(output);
                if (input.available() == 0) {
                    output.flush();
                }
            }
        } catch (IOException e) {
            LOG.debug("connection ended: remote={}", socket.getRemoteSocketAddress(), e);
        } finally {
            writer.leave();
        }
    }

    private void answer() throws IOException {
        int code = exchange.request().type();
        try {
            MessageType type = MessageType.of(code);
            if (type == null || (!greeted && type != MessageType.HELLO)) {
                throw WukongsException.user("not a request of this protocol: type=" + code);
            }
            handle(type);
        } catch (WukongsException e) {
            exchange.error(e.category(), e.getMessage());
        } catch (BufferUnderflowException e) {
            exchange.error(Category.USER, "a request is shorter than its type needs: type=" + code);
        } catch (UncheckedIOException e) {
            throw e.getCause(); // the client has gone
        } catch (OutOfMemoryError e) {
            LOG.error("request failed: type={}", code, e);
            exchange.error(Category.RETRIABLE, "the store had no memory left for the reply");
        } catch (RuntimeException | Error e) {
            LOG.error("request failed: type={}", code, e);
            exchange.error(Category.FATAL, "the store failed: " + e);
        }
    }

    private void handle(MessageType type) {
        switch (type) {
            case HELLO -> hello();
            case VERTEX_IDS -> ids(terms -> node.strings().vertexIds(terms));
            case PREDICATE_IDS -> ids(terms -> node.strings().predicateIds(terms));
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
            case LOAD -> load();
            case STATUS -> status();
            case CHECK -> check();
            case TEMPLATES -> templates.list();
            case TEMPLATE_MEMBERS -> templates.members();
            case ATTACH_TEMPLATE -> templates.attachReader();
            case FETCH_TEMPLATE -> templates.fetch();
            case RELEASE_TEMPLATE -> templates.release();
            case FLUSH -> writer.flush();
            case COMMIT -> commit();
            case LIST_STREAMS -> catalog.streams();
            case LIST_GRAPHS -> catalog.graphs();
            case PUT_ENTRY -> catalog.putEntry();
            case REMOVE_ENTRY -> catalog.removeEntry();
            case LIST_ENTRIES -> catalog.entries();
            case CHECKPOINT -> checkpoint();
            case RESUME_READER -> queries.resumeReader();
            case RESUME_TEMPLATE -> templates.resumeReader();
        }
    }

    private void hello() {
        int magic = exchange.request().getInt();
        int version = exchange.request().getInt();
        if (magic != FrameDescriptor.MAGIC || version != FrameDescriptor.VERSION) {
            throw WukongsException.user(
                    "client and store speak different protocol versions: store="
                            + FrameDescriptor.VERSION
                            + " client="
                            + version);
        }
        greeted = true;
        exchange.ok().putLong(process);
    }

    private void ids(Function<List<String>, long[]> allocate) {
        List<String> terms = exchange.decoded(in -> List.copyOf(in.getStrings()));
        exchange.ok().putLongs(allocate.apply(terms));
    }

    private void registerStream() {
        StreamDefinition definition = exchange.decoded(Codecs::streamDefinition);
        agent.act(store -> store.streams().register(definition));
        exchange.ok();
    }

    private void commit() {
        String stream = exchange.text();
        MessageId position = exchange.decoded(Codecs::messageId);
        boolean known = agent.now(store -> store.writers().commit(stream, position));
        exchange.ok().putBoolean(known);
    }

    private void dropStream() {
        String name = exchange.text();
        agent.act(store -> store.dropStream(name));
        exchange.ok();
    }

    private void load() {
        String graph = exchange.text();
        EncodedBatch triples = exchange.decoded(Codecs::encodedBatch);
        agent.act(store -> store.loader().load(graph, triples));
        exchange.ok();
    }

    private void status() {
        StoreStatus status = agent.now(StoreNode::status);
        Codecs.put(status, exchange.ok());
    }

    private void checkpoint() {
        StoreCheckpoint checkpoint = checkpoints.make();
        Codecs.put(checkpoint, exchange.ok());
    }

    private void check() {
        StoreCheck check = agent.now(StoreNode::check);
        Codecs.put(check, exchange.ok());
    }
}
