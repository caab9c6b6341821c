package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.StorageDirectory;

/** The file operations of checkpoints. */
final class CheckpointFiles {

    private static final int BUFFER_BYTES = 1 << 13;
    private static final String TEMPORARY = ".tmp";

    private CheckpointFiles() {}

    /**
     * Returns a RETRIABLE error: the disk may have room later, and the store continues meanwhile.
     */
    static WukongsException failed(String what, Path path, IOException cause) {
        return new WukongsException(
                Category.RETRIABLE,
                what + ": path=" + path + " reason=" + IoReason.of(cause),
                cause);
    }

    /**
     * Writes a small file atomically, replacing an existing one; the file is on disk when this
     * returns.
     */
    static void write(Path file, String text) throws IOException {
        String name = file.getFileName().toString();
        Files.deleteIfExists(file.resolveSibling(name + TEMPORARY)); // of a process that was killed
        write(new FileStorage(file.getParent()), name, text);
    }

    /** Makes creations, renames and deletions in a directory durable. */
    static void syncDirectory(Path directory) throws IOException {
        new FileStorage(directory).sync();
    }

    static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** As {@link #write(Path, String)}, for a new file. */
    static void write(StorageDirectory directory, String name, String text) throws IOException {
        try (StorageDirectory.File file = directory.create(name + TEMPORARY)) {
            file.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            file.sync();
        }
        directory.rename(name + TEMPORARY, name);
        directory.sync();
    }

    /** Reads a file of at most so many bytes. */
    static byte[] read(StorageDirectory directory, String name, int bytesMax) throws IOException {
        try (StorageDirectory.Input in = directory.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
            while (in.read(bytes, bytes.position()) >= 0) {
                if (bytes.position() > bytesMax) {
                    throw new IOException("the file is too long: bytesMax=" + bytesMax);
                }
                if (!bytes.hasRemaining()) {
                    bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
                }
            }
            return Arrays.copyOf(bytes.array(), bytes.position());
        }
    }
}
