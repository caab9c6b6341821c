package org.wukongs.store.node;

import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.store.history.NodeLog;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.log.LogStall;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.SyncMode;
import org.wukongs.wire.WireWriter;

/** Puts a node's records into its log. The node's thread. */
final class WrittenHistory implements NodeLog {

    /** A batch of 30 thousand tuples, which a fast stream has each 100 ms. */
    private static final int KEPT_BYTES = 1 << 20;

    private final LogWriter writer;
    private final SyncMode mode;
    private final WireWriter frame = new WireWriter();

    WrittenHistory(LogWriter writer, SyncMode mode) {
        this.writer = writer;
        this.mode = mode;
    }

    @Override
    public boolean hasRoom() {
        return writer.hasRoom();
    }

    @Override
    public long append(NodeRecord record) {
        frame.begin(record.type().code());
        record.putTo(frame);
        long position = writer.append(frame);
        frame.releaseAbove(KEPT_BYTES);
        return position;
    }

    @Override
    public long position() {
        return writer.position();
    }

    @Override
    public boolean isKept(long position) {
        return position
                <= (mode == SyncMode.COMMIT ? writer.durablePosition() : writer.writtenPosition());
    }

    @Override
    public boolean isFlushed(long position) {
        return position
                <= (mode == SyncMode.SYSTEM ? writer.writtenPosition() : writer.durablePosition());
    }

    @Override
    public LogStatus status() {
        LogStall stall = writer.stall();
        return new LogStatus(
                writer.position(),
                writer.writtenPosition(),
                writer.durablePosition(),
                stall == null ? "" : stall.reason(),
                stall == null ? 0 : writer.agoMs(stall));
    }

    @Override
    public void requestFlush() {
        writer.requestSync();
    }
}
