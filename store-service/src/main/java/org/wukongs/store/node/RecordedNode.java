package org.wukongs.store.node;

import java.nio.BufferUnderflowException;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogReader;
import org.wukongs.store.log.LogReader.OnDamage;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.store.log.UnusableLogException;
import org.wukongs.wire.WireReader;

/** Brings a node to where its log ends, and lets the log go on from there. */
public final class RecordedNode {

    private final StoreNode node;
    private final StorageDirectory directory;
    private final long logId;
    private final RecordedTerms terms;
    private final NodeReplay replay;
    private LogEnd end;

    /**
     * @param node empty, or restored from a checkpoint at the position from which the log is read
     * @param restored whether it was restored
     * @param logId that of the data directory
     */
    public RecordedNode(StoreNode node, boolean restored, StorageDirectory directory, long logId) {
        this.node = node;
        this.directory = directory;
        this.logId = logId;
        this.terms = new RecordedTerms(node.dictionary(), restored);
        this.replay = new NodeReplay(node, restored);
    }

    /**
     * Does again what the log has after a position.
     *
     * @throws UnusableLogException if it cannot be read, or says something that cannot be done
     */
    public LogEnd replay(long position, OnDamage onDamage) {
        try (LogReader reader = LogReader.open(directory, logId, position, onDamage)) {
            while (reader.next()) {
                try {
                    apply(reader);
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
            end = reader.end();
            return end;
        }
    }

    private void apply(LogReader reader) {
        WireReader record = reader.record();
        NodeRecordType type = NodeRecordType.of(record.type());
        if (type == null) {
            throw new IllegalArgumentException("unknown type: code=" + record.type());
        }
        if (reader.isPreamble()) {
            terms.read(type, record);
        } else {
            replay.apply(NodeRecord.read(type, record));
        }
    }

    /**
     * Begins a start of the store after {@link #replay}: everything is recorded from now on. What
     * may not be on disk of what was done again is written to it before anybody sees the node.
     *
     * @param start number of this start, higher than those before
     * @return the writer of the log, whose agent has to be run
     * @throws WukongsException RETRIABLE if the disk fails
     */
    public LogWriter begin(long start, LogOptions options, NanoClock clock) {
        replay.start(start);
        LogWriter writer = LogWriter.open(directory, options, logId, end, terms, clock);
        writer.begin();
        node.beginHistory(new WrittenHistory(writer, options.syncMode()));
        node.history().add(new NodeRecord.Start(start));
        return writer;
    }
}
