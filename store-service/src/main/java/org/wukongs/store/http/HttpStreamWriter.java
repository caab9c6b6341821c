package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.error.WukongsException;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.load.StreamEncoder;
import org.wukongs.store.server.StoreNode;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * The one writer that all requests with tuples of a stream are: bytes → {@link StreamEncoder} →
 * {@link BatchDispatcher} → store. A request is taken wholly or not at all. Requests of one stream
 * are worked on one after the other.
 */
final class HttpStreamWriter {

    /** 1970 to 9999, as for records from Kafka. */
    private static final long EVENT_TIME_MS_MAX = 253_402_300_799_999L;

    /** How long an answer waits for what the request closed to be visible. */
    private static final long PUBLISH_WAIT_MS = 1_000;

    private static final String INCARNATION = "http";
    private static final Pattern PLACE = Pattern.compile("line (\\d+), column (\\d+)\\)$");

    private final StoreServer store;
    private final WriterId writer;
    private BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
    private long epoch = -1;
    private long newestMs = Long.MIN_VALUE;
    private long lastSequence;

    HttpStreamWriter(StoreServer store, String stream) {
        this.store = store;
        this.writer = new WriterId(stream, 0, 1, INCARNATION, 0);
    }

    /** Takes a body of lines; what it says of the stream's progress counts after its tuples. */
    synchronized ObjectNode add(StreamDefinition stream, byte[] body, IntakeOptions options) {
        if (options.sequence() > 0 && options.sequence() <= lastSequence) {
            return reply(stream, 0).put("duplicate", true);
        }
        StreamEncoder encoder = new StreamEncoder(store.terms());
        addLines(encoder, body);
        int count = encoder.size();
        List<EncodedBatch> batches = encoder.take(stream, StreamAdaptor.NO_BATCH);
        long newest = newestMs(batches);
        store.ask(node -> inject(node, options, batches, count));
        newestMs = newest;
        lastSequence = Math.max(lastSequence, options.sequence());
        close(stream, options);
        return reply(stream, count);
    }

    private static void addLines(StreamEncoder encoder, byte[] body) {
        try {
            encoder.addLines(body);
        } catch (WukongsException e) {
            HttpProblem problem = new HttpProblem(Kind.BAD_REQUEST, e.getMessage());
            Matcher place = PLACE.matcher(e.getMessage());
            if (place.find()) {
                problem.with("line", Integer.parseInt(place.group(1)))
                        .with("column", Integer.parseInt(place.group(2)));
            }
            throw problem;
        }
    }

    private long newestMs(List<EncodedBatch> batches) {
        long newest = newestMs;
        for (EncodedBatch batch : batches) {
            for (long timeMs : batch.eventTimesMs()) {
                checkTime(timeMs);
                newest = Math.max(newest, timeMs);
            }
        }
        return newest;
    }

    static void checkTime(long timeMs) {
        if (timeMs < 0 || timeMs > EVENT_TIME_MS_MAX) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "event times are in ms from 1970 to 9999: timeMs=" + timeMs);
        }
    }

    /** In the agent's thread, while the request's thread waits. */
    private Boolean inject(
            StoreNode node, IntakeOptions options, List<EncodedBatch> batches, int count) {
        node.checkNotDerived(writer.stream());
        OptionalLong opened = node.writers().openSole(writer, epoch, options.takeOver());
        if (opened.isEmpty()) {
            throw new HttpProblem(
                    Kind.CONFLICT,
                    "other writers are connected, takeOver=true fences them: stream="
                            + writer.stream());
        }
        if (opened.getAsLong() != epoch) {
            epoch = opened.getAsLong();
            dispatcher = new BatchDispatcher(VertexOwners.ONE);
        }
        boolean room = count == 0 || node.writers().hasRoom(writer.stream(), count);
        for (EncodedBatch batch : batches) {
            for (ShardBatch message : dispatcher.dispatch(batch)) {
                room = room && node.writers().inject(writer, epoch, message);
            }
        }
        if (!room) {
            epoch = -1; // The dispatcher has numbered what was not taken.
            throw new HttpProblem(
                    Kind.BUSY,
                    "the stream has no room, its readers do not go on: stream="
                            + writer.stream()
                            + " tupleCount="
                            + count);
        }
        return true;
    }

    private void close(StreamDefinition stream, IntakeOptions options) {
        long[] ticket = {-1};
        store.askWaiting(
                (node, due) -> {
                    if (ticket[0] < 0) {
                        ticket[0] = progress(node, stream, options);
                    }
                    boolean answered = node.writers().isPublished(ticket[0]) || due;
                    return answered ? true : null;
                },
                PUBLISH_WAIT_MS);
    }

    private long progress(StoreNode node, StreamDefinition stream, IntakeOptions options) {
        long timeMs = options.closeUpToMs();
        if (options.outOfOrdernessMs() >= 0 && newestMs != Long.MIN_VALUE) {
            timeMs = Math.max(timeMs, newestMs - options.outOfOrdernessMs());
        }
        long sequence = dispatcher.lastSequence();
        long ticket = 0;
        if (timeMs != Long.MIN_VALUE) {
            long batch =
                    timeMs == Long.MAX_VALUE
                            ? StreamAdaptor.END_OF_STREAM
                            : stream.batchOf(timeMs) - 1;
            ticket = node.writers().closeUpTo(writer, epoch, batch, sequence);
        }
        if (options.idle()) {
            ticket = node.writers().markIdle(writer, epoch, sequence);
        }
        return ticket;
    }

    private ObjectNode reply(StreamDefinition stream, int count) {
        long stableMs = store.ask(node -> node.coordinator().stableMs(stream.name()));
        ObjectNode reply = JsonNodeFactory.instance.objectNode();
        reply.put("tupleCount", count);
        reply.put("stableMs", StatusJson.time(stableMs));
        reply.put("ended", stableMs == Long.MAX_VALUE);
        return reply;
    }
}
