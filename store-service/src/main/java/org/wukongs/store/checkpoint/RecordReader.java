package org.wukongs.store.checkpoint;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.wire.WireReader;

/**
 * Reads one file of a checkpoint, record by record, after it was compared with the manifest. Used
 * by one thread.
 */
final class RecordReader implements AutoCloseable {

    private final FileInput file;
    private final DataInputStream in;
    private final WireReader record = new WireReader();
    private long recordOffset;

    /** {@code progress} gets how many bytes have been read. */
    RecordReader(StorageDirectory directory, FileEntry entry, LongConsumer progress) {
        file = FileInput.open(directory, entry, progress);
        in = new DataInputStream(file);
    }

    /** Reads the next record; returns its type, null at the end of the file. */
    RecordType next() {
        recordOffset = file.offset();
        try {
            if (!record.readFrom(in)) {
                return null;
            }
        } catch (EOFException e) {
            throw damaged("a record is truncated", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file.file(), file.offset(), e);
        }
        RecordType type = RecordType.of(record.type());
        if (type == null) {
            throw unexpected(String.valueOf(record.type()));
        }
        return type;
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
        return UnusableCheckpointException.damaged(file.file(), recordOffset, facts, cause);
    }

    @Override
    public void close() {
        file.close();
    }
}
