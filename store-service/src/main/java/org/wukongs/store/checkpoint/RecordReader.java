package org.wukongs.store.checkpoint;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.apache.commons.io.input.BoundedInputStream;
import org.wukongs.wire.WireReader;

/** Reads one verified file of a checkpoint, record by record. Used by one thread. */
final class RecordReader implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final BoundedInputStream counted; // bounds nothing
    private final DataInputStream in;
    private final WireReader record = new WireReader();
    private final LongConsumer progress;
    private long recordOffset;

    /** {@code progress} gets how many bytes have been read. */
    RecordReader(Path file, LongConsumer progress) {
        this.file = file;
        this.progress = progress;
        try {
            counted =
                    BoundedInputStream.builder()
                            .setInputStream(
                                    new BufferedInputStream(
                                            Files.newInputStream(file), BUFFER_BYTES))
                            .get();
            in = new DataInputStream(counted);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    /** Reads the next record; returns its type, null at the end of the file. */
    RecordType next() {
        recordOffset = counted.getCount();
        progress.accept(recordOffset);
        try {
            if (!record.readFrom(in)) {
                return null;
            }
        } catch (EOFException e) {
            throw damaged("a record is truncated", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, counted.getCount(), e);
        }
        RecordType type = RecordType.of(record.type());
        if (type == null) {
            throw unexpected(String.valueOf(record.type()));
        }
        return type;
    }

    /** Returns how many bytes have been read. */
    long readBytes() {
        return counted.getCount();
    }

    /** Returns the content of the record, to be read in order. */
    WireReader record() {
        return record;
    }

    UnusableCheckpointException unexpected(Object type) {
        return damaged("a record is out of order: type=" + type, null);
    }

    /** Returns the error of a record that is not as expected: the one read last. */
    UnusableCheckpointException damaged(String facts, Exception cause) {
        return UnusableCheckpointException.damaged(file, recordOffset, facts, cause);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, recordOffset, e);
        }
    }
}
