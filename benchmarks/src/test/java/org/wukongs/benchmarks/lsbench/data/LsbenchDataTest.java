package org.wukongs.benchmarks.lsbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;

final class LsbenchDataTest {

    private static final String SIB = "<http://www.ins.cwi.nl/sib/";

    @TempDir private Path folder;

    @Test
    void anArchiveIsUnpackedOnce() throws Exception {
        Path archive = folder.resolve("small.tar.zst");
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(archive));
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            put(tar, "static.nt", "stored\n");
            put(tar, "po_like.tsv", "likes\n");
        }
        Path cache = folder.resolve("cache");
        LsbenchFiles files = LsbenchFiles.unpack(archive, cache);
        assertThat(files.name()).isEqualTo("small");
        assertThat(files.stored()).hasContent("stored\n");
        assertThat(files.streams().get(LsbenchStreams.PO_LIKE)).hasContent("likes\n");
        Files.writeString(files.stored(), "kept\n");
        assertThat(LsbenchFiles.unpack(archive, cache).stored()).hasContent("kept\n");
        try (Stream<Path> left = Files.list(cache)) {
            assertThat(left).hasSize(1);
        }
    }

    private static void put(TarArchiveOutputStream tar, String name, String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    @Test
    void whatIsNoArchiveIsAnErrorAndLeavesNoData() throws Exception {
        Path archive = folder.resolve("broken.tar.zst");
        Files.writeString(archive, "nothing of the kind");
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> LsbenchFiles.unpack(archive, folder.resolve("cache")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot unpack: file=" + archive);
        }
    }

    @Test
    void aCopyHasOtherNamesAndTheSameVocabulary() {
        String line =
                SIB + "user/u1> " + SIB + "vocabulary/like> " + SIB + "post/po2> . # " + SIB + "x";
        String copy = SIB + "copy3/";
        assertThat(StoredCopy.renamed(line, copy))
                .isEqualTo(
                        copy
                                + "user/u1> "
                                + SIB
                                + "vocabulary/like> "
                                + copy
                                + "post/po2> . # "
                                + copy
                                + "x");
        String other = "<http://x/a> <http://x/b> \"c\" .";
        assertThat(StoredCopy.renamed(other, copy)).isSameAs(other);
    }

    @Test
    void generatedDataHasWhatQueriesAskFor() throws Exception {
        LsbenchGenerator generator =
                new LsbenchGenerator(
                        LsbenchConfig.defaults().withUsers(20).withSeed(5).withPaperRates(0.01));
        LsbenchFiles files = LsbenchFiles.generate("generated", generator, 2, folder);
        assertThat(files.lengthMs()).isBetween(1_900L, 2_000L);
        StoredTerms terms = StoredTerms.read(files.stored());
        assertThat(terms.users()).hasSize(20).isSorted();
        assertThat(terms.persons()).hasSize(20);
        assertThat(terms.groups()).isNotEmpty();
        try (Stream<String> likes = Files.lines(files.streams().get(LsbenchStreams.PO_LIKE))) {
            assertThat(likes.count()).isEqualTo(2 * 860);
        }
    }

    @Test
    void anyGraphWillNotDo() throws Exception {
        Path file = folder.resolve("other.nt");
        Files.writeString(file, "<http://x/a> <http://x/b> <http://x/c> .\n");
        assertThatThrownBy(() -> StoredTerms.read(file))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("this is no LSBench graph");
    }
}
