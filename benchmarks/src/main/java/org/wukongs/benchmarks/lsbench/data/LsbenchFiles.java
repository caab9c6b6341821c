package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * LSBench as plain files.
 *
 * @param name of the data, for reports
 * @param stored the stored triples, N-Triples
 * @param streams one stream file each, event times from 0 ms on
 */
public record LsbenchFiles(String name, Path stored, Map<LsbenchStreams, Path> streams) {

    private static final String STORED = "static.nt";

    /** Longer than any line of LSBench. */
    private static final int TAIL_BYTES = 1 << 16;

    /** The files of {@code folder}, named as in the archive. */
    static LsbenchFiles in(String name, Path folder) {
        Map<LsbenchStreams, Path> streams = new EnumMap<>(LsbenchStreams.class);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            streams.put(stream, folder.resolve(stream.fileName()));
        }
        return new LsbenchFiles(name, folder.resolve(STORED), streams);
    }

    /** Event time after the last tuple of the stream that ends first, in ms. */
    public long lengthMs() throws IOException {
        long endMs = Long.MAX_VALUE;
        for (Path file : streams.values()) {
            endMs = Math.min(endMs, lastTimeMs(file) + 1);
        }
        return endMs;
    }

    private static long lastTimeMs(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(TAIL_BYTES, in.length())];
            in.seek(in.length() - tail.length);
            in.readFully(tail);
            String text = new String(tail, StandardCharsets.UTF_8).strip();
            String line = text.substring(text.lastIndexOf('\n') + 1);
            return Long.parseLong(line.substring(0, Math.max(0, line.indexOf('\t'))));
        } catch (NumberFormatException e) {
            throw new IOException("no tuple at the end of the stream: file=" + file, e);
        }
    }

    /** As the paper calls it, for tables. */
    public static String label(LsbenchStreams stream) {
        return stream.name().replace("_LIKE", "-L");
    }
}
