package org.wukongs.store.load;

import java.io.IOException;
import java.nio.file.Path;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.file.CompressedFile;

/** Names and errors of a file that may be compressed. */
final class DataFile {

    private DataFile() {}

    static String plainName(Path file) {
        return CompressedFile.plainName(file.getFileName().toString());
    }

    /**
     * Returns the absolute URI of the file without the suffix of its compression, so that a
     * compressed file has the same IRIs.
     */
    static String uri(Path file) {
        return file.toAbsolutePath().normalize().resolveSibling(plainName(file)).toUri().toString();
    }

    /**
     * Returns the size of the file as stored, 0 if it cannot be read; opening it reports the error.
     */
    static long sizeBytes(Path file) {
        return file.toFile().length();
    }

    static WukongsException unreadable(Path file, Exception cause) {
        String reason =
                cause instanceof IOException e ? IoReason.of(e) : BadStatement.messageOf(cause);
        return new WukongsException(
                WukongsException.Category.USER,
                "cannot read: file=" + file + " reason=" + reason,
                cause);
    }
}
