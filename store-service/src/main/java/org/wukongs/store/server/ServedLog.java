package org.wukongs.store.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.CheckpointLog;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.log.LogWriter;

/** The log of a server's node, as its checkpoints need it. Any thread; one checkpoint at a time. */
final class ServedLog implements CheckpointLog {

    private static final Logger LOG = LoggerFactory.getLogger(ServedLog.class);

    private final LogWriter writer;
    private final long id;
    private final AgentCalls agent;
    private final long replayedBytes;
    private volatile long beforeCheckpointBytes; // owner: the thread that makes a checkpoint
    private volatile long beforeCheckpointSegment; // the same

    /**
     * @param replayedBytes what the start has read of the log, which is since the newest checkpoint
     */
    ServedLog(LogWriter writer, long id, long replayedBytes, AgentCalls agent) {
        this.writer = writer;
        this.id = id;
        this.agent = agent;
        this.replayedBytes = replayedBytes;
        this.beforeCheckpointSegment = writer.metrics().segmentNumber();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public void await() {
        agent.flushed(store -> true);
    }

    @Override
    public void mark(long number) {
        agent.flushed(
                store -> {
                    store.history().checkLog();
                    store.history().add(new NodeRecord.Checkpoint(number));
                    return true;
                });
    }

    /** Returns how long the log is now, counted from where the start has begun to read it. */
    long bytes() {
        return replayedBytes + writer.metrics().writtenBytes();
    }

    /** Returns how much of the log came after the newest checkpoint. */
    long bytesSinceCheckpoint() {
        return bytes() - beforeCheckpointBytes;
    }

    /** Returns how many segments came after the newest checkpoint, or after the start. */
    long segmentsSinceCheckpoint() {
        long newest = writer.metrics().segmentNumber();
        return newest - beforeCheckpointSegment;
    }

    /**
     * Notes that there is a checkpoint, and deletes what no checkpoint needs.
     *
     * @param cutBytes what {@link #bytes} was at its cut
     * @param neededFrom the position from which the log is needed
     */
    void checkpointWritten(long cutBytes, long neededFrom) {
        beforeCheckpointBytes = cutBytes;
        beforeCheckpointSegment = writer.metrics().segmentNumber();
        try {
            writer.truncateBefore(Math.min(neededFrom, writer.trustedPosition()));
        } catch (WukongsException e) {
            LOG.warn("the next checkpoint tries it again: {}", e.getMessage());
        }
    }
}
