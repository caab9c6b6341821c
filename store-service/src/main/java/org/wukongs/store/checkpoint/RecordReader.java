package org.wukongs.store.checkpoint;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.wire.WireReader;

/**
 * Reads one file of a checkpoint, record by record; that it is whole was verified before. One
 * thread.
 */
final class RecordReader implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final DataInputStream in;
    private final WireReader record = new WireReader();

    RecordReader(Path file) {
        this.file = file;
        try {
            in =
                    new DataInputStream(
                            new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot read the checkpoint", file, e);
        }
    }

    /** Reads the next record; its type, null at the end of the file. */
    RecordType next() {
        try {
            if (!record.readFrom(in)) {
                return null;
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot read the checkpoint", file, e);
        }
        RecordType type = RecordType.of(record.type());
        if (type == null) {
            throw unexpected(String.valueOf(record.type()));
        }
        return type;
    }

    /** What the record holds, to be read in order. */
    WireReader record() {
        return record;
    }

    IllegalStateException unexpected(Object type) {
        return new IllegalStateException(
                "a record is out of its place: file=" + file + " type=" + type);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot read the checkpoint", file, e);
        }
    }
}
