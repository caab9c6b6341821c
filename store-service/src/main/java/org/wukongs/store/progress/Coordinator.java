package org.wukongs.store.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.stream.StagedTuples;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * Makes SN–VTS plans, and publishes Stable_SN and Stable_VTS, for a store of one node (Wukong+S,
 * SOSP'17, section 4.3).
 *
 * <p>Plans are made from actual progress: as soon as plan n is done, plan n+1 has everything that
 * streams have closed by then, in that order, so no stream waits for another. This departs from the
 * paper, where the mapping is made in advance and streams are held to it. When the injector has
 * done a plan (Local_VTS has reached it), Stable_SN and Stable_VTS move to it together, as one
 * {@link StablePoint}. On a node of a cluster a plan may linger for streams that are about to close
 * the same event time ({@link PlanLinger}).
 *
 * <p>Invariants: Stable_SN rises with each plan, unless a replay chooses it; no entry of Stable_VTS
 * goes back, except that of an ended stream that is opened again; at most one plan is running.
 * Owned by the store agent, except for {@link #stablePointAcquire}.
 */
public final class Coordinator {

    /**
     * Maximum tuples of a plan, unless a single batch has more: 0.1 to 0.25 s of injection, so that
     * a backlog becomes visible step by step, and the agent serves other work in between.
     */
    public static final long PLAN_TUPLE_COUNT_MAX = 1 << 18;

    private record Entry(StreamState state, StreamProgress progress) {}

    /**
     * What is published and not shown yet.
     *
     * @param position of the newest record that it is made from
     * @param progress up to which it has everything
     */
    private record Hidden(StablePoint point, long position, long progress) {

        Hidden with(StablePoint changed) {
            return new Hidden(changed, position, progress);
        }
    }

    private final Map<String, Entry> streams = new TreeMap<>();
    private final GraphMemory stored;
    private final Injector injector;
    private final EpochNumbers epochs = new EpochNumbers();
    private final InjectionOrder order = new InjectionOrder();
    private boolean progressed;
    private long progressCount;
    private long changeCount;
    private long plannedProgress;
    private long publishedProgress;
    private final Deque<Hidden> hidden = new ArrayDeque<>(); // published, not stable; oldest first
    private PlanTarget target;
    private PlanLinger linger; // null on a node of its own, where a plan tells nobody
    private InjectionPlan underWay;
    private StablePoint next; // the plan's, with the snapshot before it
    private StablePoint newest = StablePoint.NOTHING; // stable, or the last one that is hidden
    private volatile StablePoint stable = StablePoint.NOTHING; // owner: the store agent
    private long planPosition; // of the record of the plan under way
    private long newestProgress;
    private boolean planIsNext; // of a plan and a request that both wait for the next snapshot
    private History history = new History();
    private long version;
    private LongConsumer observer = sn -> {};

    /** {@code stored} is the memory of the stored graphs; the caller drives {@code injector}. */
    public Coordinator(GraphMemory stored, Injector injector) {
        this.stored = stored;
        this.injector = injector;
        this.target = new OwnGraphs(stored);
    }

    /** Changes the stored graphs there; called before the first plan. */
    public void useTarget(PlanTarget newTarget) {
        target = newTarget;
    }

    /** Lets plans linger, see {@link PlanLinger}; called before the first one. */
    public void linger(NanoClock clock) {
        linger = new PlanLinger(clock);
    }

    /** Lets {@code newObserver} know each new Stable_SN. */
    public void observe(LongConsumer newObserver) {
        observer = newObserver;
    }

    /**
     * Reports plans to the node's history, and publishes nothing before its log has kept it. Called
     * before anything is recorded.
     */
    public void useHistory(History newHistory) {
        history = newHistory;
    }

    /** Adds a stream, at any time; the next plan includes it. */
    public void addStream(StreamState state) {
        String name = state.definition().name();
        streams.put(name, new Entry(state, new StreamProgress(name, epochs)));
    }

    /** Drops a stream with its staged tuples; no plan may be running. */
    public void dropStream(String name) {
        checkNoneUnderWay();
        order.drop(name);
        streams.remove(name).progress().close();
        changeAll(point -> point.without(name));
    }

    /**
     * Opens a writer and returns its writer epoch. A stream that had ended continues from the
     * newest batch that was closed by number; no plan may be running then. When the last writer of
     * an epoch opens, messages that will be sent again are dropped from open batches, because a
     * window by count would count a repeated tuple twice.
     *
     * @throws WukongsException USER if a writer continues from a checkpoint that is ahead of this
     *     store, which was restored from a checkpoint of its own or is another store
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
            order.reopen(writer.stream(), progress.closedByNumber());
            StablePoint.StreamPoint reopened = point(entry);
            changeAll(point -> point.with(writer.stream(), reopened));
            version++;
        }
        return epoch;
    }

    private void changeAll(UnaryOperator<StablePoint> change) {
        newest = change.apply(newest);
        stable = change.apply(stable);
        int count = hidden.size();
        for (int i = 0; i < count; i++) {
            Hidden point = hidden.remove();
            hidden.add(point.with(change.apply(point.point())));
        }
    }

    /**
     * Notes that a completed checkpoint covers a writer's messages up to {@code position}; returns
     * false if this store does not have them.
     */
    public boolean commit(String stream, MessageId position) {
        return streams.containsKey(stream) && progress(stream).commit(position);
    }

    /** Opens a writer that sends nothing again. */
    public long open(WriterId writer) {
        return open(writer, WriterOrigin.UNRELATED);
    }

    /** Returns true if opening the writer does not start a new writer epoch. */
    public boolean joins(WriterId writer) {
        return progress(writer.stream()).joins(writer);
    }

    public StreamProgress progress(String stream) {
        return streams.get(stream).progress();
    }

    public Collection<String> streamNames() {
        return Collections.unmodifiableSet(streams.keySet());
    }

    /** Notes that writer {@code index} of a stream has closed all batches up to {@code batch}. */
    public void closeUpTo(String stream, int index, long batch) {
        countProgress(stream, progress(stream).closeUpTo(index, batch));
    }

    /**
     * Marks writer {@code index} of a stream as idle: the stream does not wait for it until it
     * sends again.
     */
    public void markIdle(String stream, int index) {
        changeCount++;
        countProgress(stream, progress(stream).markIdle(index));
    }

    /**
     * Closes the batches of an idle stream that end at or before {@code timeMs}; does nothing if it
     * is not idle. If its home is another node, that one is going to be asked to.
     */
    public void closeIdle(String stream, long timeMs) {
        StreamState state = streams.get(stream).state();
        if (state.replica() == null) {
            closeIdleUpTo(stream, state.definition().batchOf(timeMs) - 1);
        } else if (progress(stream).idle()) {
            state.replica().followTo(timeMs);
        }
    }

    /** As above, up to a batch. */
    public void closeIdleUpTo(String stream, long batch) {
        boolean moved = progress(stream).closeIdle(batch);
        if (moved && history.isOn()) {
            history.add(new NodeRecord.CloseIdle(stream, batch));
        }
        countProgress(stream, moved);
    }

    /**
     * Returns the event time up to which a stream's writers have closed it, whether that is
     * injected or not: {@code Long.MIN_VALUE} before the first batch, {@code Long.MAX_VALUE} after
     * the end.
     */
    long closedMs(String stream) {
        Entry entry = streams.get(stream);
        long batch = entry.progress().closedBatch();
        return batch == StreamAdaptor.NO_BATCH || batch == StreamAdaptor.END_OF_STREAM
                ? batch
                : entry.state().definition().batchEndMs(batch);
    }

    /** Notes that late tuples of a stream wait for a plan. */
    public void lateStaged(String stream) {
        Entry entry = streams.get(stream);
        order.addLate(entry.state(), Math.max(entry.state().plannedBatch(), closedBatch(entry)));
        countProgress();
    }

    private void countProgress(String stream, boolean moved) {
        if (moved) {
            order.close(streams.get(stream).state(), closedBatch(streams.get(stream)));
            countProgress();
        }
    }

    private void countProgress() {
        if (linger != null && !progressed) {
            linger.begin();
        }
        progressed = true;
        progressCount++;
        changeCount++;
    }

    /** Returns a count that rises with all progress, and when writers become idle. */
    long changeCount() {
        return changeCount;
    }

    /** Returns a count that rises with all progress that needs a plan. */
    public long progressCount() {
        return progressCount;
    }

    /** Returns the progress count up to which everything is visible. */
    public long publishedProgress() {
        return publishedProgress;
    }

    /** Returns true if a plan is running or can be made. */
    public boolean hasWork() {
        return underWay != null || progressed;
    }

    public boolean planUnderWay() {
        return underWay != null;
    }

    /** Returns true if the running plan is done and can be published. */
    public boolean planDone() {
        return underWay != null && injector.isDone();
    }

    /**
     * Offers the next plan if none is running and it does not linger, and publishes the running one
     * when it is done; returns true if it did either.
     */
    public boolean advance() {
        return lingerNs() == 0 && advanceAtOnce();
    }

    /** As above, but does not linger. */
    boolean advanceAtOnce() {
        return underWay == null
                ? progressed && plan(newest.sn() + 1, PLAN_TUPLE_COUNT_MAX)
                : publishIfDone();
    }

    /** Returns for how long the next plan lingers from now on, in ns, 0 if it does not. */
    public long lingerNs() {
        return linger == null || underWay != null || !progressed ? 0 : linger.leftNs(ownClosed());
    }

    private List<ClosedStream> ownClosed() {
        List<ClosedStream> closed = new ArrayList<>();
        streams.forEach(
                (name, entry) -> {
                    long batch = entry.progress().closedBatch();
                    boolean isKnown =
                            batch != StreamAdaptor.NO_BATCH && batch != StreamAdaptor.END_OF_STREAM;
                    if (isKnown && entry.state().replica() == null) {
                        closed.add(
                                new ClosedStream(
                                        entry.state().definition(),
                                        batch,
                                        batch > entry.state().plannedBatch(),
                                        entry.progress().isWritten()));
                    }
                });
        return closed;
    }

    /**
     * Offers everything closed as one plan under a given SN, which must not be below that of an
     * earlier plan; no plan may be running.
     */
    public void planAs(long sn) {
        checkNoneUnderWay();
        if (sn < newest.sn() && !newest.streams().isEmpty()) {
            throw new IllegalStateException(
                    "Stable_SN goes back: from=" + newest.sn() + " to=" + sn);
        }
        plan(sn, Long.MAX_VALUE);
    }

    /**
     * Makes a plan again that was made before; no plan may be running.
     *
     * @throws IllegalStateException if it is another plan now
     */
    public void planAgain(NodeRecord.Plan made) {
        checkNoneUnderWay();
        plan(made.sn(), made.tupleCountMax());
        if (underWay.vts().hashCode() != made.vtsHash()) {
            throw new IllegalStateException(
                    "another plan was made: sn=" + made.sn() + " now=" + underWay.vts());
        }
    }

    private boolean plan(long sn, long tupleCountMax) {
        List<StagedTuples> parts = new ArrayList<>();
        takeTurns(parts, tupleCountMax);
        Map<String, Long> vts = new HashMap<>();
        Map<String, Long> ownVts = new HashMap<>(); // without streams of other nodes
        Map<String, StreamPoint> points = new HashMap<>();
        streams.forEach(
                (name, entry) -> {
                    if (!order.has(name)) {
                        parts.add(entry.state().takeUpTo(closedBatch(entry)));
                    }
                    vts.put(name, entry.state().plannedBatch());
                    if (entry.state().replica() == null) {
                        ownVts.put(name, entry.state().plannedBatch());
                    }
                    points.put(name, point(entry));
                });
        progressed = order.first() != null;
        if (linger != null) {
            linger.end();
        }
        plannedProgress = progressed ? plannedProgress : progressCount;
        target.begin(ownVts);
        underWay = new InjectionPlan(vts, parts);
        if (history.isOn()) {
            history.add(new NodeRecord.Plan(sn, tupleCountMax, vts.hashCode()));
        }
        planPosition = history.position();
        next = new StablePoint(sn, newest.storedSnapshot(), points);
        injector.offer(underWay, target);
        return true;
    }

    /** Takes turns while there is room for tuples; the last one maybe in part. */
    private void takeTurns(List<StagedTuples> parts, long tupleCountMax) {
        long left = tupleCountMax;
        while (left > 0 && order.first() != null) {
            InjectionTurn turn = order.first();
            Entry entry = streams.get(turn.stream());
            long target = Math.min(turn.upToBatch(), closedBatch(entry));
            long limit = entry.state().planLimit(target, left);
            left -= entry.state().openTupleCount(limit);
            if (limit < target) {
                parts.add(entry.state().takeUpTo(limit, 0));
                return;
            }
            parts.add(entry.state().takeUpTo(limit, turn.lateCount()));
            order.removeFirst();
        }
    }

    /** Returns the newest batch of a stream that a plan may have. */
    private static long closedBatch(Entry entry) {
        long closed = entry.progress().closedBatch();
        return closed == StreamAdaptor.END_OF_STREAM ? lastBatch(entry) : closed;
    }

    /** Returns the batch up to which an ended stream is complete. */
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
        long snapshot = target.publish();
        progressed |= injector.leavesDue();
        newestProgress = plannedProgress;
        publish(
                new StablePoint(target.sn(next.sn(), snapshot), snapshot, next.streams()),
                planPosition);
        planIsNext = false;
        return true;
    }

    /** Publishes a change of the stored graphs that is the turn of another node, or of a load. */
    public void publishTurn(long snapshot) {
        publish(new StablePoint(snapshot, snapshot, newest.streams()), history.position());
    }

    /** Publishes what loads and updates have changed outside of plans, if any, as the next SN. */
    public void publishChanged() {
        checkNoneUnderWay();
        long snapshot = stored.publishedSnapshot();
        if (snapshot != newest.storedSnapshot()) {
            publish(
                    new StablePoint(newest.sn() + 1, snapshot, newest.streams()),
                    history.position());
            planIsNext = true;
        }
    }

    /** {@code position} is that of the newest record that the snapshot is made from. */
    private void publish(StablePoint point, long position) {
        if (point.storedSnapshot() < newest.storedSnapshot()) {
            throw new IllegalStateException(
                    "snapshots go back: from="
                            + newest.storedSnapshot()
                            + " to="
                            + point.storedSnapshot());
        }
        newest = point;
        hidden.add(new Hidden(point, position, newestProgress));
        showKept();
    }

    /**
     * Shows what has waited for the log or for other nodes, and waits no longer; returns true if
     * there was something.
     */
    public boolean showKept() {
        Hidden shown = null;
        while (!hidden.isEmpty() && isKept(hidden.peek())) {
            shown = hidden.remove();
        }
        if (shown == null) {
            return false;
        }
        stored.showSnapshots(shown.point().storedSnapshot());
        publishedProgress = shown.progress();
        stable = shown.point();
        version++;
        observer.accept(stable.sn());
        return true;
    }

    private boolean isKept(Hidden point) {
        return history.isKept(point.position()) && target.isStable(point.point().storedSnapshot());
    }

    /** Returns true if something is complete that may not be shown yet. */
    public boolean isHeld() {
        return !hidden.isEmpty();
    }

    /** Returns false if so much may not be shown yet that no plan is made. */
    boolean mayPlan() {
        return hidden.size() < target.hiddenMax();
    }

    /**
     * Called before a request makes a snapshot: one at a time waits for the log, and plans and
     * requests take turns.
     *
     * @throws org.wukongs.store.history.NotNowException if the request has to wait
     */
    public void checkTurn() {
        history.checkRoom();
        if (history.isOn() && (isHeld() || (planIsNext && hasWork()))) {
            throw History.snapshotWaits();
        }
    }

    // Cuts

    /**
     * Called before a request reads the newest snapshot: it has to be visible.
     *
     * @throws org.wukongs.store.history.NotNowException if the request has to wait
     */
    public void checkSettled() {
        if (history.isOn() && (isHeld() || underWay != null)) {
            throw History.snapshotWaits();
        }
    }

    /** Notes that a plan has failed: requests may have their turns, perhaps they make room. */
    void planFailed() {
        planIsNext = false;
    }

    /** Returns the number of the newest snapshot, which may not be visible yet. */
    public long newestSn() {
        return newest.sn();
    }

    /**
     * Returns the state of this coordinator with everything that is published, though it may not be
     * shown yet; no plan may be running.
     */
    public CoordinatorCut cut() {
        checkNoneUnderWay();
        return new CoordinatorCut(newest.sn(), epochs.kept(), order.turns());
    }

    /** As above, the state of a stream's writers. */
    public ProgressCut cut(String stream) {
        checkNoneUnderWay();
        return progress(stream).cut(newest.stream(stream));
    }

    /**
     * Begins a start of the store: the writers of the start before are gone and have to open again,
     * in new epochs.
     *
     * @param start higher than the one before
     */
    public void beginStart(long start) {
        epochs.begin(start);
        streams.values().forEach(entry -> entry.progress().beginAgain());
    }

    /** Returns the number of the store's start, 0 before the first. */
    public long start() {
        return epochs.start();
    }

    /**
     * Restores the numbers of epochs from a cut, before all streams, and after them because they
     * take some.
     */
    public void restore(NavigableMap<Long, Long> keptEpochs) {
        epochs.restore(keptEpochs);
    }

    /** Returns the newest epoch of each start, to be {@link #restore(NavigableMap) restored}. */
    public NavigableMap<Long, Long> keptEpochs() {
        return epochs.kept();
    }

    /** Knows the epochs of streams that come from another node, before these. */
    public void adopt(NavigableMap<Long, Long> keptEpochs) {
        epochs.adopt(keptEpochs);
    }

    /**
     * Takes over the progress of a stream from another node, all of which is planned and shown,
     * after the stream's state; no plan may be running.
     */
    public void adopt(String stream, ProgressCut cut) {
        checkNoneUnderWay();
        progress(stream).restore(cut);
        changeAll(point -> point.with(stream, cut.stable()));
        changeCount++;
        version++;
    }

    /**
     * Goes on with another state of a stream, of which nothing is known yet; no plan may be
     * running. What is returned takes that back.
     */
    public Runnable replaceStream(StreamState state) {
        checkNoneUnderWay();
        String name = state.definition().name();
        Entry before = streams.get(name);
        StablePoint.StreamPoint shown = newest.stream(name);
        Entry now = new Entry(state, new StreamProgress(name, epochs));
        streams.put(name, now);
        return () -> {
            checkNoneUnderWay();
            now.progress().close();
            streams.put(name, before);
            changeAll(point -> point.with(name, shown));
        };
    }

    /** Returns how far a stream is published, though that may not be shown yet. */
    public StablePoint.StreamPoint published(String stream) {
        return newest.stream(stream);
    }

    /** Restores the progress of a stream from a cut, after the stream's state. */
    public void restore(String stream, ProgressCut cut) {
        checkNoneUnderWay();
        progress(stream).restore(cut);
        newest = newest.with(stream, cut.stable());
        stable = newest;
        countProgress(stream, true);
        if (streams.get(stream).state().hasLate()) {
            lateStaged(stream);
        }
    }

    /** Restores the order in which streams have closed batches, after all streams. */
    public void restore(List<InjectionTurn> turns) {
        for (InjectionTurn turn : turns) {
            if (!streams.containsKey(turn.stream())) {
                throw new IllegalArgumentException("no such stream: stream=" + turn.stream());
            }
        }
        order.restore(turns);
    }

    /** Makes the restored graphs visible with this Stable_SN. */
    public void restoreStable(long sn) {
        checkNoneUnderWay();
        newest = new StablePoint(sn, stored.publishedSnapshot(), newest.streams());
        stable = newest;
        version++;
        observer.accept(sn);
    }

    private void checkNoneUnderWay() {
        if (underWay != null) {
            throw new IllegalStateException("a plan is running: vts=" + underWay.vts());
        }
    }

    /** Returns what is currently visible; any thread. */
    public StablePoint stablePointAcquire() {
        return stable;
    }

    public long stableSn() {
        return stable.sn();
    }

    /**
     * Returns a count that rises with every stable point, and when open batches have lost tuples.
     */
    public long version() {
        return version;
    }

    /**
     * Returns the event time up to which a stream is stable: {@code Long.MIN_VALUE} before its
     * first closed batch, {@code Long.MAX_VALUE} after its end.
     */
    public long stableMs(String stream) {
        return stable.stream(stream).stableMs();
    }
}
