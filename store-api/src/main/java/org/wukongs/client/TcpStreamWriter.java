package org.wukongs.client;

import java.time.Duration;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A writer's own connection: messages are sent ahead of their acknowledgements, which come in
 * order.
 */
final class TcpStreamWriter implements StreamWriter {

    /**
     * Enough to hide a round trip; a store that cannot take more stops acknowledging and so stops
     * the writer.
     */
    private static final int IN_FLIGHT_MAX = 32;

    private final StoreConnection connection;
    private int inFlight;
    private final int index;
    private final long epoch;
    private long lastSequence;

    TcpStreamWriter(StoreAddress address, Duration deadline, WriterId writer, WriterOrigin origin) {
        index = writer.index();
        connection = new StoreConnection(address, deadline);
        try {
            WireWriter request = connection.begin(MessageType.OPEN_WRITER);
            Codecs.put(writer, request);
            Codecs.put(origin, request);
            epoch = connection.call().getLong();
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public void send(ShardBatch batch) {
        awaitRoom();
        Codecs.put(batch, connection.begin(MessageType.INJECT));
        sendAhead();
        lastSequence = batch.sequence();
    }

    @Override
    public void closeUpTo(long batch) {
        awaitRoom();
        connection.begin(MessageType.CLOSE_UP_TO).putLong(batch).putLong(lastSequence);
        sendAhead();
    }

    @Override
    public void idle() {
        awaitRoom();
        connection.begin(MessageType.MARK_IDLE).putLong(lastSequence);
        sendAhead();
    }

    @Override
    public long flush() {
        connection.begin(MessageType.FLUSH).putLong(lastSequence);
        sendAhead();
        while (inFlight > 1) {
            receiveOne();
        }
        return receiveOne().getLong();
    }

    @Override
    public MessageId position() {
        return new MessageId(epoch, index, lastSequence);
    }

    @Override
    public void close() {
        connection.close();
    }

    private void awaitRoom() {
        while (inFlight >= IN_FLIGHT_MAX) {
            receiveOne();
        }
    }

    private void sendAhead() {
        connection.send();
        inFlight++;
    }

    private WireReader receiveOne() {
        inFlight--; // An error is an answer too: flushing again must not wait for another.
        return connection.receive();
    }
}
