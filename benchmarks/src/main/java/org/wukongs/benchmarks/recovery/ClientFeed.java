package org.wukongs.benchmarks.recovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** LSBench's streams into a store in another process, batch by batch, as fast as it goes. */
final class ClientFeed implements AutoCloseable {

    private final List<Stream> streams = new ArrayList<>();
    private final TupleEncoder encoder;

    /** One stream's file and writer. */
    private static final class Stream {

        private final BufferedReader lines;
        private final StreamWriter writer;
        private final long laterMs;
        private Tuple next; // null after the last one
        private long sequence;

        Stream(BufferedReader lines, StreamWriter writer, long laterMs) throws IOException {
            this.lines = lines;
            this.writer = writer;
            this.laterMs = laterMs;
            read();
        }

        private void read() throws IOException {
            String line = lines.readLine();
            if (line == null) {
                next = null;
                return;
            }
            String[] parts = line.split("[\\t ]+", 4);
            String object = parts[3].substring(0, parts[3].lastIndexOf('.')).strip();
            next = new Tuple(laterMs + Long.parseLong(parts[0]), parts[1], parts[2], object);
        }

        void send(long batch, TupleEncoder encoder) throws IOException {
            long endMs = (batch + 1) * BenchNode.STEP_MS;
            List<Tuple> tuples = new ArrayList<>();
            while (next != null && next.eventTimeMs() < endMs) {
                tuples.add(next);
                read();
            }
            if (!tuples.isEmpty()) {
                TupleBatch message = new TupleBatch(batch, false, tuples);
                writer.send(ShardBatch.whole(++sequence, encoder.encode(message)));
            }
            writer.closeUpTo(batch);
        }
    }

    private final long laterMs;

    /** From the beginning of the files; event times are later by {@code laterMs}, whole batches. */
    ClientFeed(StoreClient client, LsbenchFiles files, long laterMs) throws IOException {
        this.laterMs = laterMs;
        this.encoder = new TupleEncoder(client.strings());
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            StreamDefinition definition = stream.definition(BenchNode.STEP_MS);
            client.registerStream(definition);
            WriterId id = new WriterId(definition.name(), 0, 1, "bench-" + laterMs, 0);
            BufferedReader lines = Files.newBufferedReader(files.streams().get(stream));
            streams.add(new Stream(lines, client.openWriter(id), laterMs));
        }
    }

    /**
     * All batches that end up to {@code timeMs} of the files; returns when they are acknowledged.
     */
    void advanceTo(long timeMs) throws IOException {
        for (long atMs = 0; atMs + BenchNode.STEP_MS <= timeMs; atMs += BenchNode.STEP_MS) {
            for (Stream stream : streams) {
                stream.send((laterMs + atMs) / BenchNode.STEP_MS, encoder);
            }
        }
        streams.forEach(stream -> stream.writer.flush());
    }

    @Override
    public void close() throws IOException {
        for (Stream stream : streams) {
            stream.writer.close();
            stream.lines.close();
        }
    }
}
