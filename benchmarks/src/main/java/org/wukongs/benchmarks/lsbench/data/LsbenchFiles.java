package org.wukongs.benchmarks.lsbench.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.file.CompressedFile;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/**
 * LSBench as plain files, unpacked from an archive or generated.
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
    private static LsbenchFiles in(String name, Path folder) {
        Map<LsbenchStreams, Path> streams = new EnumMap<>(LsbenchStreams.class);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            streams.put(stream, folder.resolve(stream.fileName()));
        }
        return new LsbenchFiles(name, folder.resolve(STORED), streams);
    }

    /** Unpacks {@code archive} under {@code cache} where that has not been done before. */
    static LsbenchFiles unpack(Path archive, Path cache) throws IOException {
        String name = archive.getFileName().toString().replace(".tar.zst", "");
        Path folder = cache.resolve(name + "-" + archive.toFile().length());
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(cache);
            Path partial = Files.createTempDirectory(cache, "unpacking-");
            try {
                extract(archive, partial);
                // A folder appears with all of its files or not at all.
                Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                ScratchFolder.delete(partial);
                if (!Files.isDirectory(folder)) { // No other run was quicker.
                    throw new IOException("cannot unpack: file=" + archive + " reason=" + e, e);
                }
            }
        }
        return in(name, folder);
    }

    private static void extract(Path archive, Path folder) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(CompressedFile.open(archive))) {
            TarArchiveEntry entry = tar.getNextEntry();
            while (entry != null) {
                if (entry.isFile()) {
                    Path name = Path.of(entry.getName()).getFileName();
                    Files.copy(tar, folder.resolve(name.toString()));
                }
                entry = tar.getNextEntry();
            }
        }
    }

    /**
     * Writes a network and {@code seconds} of its streams into {@code folder}, which has none of
     * the files.
     */
    public static LsbenchFiles generate(
            String name, LsbenchGenerator generator, double seconds, Path folder)
            throws IOException {
        LsbenchFiles files = in(name, folder);
        writeStored(generator, files.stored());
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Iterator<Tuple> tuples = generator.tuples(stream, 0);
            try (BufferedWriter out = Files.newBufferedWriter(files.streams().get(stream))) {
                Tuple tuple = tuples.next();
                while (tuple.eventTimeMs() < Units.ms(seconds)) {
                    out.write(tuple.toLine() + "\n");
                    tuple = tuples.next();
                }
            }
        }
        return files;
    }

    public static void writeStored(LsbenchGenerator generator, Path file) throws IOException {
        Files.write(file, (Iterable<String>) generator::stored);
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
