package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.wire.WireWriter;

/** Writes one file of a checkpoint, record by record. Used by one thread. */
final class RecordWriter implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 17;

    /**
     * What waits for the disk at most: a sync of the log has to wait for it, some 10 ms on a disk
     * that writes 400 MB/s.
     */
    private static final int UNSYNCED_BYTES_MAX = 1 << 22;

    private final String name;
    private final Path path;
    private final StorageDirectory.File file;
    private final CheckpointPace pace;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final OutputStream out =
            new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    room();
                    buffer.put((byte) b);
                }

                @Override
                public void write(byte[] bytes, int from, int count) throws IOException {
                    append(bytes, from, count);
                }
            };
    private final WireWriter record = new WireWriter();
    private long writtenBytes;
    private long unsyncedBytes;

    /** Creates the file. An error of the disk is RETRIABLE, here and in all other methods. */
    RecordWriter(StorageDirectory directory, String name, CheckpointPace pace) {
        this.name = name;
        this.path = Path.of(directory.describe(name));
        this.pace = pace;
        try {
            file = directory.create(name);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", path, e);
        }
    }

    /** Begins a record; fill it, then call {@link #end}. */
    WireWriter begin(RecordType type) {
        return record.begin(type.code());
    }

    void end() {
        try {
            record.writeTo(out);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", path, e);
        }
    }

    private void append(byte[] bytes, int from, int count) throws IOException {
        int done = 0;
        while (done < count) {
            room();
            int some = Math.min(count - done, buffer.remaining());
            buffer.put(bytes, from + done, some);
            done += some;
        }
    }

    private void room() throws IOException {
        if (!buffer.hasRemaining()) {
            flush();
        }
    }

    private void flush() throws IOException {
        int count = buffer.position();
        crc.update(buffer.array(), 0, count);
        file.append(buffer.flip());
        buffer.clear();
        writtenBytes += count;
        unsyncedBytes += count;
        if (unsyncedBytes >= UNSYNCED_BYTES_MAX) {
            file.sync();
            unsyncedBytes = 0;
        }
        pace.wrote(count);
    }

    /** Returns how many bytes the file has so far. */
    long bytes() {
        return writtenBytes + buffer.position();
    }

    /** Writes everything to disk, and returns the file's entry. */
    FileEntry sync() {
        try {
            flush();
            file.sync();
            return new FileEntry(name, writtenBytes, (int) crc.getValue());
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", path, e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", path, e);
        }
    }
}
