package org.wukongs.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.wukongs.error.WukongsException;

/** Files that are compressed if their names end with {@code .gz} or {@code .zst}. */
public final class CompressedFile {

    private static final String GZIP = ".gz";
    private static final String ZSTD = ".zst";
    private static final int BUFFER_BYTES = 1 << 16;

    private CompressedFile() {}

    /** The name without {@code .gz} or {@code .zst}. */
    public static String plainName(String name) {
        if (name.endsWith(GZIP)) {
            return name.substring(0, name.length() - GZIP.length());
        }
        return name.endsWith(ZSTD) ? name.substring(0, name.length() - ZSTD.length()) : name;
    }

    /** The file's decompressed bytes; USER error for a directory and for a file that is missing. */
    public static InputStream open(Path file) throws IOException {
        return open(file, bytes -> {});
    }

    /** As above; {@code bytesRead} hears how many more of the file's own bytes were read. */
    public static InputStream open(Path file, LongConsumer bytesRead) throws IOException {
        requireFile(file);
        InputStream raw = new CountingStream(Files.newInputStream(file), bytesRead);
        return decompress(file.getFileName().toString(), raw);
    }

    /** USER error unless this is a file. */
    public static void requireFile(Path file) {
        if (Files.isDirectory(file)) {
            throw WukongsException.user("a directory is no file to read: file=" + file);
        }
        if (!Files.isRegularFile(file)) {
            throw WukongsException.user("no such file: file=" + file);
        }
    }

    /**
     * The decompressed bytes of {@code raw}, the content of a file of this name. {@code raw} is
     * closed with them, and if this throws.
     */
    public static InputStream decompress(String name, InputStream raw) throws IOException {
        InputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
        try {
            if (name.endsWith(GZIP)) {
                return new GZIPInputStream(buffered, BUFFER_BYTES);
            }
            return name.endsWith(ZSTD) ? zstd(name, buffered) : buffered;
        } catch (IOException | WukongsException e) {
            raw.close();
            throw e;
        }
    }

    private static InputStream zstd(String name, InputStream in) throws IOException {
        try {
            return Zstd.open(in);
        } catch (NoClassDefFoundError e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "reading .zst needs zstd-jni on the class path; .gz does not: file=" + name,
                    e);
        }
    }

    /** Loaded for the first {@code .zst} file: not all who use this library bring zstd. */
    private static final class Zstd {

        static InputStream open(InputStream in) throws IOException {
            return new ZstdInputStream(in);
        }
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
