package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.CRC32C;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/** What checkpoints ask of a file system. */
final class CheckpointFiles {

    private static final int BUFFER_BYTES = 1 << 16;

    private CheckpointFiles() {}

    /** RETRIABLE: the disk may have room again, and the store goes on meanwhile. */
    static WukongsException failed(String what, Path path, IOException cause) {
        return new WukongsException(
                Category.RETRIABLE,
                what + ": path=" + path + " reason=" + cause.getMessage(),
                cause);
    }

    /**
     * A small file as a whole, on disk when it returns; one that was there is replaced as a whole.
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

    /** What was created, renamed or deleted in it is so for ever. */
    static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** Null where the file is what the manifest says, else what is wrong with it. */
    static String damage(Path directory, FileEntry entry) throws IOException {
        Path file = directory.resolve(entry.name());
        if (!Files.isRegularFile(file)) {
            return "a file is missing: file=" + entry.name();
        }
        long bytes = Files.size(file);
        if (bytes != entry.bytes()) {
            return "a file has another size: file="
                    + entry.name()
                    + " expected="
                    + entry.bytes()
                    + " found="
                    + bytes;
        }
        int crc = crc(file);
        return crc == entry.crc()
                ? null
                : String.format(
                        "a file is damaged: file=%s expectedCrc=%08x foundCrc=%08x",
                        entry.name(), entry.crc(), crc);
    }

    private static int crc(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                crc.update(buffer, 0, count);
            }
        }
        return (int) crc.getValue();
    }

    static void deleteAll(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                            throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
