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

/** Opens files, which are compressed if their names end with {@code .gz} or {@code .zst}. */
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

    /**
     * As above; each read reports to {@code bytesRead} how many bytes of the file itself it took.
     */
    public static InputStream open(Path file, LongConsumer bytesRead) throws IOException {
        requireFile(file);
        InputStream raw = new CountingStream(Files.newInputStream(file), bytesRead);
        return decompress(file.getFileName().toString(), raw);
    }

    /** Throws a USER error unless this is a file. */
    public static void requireFile(Path file) {
        if (Files.isDirectory(file)) {
            throw WukongsException.user("a directory cannot be read as a file: file=" + file);
        }
        if (!Files.isRegularFile(file)) {
            throw WukongsException.user("no such file: file=" + file);
        }
    }

    /**
     * The decompressed bytes of {@code raw}, the content of a file with this name. {@code raw} is
     * closed with them, and also if this throws.
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

    /** Loaded with the first {@code .zst} file: zstd may be missing on the class path. */
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
