package org.wukongs.store.metadata;

import java.util.ArrayDeque;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogReader;
import org.wukongs.store.log.LogStall;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.Preamble;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.log.UnusableLogException;
import org.wukongs.wire.WireWriter;

/**
 * The metadata log of a cluster of one node: a {@code store.log} in a directory of its own. {@link
 * #poll} writes what was appended, waits until it is durable, and only then returns it.
 *
 * <p>The log is read twice at its opening, since its writer has to know the end before anything is
 * read: what the process before may not have brought to the disk is written again first.
 */
public final class EmbeddedMetadataLog implements MetadataLog {

    /** Type of the only kind of frame in this log. */
    private static final int TYPE_RECORD = 1;

    private final String identity;
    private final LogWriter writer;
    private final WireWriter frame = new WireWriter();
    private final Queue<Entry> appended = new ArrayDeque<>(); // not yet read
    private LogReader reader; // null when what was there at the opening has been read
    private long position;

    private EmbeddedMetadataLog(
            String identity, LogWriter writer, LogReader reader, long position) {
        this.identity = identity;
        this.writer = writer;
        this.reader = reader;
        this.position = position;
    }

    /**
     * Opens a log, or begins it.
     *
     * @param logId which log it is, not 0; that of the data directory
     * @param from the records after it are read
     * @throws UnusableLogException if the log is damaged, or is another one
     * @throws WukongsException USER if {@code from} is of another log; FATAL if the log ends before
     *     it; RETRIABLE if the disk fails
     */
    public static EmbeddedMetadataLog open(
            StorageDirectory directory,
            long logId,
            MetadataPoint from,
            LogOptions options,
            NanoClock clock) {
        if (options.syncMode() != SyncMode.COMMIT) {
            throw new IllegalArgumentException("what is read is durable: mode=" + options);
        }
        String identity = "embedded:" + Long.toUnsignedString(logId, 16);
        from.checkIdentity(identity);
        LogEnd end = end(directory, logId, from, identity);
        LogWriter writer = LogWriter.open(directory, options, logId, end, Preamble.NONE, clock);
        boolean opened = false;
        try {
            writer.begin();
            LogReader reader = LogReader.open(directory, logId, from.position());
            opened = true;
            return new EmbeddedMetadataLog(identity, writer, reader, from.position());
        } finally {
            if (!opened) {
                writer.agent().onClose();
            }
        }
    }

    /** Reads the log once, from the record of the point on, which has to be there. */
    private static LogEnd end(
            StorageDirectory directory, long logId, MetadataPoint from, String identity) {
        long before = Math.max(0, from.position() - 1);
        try (LogReader reader = LogReader.open(directory, logId, before)) {
            boolean hasPoint = from.position() == 0;
            while (reader.next()) {
                hasPoint |= reader.position() == from.position();
            }
            if (!hasPoint) {
                throw from.notThere(identity, "endPosition=" + reader.end().position());
            }
            return reader.end();
        }
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public boolean append(byte[] record) {
        MetadataLog.checkedSize(record);
        if (reader != null) {
            return false;
        }
        frame.begin(TYPE_RECORD).putBytes(record);
        long offered = writer.offer(frame);
        if (offered == LogWriter.FULL) {
            writer.agent().doWork();
            offered = writer.offer(frame);
        }
        frame.release();
        if (offered == LogWriter.FULL) {
            return false;
        }
        appended.add(new Entry(offered, record.clone()));
        return true;
    }

    @Override
    public Entry poll() {
        if (reader != null) {
            if (reader.next()) {
                position = reader.position();
                return new Entry(position, reader.record().getBytes());
            }
            reader.close();
            reader = null;
        }
        Entry next = appended.peek();
        if (next != null && writer.durablePosition() < next.position()) {
            writer.agent().doWork();
        }
        if (next == null || writer.durablePosition() < next.position()) {
            return null;
        }
        position = next.position();
        return appended.remove();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long endPosition() {
        return writer.position();
    }

    @Override
    public String stall() {
        LogStall stall = writer.stall();
        return stall == null ? null : stall.reason();
    }

    @Override
    public void close() {
        try {
            if (reader != null) {
                reader.close();
            }
        } finally {
            writer.agent().onClose();
        }
    }
}
