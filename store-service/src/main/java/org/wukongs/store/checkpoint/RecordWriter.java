package org.wukongs.store.checkpoint;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.wire.WireWriter;

/** Writes one file of a checkpoint, record by record. Used by one thread. */
final class RecordWriter implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private final OutputStream out;
    private final WireWriter record = new WireWriter();

    /** Creates the file. An error of the disk is RETRIABLE, here and in all other methods. */
    RecordWriter(Path file) {
        this.file = file;
        try {
            channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", file, e);
        }
        out =
                new CheckedOutputStream(
                        new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES),
                        crc);
    }

    /** Begins a record; fill it, then call {@link #end}. */
    WireWriter begin(RecordType type) {
        return record.begin(type.code());
    }

    void end() {
        try {
            record.writeTo(out);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", file, e);
        }
    }

    /** Writes everything to disk, and returns the file's entry. */
    FileEntry sync() {
        try {
            out.flush();
            channel.force(true);
            return new FileEntry(
                    file.getFileName().toString(), channel.position(), (int) crc.getValue());
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", file, e);
        }
    }
}
