package org.wukongs.store.checkpoint;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
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
    private final CountedInput counted;
    private final DataInputStream in;
    private final WireReader record = new WireReader();
    private long recordOffset;

    RecordReader(Path file) {
        this.file = file;
        try {
            counted =
                    new CountedInput(
                            new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
            in = new DataInputStream(counted);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    /** Reads the next record; its type, null at the end of the file. */
    RecordType next() {
        recordOffset = counted.offset;
        try {
            if (!record.readFrom(in)) {
                return null;
            }
        } catch (EOFException e) {
            throw damaged("a record is cut off", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, counted.offset, e);
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

    UnusableCheckpointException unexpected(Object type) {
        return damaged("a record is out of its place: type=" + type, null);
    }

    /** The record read last is not what it ought to be. */
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

    /** Knows how far it was read. */
    private static final class CountedInput extends FilterInputStream {

        private long offset;

        CountedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            offset += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] bytes, int start, int length) throws IOException {
            int count = super.read(bytes, start, length);
            offset += Math.max(0, count);
            return count;
        }
    }
}
