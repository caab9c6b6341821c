package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.load.StreamEncoder;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.progress.IntakePoint;
import org.wukongs.store.progress.StreamProgress;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * The writer of a stream that all its HTTP requests share: bytes → {@link StreamEncoder} → {@link
 * BatchDispatcher} → store. A request is taken completely or not at all. Requests of one stream are
 * processed one after the other. How far they have come is part of the stream's state in the node,
 * see {@link IntakePoint}.
 */
final class HttpStreamWriter {

    /** How long a reply waits until the batches that its request closed are visible. */
    private static final long PUBLISH_WAIT_MS = 1_000;

    private static final String INCARNATION = "http";
    private static final Pattern PLACE = Pattern.compile("line (\\d+), column (\\d+)\\)$");

    private final StoreServer store;
    private final WriterId writer;

    // A dispatcher numbers messages within an epoch; requests have numbers of their own.
    private BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
    private long epoch = -1;

    HttpStreamWriter(StoreServer store, String stream) {
        this.store = store;
        this.writer = new WriterId(stream, 0, 1, INCARNATION, 0);
    }

    /**
     * Takes a body of lines. The request's progress options apply after its tuples, also if the
     * request is a duplicate: the first one may have ended between the two.
     */
    synchronized ObjectNode add(StreamDefinition stream, byte[] body, IntakeOptions options) {
        TermHold held = store.holdTerms();
        try (held) {
            return addHeld(stream, body, options);
        }
    }

    private ObjectNode addHeld(StreamDefinition stream, byte[] body, IntakeOptions options) {
        StreamEncoder encoder = new StreamEncoder(store.terms());
        addLines(encoder, body);
        int count = encoder.size();
        List<EncodedBatch> batches = encoder.take(stream, StreamAdaptor.NO_BATCH);
        long newestMs = newestMs(batches);
        boolean taken =
                store.ask(
                        node ->
                                node.history()
                                        .together(
                                                () ->
                                                        take(
                                                                node, stream, options, batches,
                                                                newestMs)));
        close(stream, options);
        ObjectNode reply = reply(stream, taken ? count : 0);
        return taken ? reply : reply.put("duplicate", true);
    }

    private static void addLines(StreamEncoder encoder, byte[] body) {
        try {
            encoder.addLines(body);
        } catch (WukongsException e) {
            Utf8.decode(body); // its error says more, if this is the reason
            Matcher place = PLACE.matcher(e.getMessage());
            if (!place.find()) {
                throw e; // A limit of the store, not a malformed line.
            }
            throw new HttpProblem(Kind.BAD_REQUEST, e.getMessage())
                    .with("line", Long.parseLong(place.group(1)))
                    .with("column", Long.parseLong(place.group(2)));
        }
    }

    private static long newestMs(List<EncodedBatch> batches) {
        long newest = Long.MIN_VALUE;
        for (EncodedBatch batch : batches) {
            for (long timeMs : batch.eventTimesMs()) {
                newest = Math.max(newest, timeMs);
            }
        }
        return newest;
    }

    /**
     * Takes the tuples and the request's number together or not at all, so that no checkpoint has
     * one without the other. Runs in the agent's thread while the request's thread waits. Returns
     * false if the request is a duplicate.
     */
    private boolean take(
            StoreNode node,
            StreamDefinition stream,
            IntakeOptions options,
            List<EncodedBatch> batches,
            long newestMs) {
        StreamProgress progress = progress(node, stream);
        boolean next = options.sequence() == 0 || isNext(progress.intake(), options.sequence());
        open(node, options);
        if (!next) {
            progress.countDuplicate();
            return false;
        }
        inject(node, batches);
        node.writers()
                .taken(writer.stream(), progress.intake().after(options.sequence(), newestMs));
        return true;
    }

    private static StreamProgress progress(StoreNode node, StreamDefinition stream) {
        node.checkNotDerived(stream.name());
        if (!node.streams().stream(stream.name()).filter(stream::equals).isPresent()) {
            throw new HttpProblem(
                    Kind.BUSY,
                    "the stream has been dropped in the meantime:" + " stream=" + stream.name());
        }
        return node.coordinator().progress(stream.name());
    }

    /** Returns false if the request has been taken before. */
    private boolean isNext(IntakePoint intake, long sequence) {
        if (sequence > intake.sequence() + 1) {
            throw new HttpProblem(
                            Kind.SEQUENCE_GAP,
                            "requests before this one are missing, send them first: stream="
                                    + writer.stream()
                                    + " sequence="
                                    + sequence
                                    + " lastSequence="
                                    + intake.sequence())
                    .with("lastSequence", intake.sequence());
        }
        return sequence == intake.sequence() + 1;
    }

    private void open(StoreNode node, IntakeOptions options) {
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
    }

    private void inject(StoreNode node, List<EncodedBatch> batches) {
        long count = 0;
        for (EncodedBatch batch : batches) {
            count += batch.size();
        }
        boolean room = count == 0 || node.writers().hasRoom(writer.stream(), count);
        for (EncodedBatch batch : batches) {
            for (ShardBatch message : dispatcher.dispatch(batch)) {
                room = room && node.writers().inject(writer, epoch, message);
            }
        }
        if (!room) {
            epoch = -1; // The dispatcher has given numbers to messages that were not taken.
            throw new HttpProblem(Kind.BUSY, node.writers().whyFull(writer.stream(), count));
        }
    }

    private void close(StreamDefinition stream, IntakeOptions options) {
        long[] ticket = {-1};
        store.askWaiting(
                (node, due) -> {
                    if (ticket[0] < 0) {
                        ticket[0] = closed(node, stream, options);
                    }
                    boolean answered = node.writers().isPublished(ticket[0]) || due;
                    return answered ? true : null;
                },
                PUBLISH_WAIT_MS);
    }

    private long closed(StoreNode node, StreamDefinition stream, IntakeOptions options) {
        long timeMs = options.closeUpToMs();
        long newestMs = progress(node, stream).intake().newestMs();
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
        ObjectNode reply = JsonNodeFactory.instance.objectNode();
        reply.put("tupleCount", count);
        store.ask(
                node -> {
                    IntakePoint intake = progress(node, stream).intake();
                    long stableMs = node.coordinator().stableMs(stream.name());
                    reply.put("stableMs", StatusJson.time(stableMs));
                    reply.put("ended", stableMs == Long.MAX_VALUE);
                    reply.put("sequence", intake.sequence());
                    return true;
                });
        return reply;
    }
}
