package org.wukongs.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * {@link StreamWriter} over a connection of its own to the node that has the stream; it sends
 * requests ahead of their acknowledgements, which come in order.
 *
 * <p>After its connection is lost, the writer reconnects and resumes its writer epoch: it tells the
 * store the last acknowledged message and sends the others again, in order. The store may know some
 * of them already; it takes each message once, and closing a closed batch changes nothing.
 */
final class TcpStreamWriter implements StreamWriter {

    /**
     * Enough to hide a round trip. A store that cannot take more stops acknowledging and so stops
     * the writer.
     */
    private static final int IN_FLIGHT_MAX = 32;

    /** An unacknowledged request, sent with message {@code sequence} or after it. */
    private record Request(long sequence, Consumer<StoreConnection> content) {

        void send(StoreConnection to) {
            content.accept(to);
            to.send();
        }
    }

    private final WriterId writer;
    private final LastingConnection connection;
    private final Deque<Request> unacknowledged = new ArrayDeque<>();
    private final long epoch;
    private long lastSequence;
    private long acknowledgedSequence;
    private final AtomicInteger reconnects = new AtomicInteger(); // read by any thread

    TcpStreamWriter(NodeConnections nodes, WriterId writer, WriterOrigin origin) {
        this.writer = writer;
        long[] opened = {0};
        connection =
                nodes.open(
                        HomeSubject.stream(writer.stream()),
                        to -> opened[0] = open(to.current(), writer, origin));
        epoch = opened[0];
    }

    private static long open(StoreConnection to, WriterId writer, WriterOrigin origin) {
        WireWriter request = to.begin(MessageType.OPEN_WRITER);
        Codecs.put(writer, request);
        Codecs.put(origin, request);
        return to.call().getLong();
    }

    @Override
    public void send(ShardBatch batch) {
        awaitRoom();
        lastSequence = batch.sequence();
        sendAhead(to -> Codecs.put(batch, to.begin(MessageType.INJECT)));
    }

    @Override
    public void closeUpTo(long batch) {
        awaitRoom();
        long sequence = lastSequence;
        sendAhead(to -> to.begin(MessageType.CLOSE_UP_TO).putLong(batch).putLong(sequence));
    }

    @Override
    public void idle() {
        awaitRoom();
        long sequence = lastSequence;
        sendAhead(to -> to.begin(MessageType.MARK_IDLE).putLong(sequence));
    }

    @Override
    public long flush() {
        long sequence = lastSequence;
        sendAhead(to -> to.begin(MessageType.FLUSH).putLong(sequence));
        while (unacknowledged.size() > 1) {
            receiveOne();
        }
        return receiveOne().getLong();
    }

    @Override
    public MessageId position() {
        return new MessageId(epoch, writer.index(), lastSequence);
    }

    @Override
    public int reconnectCount() {
        return reconnects.get();
    }

    @Override
    public void close() {
        connection.close();
    }

    private void awaitRoom() {
        while (unacknowledged.size() >= IN_FLIGHT_MAX) {
            receiveOne();
        }
    }

    private void sendAhead(Consumer<StoreConnection> content) {
        Request request = new Request(lastSequence, content);
        unacknowledged.add(request);
        try {
            request.send(connection.current());
        } catch (WukongsException e) {
            if (!connection.current().isBroken()) {
                unacknowledged.removeLast();
            }
            connection.restore(moved(e), this::resume);
        }
    }

    /**
     * Receives one acknowledgement. An error counts as one: a later flush must not wait for
     * another.
     */
    private WireReader receiveOne() {
        while (true) {
            try {
                WireReader reply = connection.current().receive();
                acknowledgedSequence = unacknowledged.remove().sequence();
                connection.answered();
                return reply;
            } catch (WukongsException e) {
                if (!connection.current().isBroken()) {
                    unacknowledged.remove();
                }
                connection.restore(moved(e), this::resume);
            }
        }
    }

    /** The stream may have moved to another node, where its writers open anew. */
    private WukongsException moved(WukongsException error) {
        return error instanceof ElsewhereException
                ? new WukongsException(
                        WukongsException.Category.RETRIABLE,
                        "the stream has moved, its writers have to open anew: stream="
                                + writer.stream()
                                + " "
                                + error.getMessage(),
                        error)
                : error;
    }

    /**
     * Resumes the epoch and sends unacknowledged requests again; the store answers each as if new.
     */
    private void resume(StoreConnection to) {
        WireWriter request = to.begin(MessageType.RESUME_WRITER);
        Codecs.put(writer, request);
        request.putLong(epoch).putLong(acknowledgedSequence);
        try {
            to.call();
        } catch (ElsewhereException e) {
            throw moved(e);
        }
        unacknowledged.forEach(again -> again.send(to));
        reconnects.incrementAndGet();
    }
}
