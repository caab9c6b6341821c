package org.wukongs.store.node;

import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.checkpoint.CheckpointLog;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.DataLog;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.UnusableLogException;

/**
 * The start of a node that keeps its data: the newest checkpoint, then the log after it, then a
 * start of the store with which the log goes on. Until all of that has succeeded, nothing changes
 * on disk. The thread that owns the node.
 */
public final class NodeStart {

    private static final Logger LOG = LoggerFactory.getLogger(NodeStart.class);

    private final StoreNode node;
    private final DataDirectory data;
    private final RecordedNode recorded;
    private final DataLog log;
    private LogEnd end = LogEnd.empty(0);
    private LogWriter writer;

    /**
     * What a start has carried out of a log.
     *
     * @param from the position of the checkpoint
     * @param position of the last record
     * @param bytes that were read
     * @param torn what a crash has left after that, null for nothing
     */
    public record Replayed(LogPoint from, long position, long bytes, LogEnd.Torn torn) {}

    private NodeStart(StoreNode node, DataDirectory data) {
        this.node = node;
        this.data = data;
        node.read(data);
        this.recorded = new RecordedNode(node, node.restored() != null);
        this.log = data.log();
    }

    /**
     * Starts a node.
     *
     * @param node empty
     * @param nowSeconds the time, from which the number of the start is made
     * @param options of the log
     * @throws org.wukongs.error.WukongsException if a checkpoint or the log cannot be used; the
     *     message says how to do without
     */
    public static NodeStart of(
            StoreNode node,
            DataDirectory data,
            long nowSeconds,
            LogOptions options,
            NanoClock clock) {
        NodeStart start = new NodeStart(node, data);
        start.replay();
        start.begin(nowSeconds, options, clock);
        return start;
    }

    private void replay() {
        LogPoint from = log.from();
        if (from == null) {
            return;
        }
        FileStorage directory = new FileStorage(log.directory());
        try {
            end = recorded.replay(directory, log.id(), from.position(), log.limit());
        } catch (UnusableLogException e) {
            throw e.withAdvice(advice(from));
        }
        LOG.info(
                "the log was carried out: log={} position={} torn={}",
                from,
                recorded.position(),
                end == null ? null : end.torn());
    }

    /** Returns how to do without the rest of the log, or all of it. */
    private String advice(LogPoint from) {
        LogPoint good = new LogPoint(log.id(), recorded.position());
        String state = node.restored() == null ? "an empty store" : node.restored().toString();
        String own = "to go back to " + state + ", and lose what came after it: " + option(from);
        return "nothing was changed; "
                + (good.equals(from)
                        ? own
                        : "to keep what is before, and lose the rest: "
                                + option(good)
                                + "; "
                                + own);
    }

    private static String option(LogPoint kept) {
        return DataLog.OPTION_ABANDON + " " + kept;
    }

    private void begin(long nowSeconds, LogOptions options, NanoClock clock) {
        long start = node.startAfter(data.nextStart(nowSeconds));
        data.settle();
        if (log.isNew()) {
            log.begin(base());
            end = LogEnd.empty(0);
        }
        writer =
                recorded.begin(
                        start, new FileStorage(log.directory()), log.id(), end, options, clock);
    }

    /** Returns the checkpoint that has what the node has now; writes one if there is none. */
    private long base() {
        boolean goesOn = log.from() != null && recorded.position() > log.from().position();
        if (goesOn) {
            try (StoreCut cut = node.cut()) {
                return data.write(cut, CheckpointLog.NONE).number();
            }
        }
        return node.restored() == null ? 0 : node.restored().number();
    }

    /** Returns the writer of the log, whose agent has to be run. */
    public LogWriter writer() {
        return writer;
    }

    /** Returns the id of the log. */
    public long logId() {
        return log.id();
    }

    /** Returns what was carried out of the log, null if there was none. */
    public Replayed replayed() {
        return log.from() == null
                ? null
                : new Replayed(log.from(), recorded.position(), recorded.readBytes(), end.torn());
    }
}
