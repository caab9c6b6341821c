package org.wukongs.kafka.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.wukongs.stream.Tuple;

/** Tuple files as tests write them. */
final class TestFiles {

    private TestFiles() {}

    /** In event-time order, several a millisecond now and then, each different. */
    static List<Tuple> tuples(Random random, String name, int count) {
        List<Tuple> tuples = new ArrayList<>();
        long timeMs = 0;
        for (int i = 0; i < count; i++) {
            timeMs += random.nextInt(3);
            tuples.add(
                    new Tuple(
                            timeMs,
                            "<http://x/" + name + random.nextInt(100) + ">",
                            "<http://x/p>",
                            "\"" + i + "\""));
        }
        return tuples;
    }

    static Path write(Path file, List<Tuple> tuples) throws IOException {
        return Files.write(file, tuples.stream().map(Tuple::toLine).toList());
    }

    static Path gzip(Path plain) throws IOException {
        Path packed = Path.of(plain + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(plain, out);
        }
        return packed;
    }

    static Path zstd(Path plain) throws IOException {
        Path packed = Path.of(plain + ".zst");
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(packed))) {
            Files.copy(plain, out);
        }
        return packed;
    }

    /** An archive of text files, a name and its content in turn. */
    static Path archive(Path packed, String... namesAndTexts) throws IOException {
        try (TarArchiveOutputStream out =
                new TarArchiveOutputStream(new ZstdOutputStream(Files.newOutputStream(packed)))) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                byte[] text = namesAndTexts[i + 1].getBytes(UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry("lsbench/" + namesAndTexts[i]);
                entry.setSize(text.length);
                out.putArchiveEntry(entry);
                out.write(text);
                out.closeArchiveEntry();
            }
        }
        return packed;
    }

    static List<Tuple> readAll(ReplaySource source) throws IOException {
        try (TupleReader reader = source.open(false)) {
            List<Tuple> tuples = new ArrayList<>();
            for (Tuple tuple = reader.next(); tuple != null; tuple = reader.next()) {
                tuples.add(tuple);
            }
            return tuples;
        }
    }
}
