package org.wukongs.benchmarks.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.wukongs.benchmarks.lsbench.data.EncodedSource;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.LogSettings;
import org.wukongs.store.server.LogStatistics;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/**
 * A store in this process with all its threads, with a log or without one, and a writer for each
 * stream. Messages reach its agent as those of connections do, but without a wire between. One
 * thread sends.
 */
final class ServedStore implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    /** As many as writers of a few jobs have on their way. */
    private static final int IN_FLIGHT_MAX = 64;

    private final Path folder;
    private final boolean temporary;
    private final StoreServer server;
    private final TermHold hold;
    private final Map<LsbenchStreams, Writer> writers = new EnumMap<>(LsbenchStreams.class);

    private static final class Writer {

        private final WriterId id;
        private final long epoch;
        private long sequence; // owner: the sending thread

        Writer(WriterId id, long epoch) {
            this.id = id;
            this.epoch = epoch;
        }
    }

    /**
     * Tuples of one stream that are sent together.
     *
     * @param dueMs event time at which it is sent
     * @param tuples of one batch; usually one element, none if nothing has happened
     * @param closed the batch that is complete with it, -1 for none
     */
    record Message(LsbenchStreams stream, long dueMs, List<EncodedBatch> tuples, long closed) {

        int size() {
            return tuples.stream().mapToInt(EncodedBatch::size).sum();
        }
    }

    private ServedStore(LogMode mode, Path folder, boolean temporary) {
        this.folder = folder;
        this.temporary = temporary;
        DataDirectory data = mode == LogMode.NONE ? null : DataDirectory.open(folder, 1);
        LogSettings log =
                mode == LogMode.NONE
                        ? LogSettings.DEFAULT
                        : new LogSettings(LogOptions.defaults(mode.syncMode()), Long.MAX_VALUE);
        server =
                StoreServer.start(
                        StoreConfig.DEFAULT, ConnectionLimits.DEFAULT, data, log, HOST, 0);
        hold = server.holdTerms();
    }

    /** An empty one, whose log is in {@code parent} until it is closed. */
    static ServedStore empty(LogMode mode, Path parent) throws IOException {
        return new ServedStore(mode, Files.createTempDirectory(parent, "store-"), true);
    }

    /** One with what {@code data} has, and leaves. */
    static ServedStore of(Path data) {
        return new ServedStore(LogMode.COMMIT, data, false);
    }

    String address() {
        return server.address().toString();
    }

    /** Registers a continuous query; the streams are there. */
    void register(String text) {
        server.register(text);
    }

    /**
     * Encodes streams up to {@code endMs}, which takes up their terms; in the order of sending.
     *
     * @param laterMs is added to event times, whole batches
     */
    List<Message> encode(LsbenchFiles files, long endMs, long messageMs, long laterMs) {
        List<Message> messages = new ArrayList<>();
        int streamCount = 0;
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Path file = files.streams().get(stream);
            // One after the other within a message's time, as streams do not wait for each other.
            long shiftMs = messageMs * streamCount++ / LsbenchStreams.values().length;
            try (EncodedSource source =
                    new EncodedSource(file, TimeScale.UNCHANGED, server.terms())) {
                for (long fromMs = 0; fromMs < endMs; fromMs += messageMs) {
                    long toMs = fromMs + messageMs;
                    long batch = (laterMs + fromMs) / BenchNode.STEP_MS;
                    boolean last = toMs % BenchNode.STEP_MS == 0;
                    List<EncodedBatch> tuples = source.takeBefore(toMs, batch);
                    tuples.forEach(
                            part ->
                                    Arrays.setAll(
                                            part.eventTimesMs(),
                                            i -> part.eventTimesMs()[i] + laterMs));
                    messages.add(new Message(stream, toMs + shiftMs, tuples, last ? batch : -1));
                }
            }
        }
        messages.sort(Comparator.comparingLong(Message::dueMs));
        return messages;
    }

    /** Registers the streams and opens their writers. */
    void openWriters() {
        String incarnation = UUID.randomUUID().toString();
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            StreamDefinition definition = stream.definition(BenchNode.STEP_MS);
            WriterId id = new WriterId(definition.name(), 0, 1, incarnation, 0);
            long epoch =
                    server.ask(
                            node -> {
                                node.streams().register(definition);
                                return node.openWriter(id);
                            });
            writers.put(stream, new Writer(id, epoch));
        }
    }

    /** Sends a message; the answer comes when the store acknowledges it. */
    CompletableFuture<Boolean> send(Message message) {
        Writer writer = writers.get(message.stream());
        long before = writer.sequence;
        writer.sequence += message.tuples().size();
        return server.submit(node -> take(node, writer, before, message));
    }

    /** Sends messages as fast as they are acknowledged; returns when all are. */
    void sendAll(List<Message> messages) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>(messages.size());
        for (Message message : messages) {
            if (answers.size() >= IN_FLIGHT_MAX) {
                Answers.join(answers.get(answers.size() - IN_FLIGHT_MAX));
            }
            answers.add(send(message));
        }
        answers.forEach(Answers::join);
    }

    private static boolean take(StoreNode node, Writer writer, long before, Message message) {
        long sequence = before;
        for (EncodedBatch tuples : message.tuples()) {
            ShardBatch part = ShardBatch.whole(++sequence, tuples);
            if (!node.writers().inject(writer.id, writer.epoch, part)) {
                throw WukongsException.fatal("the ring is full: stream=" + message.stream());
            }
        }
        if (message.closed() >= 0) {
            node.writers().closeUpTo(writer.id, writer.epoch, message.closed());
        }
        return true;
    }

    /** Bytes of records that were appended to the log, 0 without one. */
    long logBytes() {
        LogStatistics log = server.logStatistics();
        return log == null ? 0 : log.counts().writtenBytes();
    }

    @Override
    public void close() {
        hold.close();
        server.close();
        if (temporary) {
            ScratchFolder.delete(folder);
        }
    }
}
