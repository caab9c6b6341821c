package org.wukongs.store.node;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.DataLog;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.checkpoint.Restored;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.store.log.UnusableLogException;
import org.wukongs.store.stream.StreamState;

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
    private final Settings settings;
    private LogEnd end = LogEnd.empty(0);
    private Replayed replayed; // null if there was no log
    private String sendAgain; // null if nothing was left out
    private LogWriter writer;

    /**
     * What a start has carried out of a log.
     *
     * @param from the position of the checkpoint
     * @param position of the last record
     * @param bytes that were read
     * @param recordCount that were carried out, without terms
     * @param ms how long that took
     * @param torn what a crash has left after that, null for nothing
     */
    public record Replayed(
            LogPoint from,
            long position,
            long bytes,
            long recordCount,
            long ms,
            LogEnd.Torn torn) {}

    /**
     * How a node starts.
     *
     * @param options of the log
     * @param storage where segments are kept, for a directory
     * @param progress is told how much of the checkpoint and the log has been read
     * @param clock for durations
     */
    public record Settings(
            LogOptions options,
            Function<Path, StorageDirectory> storage,
            ReadProgress progress,
            NanoClock clock) {}

    private NodeStart(StoreNode node, DataDirectory data, Settings settings) {
        this.settings = settings;
        this.node = node;
        this.data = data;
        node.read(data, settings.progress());
        this.recorded = new RecordedNode(node, node.restored() != null);
        this.log = data.log();
    }

    /**
     * Starts a node.
     *
     * @param node empty
     * @param nowSeconds the time, from which the number of the start is made
     * @throws org.wukongs.error.WukongsException if a checkpoint or the log cannot be used; the
     *     message says how to do without
     */
    public static NodeStart of(
            StoreNode node, DataDirectory data, long nowSeconds, Settings settings) {
        NodeStart start = new NodeStart(node, data, settings);
        start.replay();
        start.begin(nowSeconds);
        return start;
    }

    private void replay() {
        LogPoint from = log.from();
        if (from == null) {
            return;
        }
        long beginNs = settings.clock().nanoTime();
        try {
            end =
                    recorded.replay(
                            storage(), log.id(), from.position(), log.limit(), settings.progress());
        } catch (UnusableLogException e) {
            throw e.withAdvice(advice(from));
        }
        long ms = TimeUnit.NANOSECONDS.toMillis(settings.clock().nanoTime() - beginNs);
        replayed =
                new Replayed(
                        from,
                        recorded.position(),
                        recorded.readBytes(),
                        recorded.recordCount(),
                        ms,
                        end == null ? null : end.torn());
        LOG.info("the log was carried out: {}", replayed);
    }

    private StorageDirectory storage() {
        return settings.storage().apply(log.directory());
    }

    /** Returns how to do without the rest of the log, or all of it. */
    private String advice(LogPoint from) {
        if (node.turns() != null) {
            return "nothing was changed; a node of a cluster cannot do without a part of its log,"
                    + " others rely on it";
        }
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

    private void begin(long nowSeconds) {
        long start = node.startAfter(data.nextStart(nowSeconds));
        data.settle();
        if (log.isNew() || hasLostTerms()) {
            log.begin(base());
            end = LogEnd.empty(0);
        }
        writer =
                recorded.begin(
                        start, storage(), log.id(), end, settings.options(), settings.clock());
        sendAgain = sendAgain();
        if (sendAgain != null) {
            LOG.warn(sendAgain);
        }
    }

    /**
     * Returns whether the log ends before it has named the checkpoint, as after a crash of the
     * machine with {@link org.wukongs.store.log.SyncMode#SYSTEM}. An older checkpoint could not go
     * on with it any longer, so another log begins.
     */
    private boolean hasLostTerms() {
        Restored restored = node.restored();
        boolean isAfter = restored != null && log.from().equals(restored.log());
        return isAfter && !recorded.hasTermsOf(restored.number());
    }

    /** Returns the checkpoint that has what the node has now; writes one if there is none. */
    private long base() {
        boolean goesOn = log.from() != null && recorded.position() > log.from().position();
        if (goesOn) {
            try (StoreCut cut = node.cut()) {
                return data.write(cut).number();
            }
        }
        return node.restored() == null ? 0 : node.restored().number();
    }

    /** Returns what has to be sent again if a part of the log was left out, null if none was. */
    public String toSendAgain() {
        return sendAgain;
    }

    private String sendAgain() {
        if (log.limit() == Long.MAX_VALUE) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        text.append("what the log had after position ")
                .append(recorded.position())
                .append(" is lost, send again all later loads, updates, registrations and tuples");
        for (StreamState stream : node.streams().states()) {
            text.append("; ").append(stream.definition().name()).append(restOf(stream));
        }
        return text.toString();
    }

    private String restOf(StreamState stream) {
        String name = stream.definition().name();
        long stableMs = node.coordinator().stableMs(name);
        if (stableMs == Long.MIN_VALUE) {
            return " from its beginning";
        }
        return stableMs == Long.MAX_VALUE
                ? " nothing, it has ended"
                : " after batch "
                        + node.coordinator().progress(name).closedBatch()
                        + ", event time "
                        + Instant.ofEpochMilli(stableMs);
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
        return replayed;
    }
}
