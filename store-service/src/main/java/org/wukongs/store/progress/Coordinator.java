package org.wukongs.store.progress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.stream.StagedTuples;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * SN–VTS plans, Stable_SN and Stable_VTS of a store of one node (Wukong+S, SOSP'17, section 4.3).
 *
 * <p>Plans are drawn from actual progress: as soon as plan n is done, plan n+1 is what all streams
 * have closed by then, so no stream waits for another. Departure from the paper, where the mapping
 * is made ahead and streams are held to it. When the injector has done a plan (Local_VTS has
 * reached it), Stable_SN and Stable_VTS move to it together: one {@link StablePoint}.
 *
 * <p>Invariants: Stable_SN rises with each plan, unless a replay names it; no entry of Stable_VTS
 * goes back but that of an ended stream which is opened again; at most one plan is under way. Owned
 * by the store agent but for {@link #stablePointAcquire}.
 */
public final class Coordinator {

    /**
     * Tuples of a plan, if no single batch has more: 0.1 to 0.25 s of injection, so that a backlog
     * becomes visible step by step and others are served in between.
     */
    public static final long PLAN_TUPLE_COUNT_MAX = 1 << 18;

    private record Entry(StreamState state, StreamProgress progress) {}

    private final Map<String, Entry> streams = new TreeMap<>();
    private final GraphMemory stored;
    private final Injector injector;
    private final EpochNumbers epochs = new EpochNumbers();
    private boolean progressed;
    private long progressCount;
    private long changeCount;
    private long plannedProgress;
    private long publishedProgress;
    private InjectionPlan underWay;
    private StablePoint next;
    private volatile StablePoint stable = StablePoint.NOTHING; // owner: the store agent
    private long version;

    /** Of the stored graphs' {@code memory} and an injector, which the caller drives. */
    public Coordinator(GraphMemory stored, Injector injector) {
        this.stored = stored;
        this.injector = injector;
    }

    /** Streams may come at any time; the first plan after it has them. */
    public void addStream(StreamState state) {
        String name = state.definition().name();
        streams.put(name, new Entry(state, new StreamProgress(name, epochs)));
    }

    /** A stream goes, with what it has staged; no plan may be under way. */
    public void dropStream(String name) {
        checkNoneUnderWay();
        streams.remove(name).progress().close();
        stable = stable.without(name);
    }

    /**
     * Opens a writer and returns its writer epoch. A stream that had ended goes on from the newest
     * batch that was closed by number; no plan may be under way then. When the last writer of an
     * epoch opens, open batches lose what is sent again: for a window by count a tuple that is
     * there twice is two.
     *
     * @throws WukongsException USER where a writer goes on from a checkpoint that has more than
     *     this store, which has come back from a checkpoint of its own or is another one
     */
    public long open(WriterId writer, WriterOrigin origin) {
        Entry entry = streams.get(writer.stream());
        StreamProgress progress = entry.progress();
        boolean ended = progress.ended();
        long epoch = progress.open(writer, origin);
        if (progress.allOpened()) {
            long dropped = entry.state().dropOpen(progress.closedByNumber(), progress::isResent);
            version += dropped > 0 ? 1 : 0;
        }
        if (ended) {
            checkNoneUnderWay();
            stable = stable.with(writer.stream(), point(entry));
            version++;
        }
        return epoch;
    }

    /**
     * A completed checkpoint covers a writer's messages up to {@code position}; false where this
     * store does not have them.
     */
    public boolean commit(String stream, MessageId position) {
        return streams.containsKey(stream) && progress(stream).commit(position);
    }

    /** As above, of a writer that sends nothing again. */
    public long open(WriterId writer) {
        return open(writer, WriterOrigin.UNRELATED);
    }

    /** True where a writer that opens does not begin a new writer epoch. */
    public boolean joins(WriterId writer) {
        return progress(writer.stream()).joins(writer);
    }

    public StreamProgress progress(String stream) {
        return streams.get(stream).progress();
    }

    public Collection<String> streamNames() {
        return Collections.unmodifiableSet(streams.keySet());
    }

    /** Writer {@code index} of a stream has closed all batches up to {@code batch}. */
    public void closeUpTo(String stream, int index, long batch) {
        countProgress(progress(stream).closeUpTo(index, batch));
    }

    /** Writer {@code index} of a stream is not waited for until it sends again. */
    public void markIdle(String stream, int index) {
        changeCount++;
        countProgress(progress(stream).markIdle(index));
    }

    /** If a stream is idle: nobody writes into its batches that end at or before {@code timeMs}. */
    void closeIdle(String stream, long timeMs) {
        long batch = streams.get(stream).state().definition().batchOf(timeMs) - 1;
        countProgress(progress(stream).closeIdle(batch));
    }

    /**
     * Event time up to which a stream's writers have closed it, whether that is injected or not:
     * {@code Long.MIN_VALUE} before the first batch, {@code Long.MAX_VALUE} after the end.
     */
    long closedMs(String stream) {
        Entry entry = streams.get(stream);
        long batch = entry.progress().closedBatch();
        return batch == StreamAdaptor.NO_BATCH || batch == StreamAdaptor.END_OF_STREAM
                ? batch
                : entry.state().definition().batchEndMs(batch);
    }

    /** Late tuples wait for a plan. */
    public void lateStaged() {
        countProgress(true);
    }

    private void countProgress(boolean moved) {
        progressed |= moved;
        progressCount += moved ? 1 : 0;
        changeCount += moved ? 1 : 0;
    }

    /** Rises with all progress, and where writers become idle. */
    long changeCount() {
        return changeCount;
    }

    /** Rises with all progress that a plan is to be made of. */
    public long progressCount() {
        return progressCount;
    }

    /** All progress up to this count is visible. */
    public long publishedProgress() {
        return publishedProgress;
    }

    /** True where a plan is under way or can be made. */
    public boolean hasWork() {
        return underWay != null || progressed;
    }

    public boolean planUnderWay() {
        return underWay != null;
    }

    /** Whether the plan under way is done and can be published. */
    public boolean planDone() {
        return underWay != null && injector.isDone();
    }

    /**
     * Offers the next plan when none is under way, publishes the one under way when it is done;
     * true where something happened.
     */
    public boolean advance() {
        return underWay == null
                ? progressed && plan(stable.sn() + 1, PLAN_TUPLE_COUNT_MAX)
                : publishIfDone();
    }

    /**
     * Offers everything closed as one plan under a given SN, which must not be below that of an
     * earlier plan; no plan may be under way.
     */
    public void planAs(long sn) {
        checkNoneUnderWay();
        if (sn < stable.sn() && !stable.streams().isEmpty()) {
            throw new IllegalStateException(
                    "Stable_SN goes back: from=" + stable.sn() + " to=" + sn);
        }
        plan(sn, Long.MAX_VALUE);
    }

    private boolean plan(long sn, long tupleCountMax) {
        progressed = false;
        List<StagedTuples> parts = new ArrayList<>();
        Map<String, Long> vts = new HashMap<>();
        Map<String, StreamPoint> points = new HashMap<>();
        long left = tupleCountMax;
        for (Entry entry : streams.values()) {
            long limit = limit(entry, left);
            left -= entry.state().ring().openTupleCountUpTo(limit);
            parts.add(entry.state().takeUpTo(limit));
            String name = entry.state().definition().name();
            vts.put(name, entry.state().plannedBatch());
            points.put(name, point(entry));
        }
        plannedProgress = progressed ? plannedProgress : progressCount;
        long snapshot = stored.publishedSnapshot() + 1;
        stored.beginSnapshot(snapshot);
        underWay = new InjectionPlan(snapshot, vts, parts);
        next = new StablePoint(sn, snapshot, points);
        injector.offer(underWay);
        return true;
    }

    private long limit(Entry entry, long tupleCountMax) {
        long closed = entry.progress().closedBatch();
        long target = closed == StreamAdaptor.END_OF_STREAM ? lastBatch(entry) : closed;
        long limit = entry.state().planLimit(target, tupleCountMax);
        progressed |= limit < target;
        return limit;
    }

    /** What an ended stream is complete up to. */
    private static long lastBatch(Entry entry) {
        long staged = Math.max(entry.state().plannedBatch(), entry.state().lastBatch());
        return Math.max(staged, entry.progress().closedByNumber());
    }

    private static StreamPoint point(Entry entry) {
        long batch = entry.state().plannedBatch();
        boolean ended = entry.progress().ended() && batch >= lastBatch(entry);
        if (ended) {
            return new StreamPoint(batch, Long.MAX_VALUE);
        }
        long closed = Math.min(batch, entry.progress().closedByNumber());
        return closed == StreamAdaptor.NO_BATCH
                ? StreamPoint.NOTHING
                : new StreamPoint(closed, entry.state().definition().batchEndMs(closed));
    }

    private boolean publishIfDone() {
        if (!planDone()) {
            return false;
        }
        underWay = null;
        stored.publishSnapshot();
        publishedProgress = plannedProgress;
        publish(next);
        return true;
    }

    /**
     * Snapshots of stored data have been published outside of plans, by a load: that is the next
     * SN, but all that is loaded before the first plan is SN 1.
     */
    public void publishLoaded() {
        checkNoneUnderWay();
        long snapshot = stored.publishedSnapshot();
        if (snapshot != stable.storedSnapshot()) {
            long sn = stable.streams().isEmpty() ? 1 : stable.sn() + 1;
            publish(new StablePoint(sn, snapshot, stable.streams()));
        }
    }

    private void publish(StablePoint point) {
        if (point.storedSnapshot() <= stable.storedSnapshot()) {
            throw new IllegalStateException(
                    "snapshots go back: from="
                            + stable.storedSnapshot()
                            + " to="
                            + point.storedSnapshot());
        }
        stable = point;
        version++;
    }

    // Cuts

    /** Where this coordinator is; no plan may be under way. */
    public CoordinatorCut cut() {
        checkNoneUnderWay();
        return new CoordinatorCut(stable.sn(), epochs.kept());
    }

    /** Where a stream's writers are; no plan may be under way. */
    public ProgressCut cut(String stream) {
        checkNoneUnderWay();
        return progress(stream).cut(stable.stream(stream));
    }

    /**
     * The store starts for the {@code start}-th time, before anything else.
     *
     * @param keptEpochs of the cut from which it comes back, empty for none
     */
    public void beginStart(long start, NavigableMap<Long, Long> keptEpochs) {
        epochs.begin(start, keptEpochs);
    }

    /** Goes on with a stream where a cut was made; its state has been restored. */
    public void restore(String stream, ProgressCut cut) {
        checkNoneUnderWay();
        progress(stream).restore(cut);
        stable = stable.with(stream, cut.stable());
        countProgress(true);
    }

    /** Stored data has been restored: what is published of it is visible with this Stable_SN. */
    public void restoreStable(long sn) {
        checkNoneUnderWay();
        stable = new StablePoint(sn, stored.publishedSnapshot(), stable.streams());
        version++;
    }

    private void checkNoneUnderWay() {
        if (underWay != null) {
            throw new IllegalStateException("a plan is under way: snapshot=" + underWay.snapshot());
        }
    }

    /** What is visible now; any thread. */
    public StablePoint stablePointAcquire() {
        return stable;
    }

    public long stableSn() {
        return stable.sn();
    }

    /** Rises with every stable point, and where open batches have lost tuples. */
    public long version() {
        return version;
    }

    /**
     * Event time up to which a stream is stable: {@code Long.MIN_VALUE} before its first closed
     * batch, {@code Long.MAX_VALUE} after its end.
     */
    public long stableMs(String stream) {
        return stable.stream(stream).stableMs();
    }
}
