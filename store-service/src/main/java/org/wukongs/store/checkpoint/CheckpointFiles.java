package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/** The file operations of checkpoints. */
final class CheckpointFiles {

    private static final int BUFFER_BYTES = 1 << 16;

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
        Path begun = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(begun, text);
        sync(begun);
        Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(file.getParent());
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Makes creations, renames and deletions in a directory durable. */
    static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /**
     * Reads a file and compares it with its entry in the manifest.
     *
     * @param progress gets how many bytes of it have been read
     * @throws UnusableCheckpointException if the file differs, or cannot be read
     */
    static void verify(Path directory, FileEntry entry, LongConsumer progress) {
        Path file = directory.resolve(entry.name());
        long bytes = size(file);
        if (bytes != entry.bytes()) {
            throw UnusableCheckpointException.damaged(
                    file,
                    Math.min(bytes, entry.bytes()),
                    "another size: expectedBytes=" + entry.bytes() + " foundBytes=" + bytes);
        }
        int crc = crc(file, progress);
        if (crc != entry.crc()) {
            throw UnusableCheckpointException.damaged(
                    file,
                    0,
                    String.format(
                            "another CRC32C: bytes=%d expectedCrc=%08x foundCrc=%08x",
                            bytes, entry.crc(), crc));
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            throw UnusableCheckpointException.damaged(file, 0, "the file is missing", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    private static int crc(Path file, LongConsumer progress) {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        long offset = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                crc.update(buffer, 0, count);
                offset += count;
                progress.accept(offset);
            }
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, offset, e);
        }
        return (int) crc.getValue();
    }
}
