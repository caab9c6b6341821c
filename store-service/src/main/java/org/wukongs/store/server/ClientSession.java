package org.wukongs.store.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.BufferUnderflowException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.query.WindowFetch;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * One client connection: reads a request, has the agent or the query workers answer it, writes the
 * reply. Owned by its own thread.
 */
final class ClientSession implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);
    private static final int BUFFER_BYTES = 1 << 16;

    /** How long a writer waits for room in a stream's ring before it is told to give up. */
    private static final long INJECT_WAIT_NS = TimeUnit.SECONDS.toNanos(60);

    /**
     * A closing marker is acknowledged when what it closed is visible, so that who has flushed can
     * read it; but not later than this, so that a stream with a backlog goes on.
     */
    private static final long PUBLISH_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long NO_TICKET = -1;

    private static final long FETCH_WAIT_MS_MAX = 60_000;

    private final Socket socket;
    private final StoreAgent agent;
    private final StoreNode node;
    private final OneShotQueries queries;
    private final NanoClock clock;
    private final WireReader in = new WireReader();
    private final WireWriter out = new WireWriter();
    private boolean greeted;
    private WriterId writer;
    private long writerEpoch;

    /** {@code node} only for its strings. */
    ClientSession(
            Socket socket,
            StoreAgent agent,
            StoreNode node,
            OneShotQueries queries,
            NanoClock clock) {
        this.socket = socket;
        this.agent = agent;
        this.node = node;
        this.queries = queries;
        this.clock = clock;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream input =
                    new DataInputStream(
                            new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
            OutputStream output = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
            while (in.readFrom(input)) {
                answer();
                out.writeTo(output);
                if (input.available() == 0) {
                    output.flush();
                }
            }
        } catch (IOException e) {
            LOG.debug("connection ended: remote={}", socket.getRemoteSocketAddress(), e);
        } finally {
            leaveWriter();
        }
    }

    private void answer() {
        try {
            MessageType type = MessageType.of(in.type());
            if (type == null || (!greeted && type != MessageType.HELLO)) {
                throw WukongsException.user("not a request of this protocol: type=" + in.type());
            }
            handle(type);
        } catch (WukongsException e) {
            error(e.category(), e.getMessage());
        } catch (BufferUnderflowException e) {
            error(Category.USER, "a request is shorter than its type needs: type=" + in.type());
        } catch (RuntimeException e) {
            LOG.error("request failed: type={}", in.type(), e);
            error(Category.FATAL, "the store failed: " + e);
        }
    }

    private void error(Category category, String message) {
        Codecs.put(category, message, out.begin(FrameDescriptor.REPLY_ERROR));
    }

    private void handle(MessageType type) {
        switch (type) {
            case HELLO -> hello();
            case VERTEX_IDS ->
                    ok().putLongs(node.strings().vertexIds(decoded(ClientSession::terms)));
            case PREDICATE_IDS ->
                    ok().putLongs(node.strings().predicateIds(decoded(ClientSession::terms)));
            case REGISTER_STREAM -> registerStream();
            case REGISTER_QUERY -> describe(StoreNode::registerQuery);
            case DESCRIBE_QUERY -> describe((store, name) -> store.continuous().describe(name));
            case UNREGISTER_QUERY -> unregisterQuery();
            case OPEN_WRITER -> openWriter();
            case INJECT -> inject();
            case CLOSE_UP_TO -> closeUpTo();
            case ATTACH_READER -> attachReader();
            case FETCH_WINDOWS -> fetchWindows();
            case RELEASE_WINDOWS -> releaseWindows();
            case QUERY -> query();
            case LOAD -> load();
            case STATUS -> status();
            case EXPLAIN -> explain();
            case CHECK -> check();
            case MARK_IDLE -> markIdle();
            case DROP_STREAM -> dropStream();
            case FLUSH -> flush();
            case COMMIT -> commit();
        }
    }

    private void hello() {
        int magic = in.getInt();
        int version = in.getInt();
        if (magic != FrameDescriptor.MAGIC || version != FrameDescriptor.VERSION) {
            throw WukongsException.user(
                    "client and store speak different protocol versions: store="
                            + FrameDescriptor.VERSION
                            + " client="
                            + version);
        }
        greeted = true;
        ok();
    }

    private void registerStream() {
        StreamDefinition definition = decoded(Codecs::streamDefinition);
        act(store -> store.registerStream(definition));
    }

    private void describe(BiFunction<StoreNode, String, QueryDescription> ask) {
        String text = decoded(ClientSession::text);
        QueryDescription description = now(store -> ask.apply(store, text));
        Codecs.put(description, ok());
    }

    private void unregisterQuery() {
        String name = decoded(ClientSession::text);
        act(store -> store.continuous().unregister(name));
    }

    private void openWriter() {
        WriterId opened = decoded(ClientSession::writerId);
        WriterOrigin origin = decoded(Codecs::writerOrigin);
        leaveWriter();
        writerEpoch = now(store -> store.openWriter(opened, origin));
        writer = opened;
        ok().putLong(writerEpoch);
    }

    private void inject() {
        WriterId by = requireWriter();
        ShardBatch batch = decoded(Codecs::shardBatch);
        long[] ticket = {NO_TICKET};
        later(INJECT_WAIT_NS, (store, due) -> injected(store, by, batch, ticket, due));
        ok();
    }

    /** Late tuples are acknowledged when they are visible, as what a marker closes. */
    private Boolean injected(
            StoreNode store, WriterId by, ShardBatch batch, long[] ticket, boolean due) {
        if (ticket[0] == NO_TICKET && store.writers().inject(by, writerEpoch, batch)) {
            ticket[0] = store.writers().lateTicket(by.stream());
        }
        if (ticket[0] != NO_TICKET) {
            return answered(store, ticket[0], due);
        }
        if (due) {
            throw WukongsException.retriable(
                    "the stream's ring is full and its readers do not go on, raise --ring-tuples-max or --window-memory: stream="
                            + by.stream());
        }
        return null;
    }

    private static Boolean answered(StoreNode store, long ticket, boolean due) {
        boolean answered = store.writers().isPublished(ticket) || due;
        return answered ? true : null;
    }

    private void closeUpTo() {
        WriterId by = requireWriter();
        long batch = in.getLong();
        long sequence = in.getLong();
        long[] ticket = {NO_TICKET};
        later(
                PUBLISH_WAIT_NS,
                (store, due) -> {
                    if (ticket[0] == NO_TICKET) {
                        ticket[0] = store.writers().closeUpTo(by, writerEpoch, batch, sequence);
                    }
                    return answered(store, ticket[0], due);
                });
        ok();
    }

    private void markIdle() {
        WriterId by = requireWriter();
        long sequence = in.getLong();
        act(store -> store.writers().markIdle(by, writerEpoch, sequence));
    }

    private void flush() {
        WriterId by = requireWriter();
        long sequence = in.getLong();
        long stableMs = now(store -> store.writers().flush(by, writerEpoch, sequence));
        ok().putLong(stableMs);
    }

    private void commit() {
        String stream = decoded(ClientSession::text);
        MessageId position = decoded(Codecs::messageId);
        boolean known = now(store -> store.writers().commit(stream, position));
        ok().putBoolean(known);
    }

    private void dropStream() {
        String name = decoded(ClientSession::text);
        act(store -> store.dropStream(name));
    }

    /**
     * Tells the agent, if there is a writer; nobody waits for it. A busy agent is not told: then
     * the writer counts as open until the next writer epoch.
     */
    private void leaveWriter() {
        WriterId left = writer;
        long epoch = writerEpoch;
        writer = null;
        if (left == null) {
            return;
        }
        BiFunction<StoreNode, Boolean, Boolean> leave =
                (store, due) -> {
                    store.writers().leave(left, epoch);
                    return true;
                };
        try {
            agent.submit(new StoreCommand<>(leave, clock.nanoTime()));
        } catch (WukongsException e) {
            LOG.debug("a writer has left unseen: stream={}", left.stream(), e);
        }
    }

    private WriterId requireWriter() {
        if (writer == null) {
            throw WukongsException.user("no writer is open on this connection");
        }
        return writer;
    }

    private void attachReader() {
        String query = decoded(ClientSession::text);
        long fromMs = in.getLong();
        act(store -> store.continuous().attachReader(query, fromMs));
    }

    private void fetchWindows() {
        String query = decoded(ClientSession::text);
        long fromMs = in.getLong();
        int windowsMax = Math.max(1, in.getInt());
        long waitMs = Math.min(FETCH_WAIT_MS_MAX, Math.max(0, in.getLong()));
        CompletableFuture<FetchedWindows> fetched =
                later(
                        TimeUnit.MILLISECONDS.toNanos(waitMs),
                        (store, due) -> {
                            WindowFetch fetch = store.continuous().start(query, fromMs, windowsMax);
                            return due || !fetch.isVain() ? fetch.result() : null;
                        });
        Codecs.put(joined(fetched), ok());
    }

    private void releaseWindows() {
        String query = decoded(ClientSession::text);
        long windowEndMs = in.getLong();
        act(store -> store.continuous().release(query, windowEndMs));
    }

    private void query() {
        String text = decoded(ClientSession::text);
        OneShotResult result = queries.query(text);
        Codecs.put(result, ok());
    }

    private void explain() {
        String text = decoded(ClientSession::text);
        boolean execute = in.getBoolean();
        QueryPlan plan = queries.explain(text, execute);
        Codecs.put(plan, ok());
    }

    private void status() {
        StoreStatus status = now(StoreNode::status);
        Codecs.put(status, ok());
    }

    private void check() {
        StoreCheck check = now(StoreNode::check);
        Codecs.put(check, ok());
    }

    private void load() {
        String graph = decoded(ClientSession::text);
        EncodedBatch triples = decoded(Codecs::encodedBatch);
        act(store -> store.load(graph, triples));
    }

    /** A part of the request; USER where its bytes are of no such thing. */
    private <T> T decoded(Function<WireReader, T> decoder) {
        try {
            return decoder.apply(in);
        } catch (NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new WukongsException(
                    Category.USER, "a request is malformed: type=" + in.type(), e);
        }
    }

    private static WriterId writerId(WireReader in) {
        WriterId id = Codecs.writerId(in);
        Objects.requireNonNull(id.stream());
        Objects.requireNonNull(id.incarnation());
        return id;
    }

    private static String text(WireReader in) {
        return Objects.requireNonNull(in.getString());
    }

    private static List<String> terms(WireReader in) {
        return List.copyOf(in.getStrings());
    }

    private WireWriter ok() {
        return out.begin(FrameDescriptor.REPLY_OK);
    }

    private void act(Consumer<StoreNode> action) {
        now(
                store -> {
                    action.accept(store);
                    return true;
                });
        ok();
    }

    private <T> T now(Function<StoreNode, T> action) {
        return later(0, (store, due) -> action.apply(store));
    }

    private <T> T later(long waitNs, BiFunction<StoreNode, Boolean, T> attempt) {
        StoreCommand<T> command = new StoreCommand<>(attempt, clock.nanoTime() + waitNs);
        agent.submit(command);
        return joined(command.result());
    }

    private static <T> T joined(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
