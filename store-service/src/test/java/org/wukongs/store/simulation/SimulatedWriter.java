package org.wukongs.store.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;

/**
 * One writer of one epoch: makes messages, which wait in its connection until they are delivered.
 */
final class SimulatedWriter {

    /** What travels: a batch, or a marker after {@code sequence} batches. */
    sealed interface Message permits Data, Close, Idle {}

    record Data(ShardBatch batch, List<SimulatedTuple> tuples) implements Message {}

    record Close(long batch, long sequence) implements Message {}

    record Idle(long sequence) implements Message {}

    private static final int DISORDER_MS = 120;

    private final StreamDefinition stream;
    private final Random random;
    private final BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
    private final Deque<Message> connection = new ArrayDeque<>();
    private final List<Data> delivered = new ArrayList<>();
    final int index;
    final long epoch;
    private long nowMs;
    private long closedBatch = StreamAdaptor.NO_BATCH;
    private boolean ended;

    SimulatedWriter(StreamDefinition stream, int index, long epoch, long nowMs, Random random) {
        this.stream = stream;
        this.index = index;
        this.epoch = epoch;
        this.nowMs = nowMs;
        this.random = random;
    }

    /** Something happens at the writer. */
    void step() {
        if (ended) {
            return;
        }
        switch (random.nextInt(10)) {
            case 0 -> connection.add(new Idle(dispatcher.lastSequence()));
            case 1, 2, 3 -> advance();
            case 4 -> sendAgain();
            default -> send(nowMs - random.nextInt(DISORDER_MS) + random.nextInt(DISORDER_MS));
        }
    }

    /** A tuple of any time, also from before this writer was started. */
    void send(long timeMs) {
        SimulatedTuple tuple = SimulatedTuple.random(random, Math.max(0, timeMs));
        long batch = stream.batchOf(tuple.timeMs());
        ShardBatch message = dispatcher.dispatch(tuple.encoded(batch, batch <= closedBatch)).get(0);
        connection.add(new Data(message, List.of(tuple)));
    }

    /** An acknowledgement was lost. */
    private void sendAgain() {
        if (!delivered.isEmpty()) {
            connection.addFirst(delivered.get(random.nextInt(delivered.size())));
        }
    }

    private void advance() {
        nowMs += random.nextInt(200);
        long batch = stream.batchOf(nowMs) - 1;
        if (batch > closedBatch) {
            closedBatch = batch;
            connection.add(new Close(batch, dispatcher.lastSequence()));
        }
    }

    void end() {
        ended = true;
        closedBatch = StreamAdaptor.END_OF_STREAM;
        connection.add(new Close(closedBatch, dispatcher.lastSequence()));
    }

    /** The oldest message, null where none waits. */
    Message receive() {
        Message message = connection.poll();
        if (message instanceof Data data) {
            delivered.add(data);
        }
        return message;
    }

    long nowMs() {
        return nowMs;
    }

    boolean ended() {
        return ended;
    }
}
