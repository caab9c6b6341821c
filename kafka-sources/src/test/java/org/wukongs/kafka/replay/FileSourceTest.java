package org.wukongs.kafka.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;

class FileSourceTest {

    @TempDir private Path folder;

    @Test
    void packedFilesAreReadAsPlainOnes() throws IOException {
        List<Tuple> tuples = TestFiles.tuples(new Random(1), "a", 5000);
        Path plain = TestFiles.write(folder.resolve("a.tsv"), tuples);
        for (Path file : List.of(plain, TestFiles.gzip(plain), TestFiles.zstd(plain))) {
            assertThat(TestFiles.readAll(FileSource.of(file))).isEqualTo(tuples);
            assertThat(FileSource.of(file).name()).isEqualTo("a.tsv");
        }
        assertThat(FileSource.of(plain).fingerprint())
                .isEqualTo("a.tsv bytes=" + Files.size(plain));
    }

    @Test
    void anLsbenchArchiveIsFiveStreams() throws IOException {
        String line = "5\t<http://x/s> <http://x/%s> \"a\" .\n";
        Path archive =
                TestFiles.archive(
                        folder.resolve("ls.tar.zst"),
                        "static.nt",
                        "<http://x/s> <http://x/p> <http://x/o> .\n".repeat(100),
                        "po.tsv",
                        line.formatted("po"),
                        "gps.tsv",
                        line.formatted("gps") + line.formatted("gps2"));
        List<ReplayStream> streams = FileSource.ofLsbench(archive);
        assertThat(streams)
                .extracting(ReplayStream::topic)
                .containsExactly(
                        "poststream",
                        "likedpoststream",
                        "photostream",
                        "likedphotostream",
                        "gpsstream");
        assertThat(TestFiles.readAll(streams.get(0).source()))
                .containsExactly(new Tuple(5, "<http://x/s>", "<http://x/po>", "\"a\""));
        assertThat(TestFiles.readAll(streams.get(4).source())).hasSize(2);
        assertThatThrownBy(() -> TestFiles.readAll(streams.get(1).source()))
                .hasMessage("no such file in the archive: file=" + archive + "!po_like.tsv");
    }

    @Test
    void theBenchmarksArchiveIsRead() throws IOException {
        Path archive =
                Path.of(
                        System.getProperty("wukongs.bench", "../shared/bench"),
                        "lsbench/lsbench-10k-30s.tar.zst");
        assumeThat(archive).as("skipped: %s not found", archive).isRegularFile();
        try (TupleReader posts = FileSource.ofLsbench(archive).get(0).source().open(false)) {
            for (int i = 0; i < 10_000; i++) {
                assertThat(posts.next().eventTimeMs()).isBetween(0L, 1000L);
            }
            assertThat(posts.share()).isBetween(0.0, 1.0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 <http://x/s> <http://x/p> <http://x/o> .          | no tab after the event time",
                "x\\t<http://x/s> <http://x/p> <http://x/o> .        | event time is not a number",
                "-1\\t<http://x/s> <http://x/p> <http://x/o> .       | event time is not a number",
                "5\\t<http://x/s> <http://x/p> .                     | syntax error",
                "5\\t# nothing                                       | not one statement: statements=0",
            })
    void badLinesAreNamedOrCounted(String line, String reason) throws IOException {
        String good = "7\t<http://x/s> <http://x/p> \"a\" .";
        Path file = folder.resolve("bad.tsv");
        Files.write(file, List.of(good, "", line.replace("\\t", "\t"), good));
        assertThatThrownBy(() -> TestFiles.readAll(FileSource.of(file)))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith(
                        "line is not a tuple: file=" + file + " line=3 reason=" + reason);
        try (TupleReader reader = FileSource.of(file).open(true)) {
            assertThat(reader.next()).isEqualTo(reader.next()).isNotNull();
            assertThat(reader.next()).isNull();
            assertThat(reader.skippedCount()).isEqualTo(1);
            assertThat(reader.share()).isEqualTo(1);
        }
    }

    @Test
    void aFileThatIsNotThereIsTheUsersError() {
        FileSource source = FileSource.of(folder.resolve("none.tsv"));
        assertThatThrownBy(source::fingerprint)
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith("no such file: file=");
    }
}
