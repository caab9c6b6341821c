package org.wukongs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;

final class CompressedFileTest {

    private static final byte[] TEXT = "text ".repeat(50_000).getBytes(StandardCharsets.UTF_8);

    @TempDir Path folder;

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private void opens(String name, byte[] packed) throws IOException {
        Path file = Files.write(folder.resolve(name), packed);
        AtomicLong bytesRead = new AtomicLong();
        try (InputStream in = CompressedFile.open(file, bytesRead::addAndGet)) {
            assertThat(in.readAllBytes()).isEqualTo(TEXT);
        }
        assertThat(bytesRead).hasValue(packed.length);
        assertThat(CompressedFile.plainName(name)).isEqualTo("a.nt");
    }

    @Test
    void theNameSaysHowAFileIsCompressed() throws IOException {
        opens("a.nt", TEXT);
        opens("a.nt.gz", gzip(TEXT));
        opens("a.nt.zst", Zstd.compress(TEXT));
    }

    @Test
    void whatIsNoFileIsTheUsersError() {
        assertThatThrownBy(() -> CompressedFile.open(folder))
                .isInstanceOf(WukongsException.class)
                .hasMessage("a directory cannot be read as a file: file=" + folder);
        Path none = folder.resolve("none.gz");
        assertThatThrownBy(() -> CompressedFile.open(none))
                .isInstanceOf(WukongsException.class)
                .hasMessage("no such file: file=" + none);
    }

    @Test
    void aStreamThatIsNotWhatItsNameSaysIsClosed() {
        AtomicBoolean closed = new AtomicBoolean();
        InputStream raw =
                new ByteArrayInputStream(TEXT) {
                    @Override
                    public void close() {
                        closed.set(true);
                    }
                };
        assertThatThrownBy(() -> CompressedFile.decompress("a.gz", raw))
                .isInstanceOf(ZipException.class);
        assertThat(closed).isTrue();
    }
}
