package org.wukongs.store.load;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/** A file that may be compressed; its real name is the one without {@code .gz} or {@code .zst}. */
final class DataFile {

    private static final int BUFFER_BYTES = 1 << 16;

    private DataFile() {}

    static String plainName(Path file) {
        String name = file.getFileName().toString();
        if (name.endsWith(".gz")) {
            return name.substring(0, name.length() - ".gz".length());
        }
        return name.endsWith(".zst") ? name.substring(0, name.length() - ".zst".length()) : name;
    }

    /** The absolute URI of the file under its real name: what is packed has the same IRIs in it. */
    static String uri(Path file) {
        return file.toAbsolutePath().normalize().resolveSibling(plainName(file)).toUri().toString();
    }

    /** Its size as it is, 0 where there is none: opening it will say what is wrong. */
    static long sizeBytes(Path file) {
        return file.toFile().length();
    }

    /**
     * Its decompressed bytes; {@code bytesRead} hears how many of the file's own bytes were read.
     */
    static InputStream open(Path file, LongConsumer bytesRead) throws IOException {
        if (Files.isDirectory(file)) {
            throw WukongsException.user("a directory is no file to read: file=" + file);
        }
        if (!Files.isRegularFile(file)) {
            throw WukongsException.user("no such file: file=" + file);
        }
        String name = file.getFileName().toString();
        InputStream raw =
                new BufferedInputStream(
                        new CountingStream(Files.newInputStream(file), bytesRead), BUFFER_BYTES);
        if (name.endsWith(".gz")) {
            return new GZIPInputStream(raw, BUFFER_BYTES);
        }
        return name.endsWith(".zst") ? new ZstdInputStream(raw) : raw;
    }

    static WukongsException unreadable(Path file, Exception cause) {
        String reason =
                cause instanceof IOException e ? IoReason.of(e) : BadStatement.messageOf(cause);
        return new WukongsException(
                WukongsException.Category.USER,
                "cannot read: file=" + file + " reason=" + reason,
                cause);
    }

    private static final class CountingStream extends FilterInputStream {

        private final LongConsumer bytesRead;

        CountingStream(InputStream in, LongConsumer bytesRead) {
            super(in);
            this.bytesRead = bytesRead;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            bytesRead.accept(Math.max(0, count));
            return count;
        }
    }
}
