package org.wukongs.store.node;

import java.nio.BufferUnderflowException;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogReader;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.store.log.UnusableLogException;
import org.wukongs.wire.WireReader;

/** Brings a node to where its log ends, and lets a log go on from there. */
final class RecordedNode {

    private final StoreNode node;
    private final RecordedTerms terms;
    private final NodeReplay replay;
    private long position; // of the newest record that was carried out
    private long readBytes;
    private long recordCount;

    /**
     * @param node empty, or restored from a checkpoint
     * @param restored whether it was restored
     */
    RecordedNode(StoreNode node, boolean restored) {
        this.node = node;
        this.terms = new RecordedTerms(node.dictionary(), restored);
        this.replay = new NodeReplay(node);
        node.beginReplay();
    }

    /**
     * Does again what a log has after a position.
     *
     * @param from the position of the checkpoint from which the node was restored, 0 for none
     * @param limit the position after which the log does not count
     * @param progress is told how much has been read
     * @return where the log ends; null if it was read only up to the limit
     * @throws UnusableLogException if it cannot be read, or says something that cannot be done
     */
    LogEnd replay(
            StorageDirectory directory, long logId, long from, long limit, ReadProgress progress) {
        position = from;
        try (LogReader reader = LogReader.open(directory, logId, from)) {
            progress.begin("the log", reader.totalBytes());
            while (position < limit && reader.next()) {
                orSayWhere(reader, this::apply);
                progress.read(reader.readBytes());
            }
            readBytes = reader.readBytes();
            if (limit == Long.MAX_VALUE) {
                return reader.end();
            }
            if (position < limit) {
                throw WukongsException.user(
                        "the log has less than is to be kept of it: file="
                                + reader.file()
                                + " position="
                                + position
                                + " kept="
                                + limit);
            }
            return null;
        }
    }

    /**
     * Does something with the record that was just read.
     *
     * @throws UnusableLogException with its place if that cannot be done
     */
    static void orSayWhere(LogReader reader, Consumer<LogReader> action) {
        try {
            action.accept(reader);
        } catch (BufferUnderflowException
                | IllegalStateException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException
                | WukongsException e) {
            throw UnusableLogException.notDone(
                    reader.file(), reader.offset(), reader.position(), e);
        }
    }

    private void apply(LogReader reader) {
        WireReader record = reader.record();
        NodeRecordType type = NodeRecordType.of(record.type());
        if (reader.isPreamble()) {
            terms.read(type, record);
        } else {
            replay.apply(NodeRecord.read(type, record));
            position = reader.position();
            recordCount++;
        }
    }

    /** Returns how many records were carried out. */
    long recordCount() {
        return recordCount;
    }

    /** Returns the position of the newest record that was carried out. */
    long position() {
        return position;
    }

    /** Returns whether the log has named a checkpoint, or a later one, so that it has its terms. */
    boolean hasTermsOf(long checkpoint) {
        return replay.newestCheckpoint() >= checkpoint;
    }

    /** Returns how many bytes of the log were read. */
    long readBytes() {
        return readBytes;
    }

    /**
     * Begins a start of the store: everything is recorded from now on. What may not be on disk of
     * what was done again is written to it before anybody sees the node.
     *
     * @param start number of this start, higher than those before
     * @param end of the log that goes on
     * @return the writer of the log, whose agent has to be run
     * @throws WukongsException RETRIABLE if the disk fails
     */
    LogWriter begin(
            long start,
            StorageDirectory directory,
            long logId,
            LogEnd end,
            LogOptions options,
            NanoClock clock) {
        replay.start(start);
        node.endReplay();
        LogWriter writer = LogWriter.open(directory, options, logId, end, terms, clock);
        writer.begin();
        node.beginHistory(new WrittenHistory(writer, options.syncMode()));
        node.history().add(new NodeRecord.Start(start));
        return writer;
    }
}
