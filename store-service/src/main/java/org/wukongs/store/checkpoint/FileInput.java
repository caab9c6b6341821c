package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.log.StorageDirectory;

/**
 * The bytes of a file of a checkpoint, as they are in its manifest: they are compared before the
 * first one is handed out. Used by one thread.
 */
final class FileInput extends InputStream {

    /** Longer files are read twice, first to compare them. */
    private static final int KEPT_BYTES_MAX = 1 << 26;

    private static final int BUFFER_BYTES = 1 << 18;

    private final Path file;
    private final StorageDirectory.Input in;
    private final LongConsumer progress;
    private final ByteBuffer buffer; // all bytes, or some
    private long filledTo; // offset in the file of the end of the buffer

    private FileInput(
            Path file, StorageDirectory.Input in, ByteBuffer buffer, LongConsumer progress) {
        this.file = file;
        this.in = in;
        this.buffer = buffer;
        this.progress = progress;
    }

    /**
     * Opens a file and compares it with its entry.
     *
     * @param progress gets how many bytes of it have been read
     * @throws UnusableCheckpointException if the file differs, or cannot be read
     */
    static FileInput open(StorageDirectory directory, FileEntry entry, LongConsumer progress) {
        Path file = Path.of(directory.describe(entry.name()));
        StorageDirectory.Input in;
        try {
            in = directory.open(entry.name());
        } catch (NoSuchFileException e) {
            throw UnusableCheckpointException.damaged(file, 0, "the file is missing", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
        boolean isKept = entry.bytes() <= KEPT_BYTES_MAX;
        int capacity = isKept ? (int) Math.max(1, entry.bytes()) : BUFFER_BYTES;
        FileInput opened = new FileInput(file, in, ByteBuffer.allocate(capacity), progress);
        boolean done = false;
        try {
            opened.compare(entry);
            done = true;
        } finally {
            if (!done) {
                opened.close();
            }
        }
        return opened;
    }

    private void compare(FileEntry entry) {
        long length = length();
        if (length != entry.bytes()) {
            throw UnusableCheckpointException.damaged(
                    file,
                    Math.min(length, entry.bytes()),
                    "another size: expectedBytes=" + entry.bytes() + " foundBytes=" + length);
        }
        CRC32C crc = new CRC32C();
        buffer.limit(0);
        while (filledTo < length) {
            fill();
            crc.update(buffer.duplicate());
        }
        if ((int) crc.getValue() != entry.crc()) {
            throw UnusableCheckpointException.damaged(
                    file,
                    0,
                    String.format(
                            "another CRC32C: bytes=%d expectedCrc=%08x foundCrc=%08x",
                            length, entry.crc(), (int) crc.getValue()));
        }
        buffer.rewind();
        if (length > buffer.capacity()) {
            filledTo = 0;
            buffer.limit(0);
        }
    }

    private long length() {
        try {
            return in.lengthBytes();
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    /** Reads what comes next, as much as there is room for; nothing at the end. */
    private void fill() {
        buffer.clear();
        try {
            int read = 0;
            while (buffer.hasRemaining() && read >= 0) {
                read = in.read(buffer, filledTo + buffer.position());
            }
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, filledTo + buffer.position(), e);
        }
        buffer.flip();
        if (!buffer.hasRemaining()) {
            throw UnusableCheckpointException.damaged(file, filledTo, "the file is shorter now");
        }
        filledTo += buffer.remaining();
        progress.accept(filledTo);
    }

    /** Returns how many bytes were handed out. */
    long offset() {
        return filledTo - buffer.remaining();
    }

    Path file() {
        return file;
    }

    private boolean hasMore() {
        if (!buffer.hasRemaining() && filledTo < length()) {
            fill();
        }
        return buffer.hasRemaining();
    }

    @Override
    public int read() {
        return hasMore() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int from, int count) {
        if (count == 0) {
            return 0;
        }
        if (!hasMore()) {
            return -1;
        }
        int read = Math.min(count, buffer.remaining());
        buffer.get(into, from, read);
        return read;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, offset(), e);
        }
    }
}
