package org.wukongs.store.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.store.coordinator.StablePoint.StreamPoint;
import org.wukongs.store.inject.InjectionPlan;
import org.wukongs.store.inject.InjectionPlan.StreamPart;
import org.wukongs.store.inject.Injector;
import org.wukongs.store.inject.StreamState;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;

/**
 * SN–VTS plans, Stable_SN and Stable_VTS of a store of one node (Wukong+S, SOSP'17, section 4.3).
 *
 * <p>Plans are drawn from actual progress: as soon as plan n is done by all injectors, plan n+1 is
 * what all streams have closed by then, so no stream waits for another. Departure from the paper,
 * where the mapping is made ahead and streams are held to it. When all injectors have done a plan
 * (their Local_VTS has reached it), Stable_SN and Stable_VTS move to it together: one {@link
 * StablePoint}.
 *
 * <p>Invariants: Stable_SN rises with each plan, unless a replay names it; no entry of Stable_VTS
 * goes back but that of an ended stream which is opened again; at most one plan is under way. Owned by the store agent but
 * for {@link #stablePointAcquire}.
 */
public final class Coordinator {

    /**
     * Tuples of a plan, if no single batch has more: 0.1 to 0.25 s of injection, so that a backlog
     * becomes visible step by step and others are served in between.
     */
    public static final long PLAN_TUPLE_COUNT_MAX = 1 << 18;

    private record Entry(StreamState state, StreamProgress progress) {}

    private final Map<String, Entry> streams = new TreeMap<>();
    private final List<Injector> injectors;
    private long newestEpoch;
    private long newestSnapshot;
    private boolean progressed;
    private InjectionPlan underWay;
    private StablePoint next;
    private volatile StablePoint stable = StablePoint.NOTHING; // owner: the store agent
    private long version;

    /** Coordinates {@code injectors}, which are driven by their own threads or the caller's. */
    public Coordinator(List<Injector> injectors) {
        this.injectors = List.copyOf(injectors);
    }

    /** Streams may come at any time; the first plan after it has them. */
    public void addStream(StreamState state) {
        String name = state.definition().name();
        streams.put(name, new Entry(state, new StreamProgress(name, () -> ++newestEpoch)));
    }

    /** A stream goes, with what it has staged; no plan may be under way. */
    public void dropStream(String name) {
        checkNoneUnderWay();
        streams.remove(name);
        stable = stable.without(name);
    }

    /**
     * Opens a writer and returns its writer epoch. A stream that had ended goes on from the newest
     * batch that was closed by number; no plan may be under way then.
     */
    public long open(WriterId writer) {
        Entry entry = streams.get(writer.stream());
        boolean ended = entry.progress().ended();
        long epoch = entry.progress().open(writer);
        if (ended) {
            checkNoneUnderWay();
            stable = stable.with(writer.stream(), point(entry));
            version++;
        }
        return epoch;
    }

    public StreamProgress progress(String stream) {
        return streams.get(stream).progress();
    }

    public Collection<String> streamNames() {
        return Collections.unmodifiableSet(streams.keySet());
    }

    /** Writer {@code index} of a stream has closed all batches up to {@code batch}. */
    public void closeUpTo(String stream, int index, long batch) {
        progressed |= progress(stream).closeUpTo(index, batch);
    }

    /** Writer {@code index} of a stream is not waited for until it sends again. */
    public void markIdle(String stream, int index) {
        progressed |= progress(stream).markIdle(index);
    }

    /** Of an idle stream: nobody writes below the end of {@code batch}. */
    public void closeIdle(String stream, long batch) {
        progressed |= progress(stream).closeIdle(batch);
    }

    /** Late tuples wait for a plan. */
    public void lateStaged() {
        progressed = true;
    }

    /** True where a plan is under way or can be made. */
    public boolean hasWork() {
        return underWay != null || progressed;
    }

    public boolean planUnderWay() {
        return underWay != null;
    }

    /** True where the plan under way is done by all injectors and can be published. */
    public boolean planDone() {
        if (underWay == null) {
            return false;
        }
        for (Injector injector : injectors) {
            if (injector.injectedSnapshotAcquire() != underWay.snapshot()) {
                return false;
            }
        }
        return true;
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
        List<StreamPart> parts = new ArrayList<>();
        Map<String, Long> vts = new HashMap<>();
        Map<String, StreamPoint> points = new HashMap<>();
        long left = tupleCountMax;
        for (Entry entry : streams.values()) {
            StreamPart part = take(entry, left);
            for (var batch : part.batches()) {
                left -= batch.size();
            }
            if (!part.batches().isEmpty() || !part.late().isEmpty()) {
                parts.add(part);
            }
            String name = entry.state().definition().name();
            vts.put(name, entry.state().plannedBatch());
            points.put(name, point(entry));
        }
        newestSnapshot++;
        underWay = new InjectionPlan(newestSnapshot, vts, parts);
        next = new StablePoint(sn, newestSnapshot, points);
        injectors.forEach(injector -> injector.offer(underWay));
        return true;
    }

    private StreamPart take(Entry entry, long tupleCountMax) {
        long closed = entry.progress().closedBatch();
        long target = closed == StreamAdaptor.END_OF_STREAM ? lastBatch(entry) : closed;
        long limit = entry.state().planLimit(target, tupleCountMax);
        progressed |= limit < target;
        return entry.state().takeUpTo(limit);
    }

    /** What an ended stream is complete up to. */
    private static long lastBatch(Entry entry) {
        return Math.max(entry.state().plannedBatch(), entry.state().lastBatch());
    }

    private static StreamPoint point(Entry entry) {
        long batch = entry.state().plannedBatch();
        boolean ended = entry.progress().ended() && batch >= lastBatch(entry);
        if (ended) {
            return new StreamPoint(batch, Long.MAX_VALUE);
        }
        long closed = Math.min(batch, entry.progress().closedBatch());
        return closed == StreamAdaptor.NO_BATCH
                ? StreamPoint.NOTHING
                : new StreamPoint(closed, entry.state().definition().batchEndMs(closed));
    }

    private boolean publishIfDone() {
        if (!planDone()) {
            return false;
        }
        underWay = null;
        publish(next);
        return true;
    }

    /**
     * Stored data has been changed outside of streams: that is the next SN, but all that is loaded
     * before the first plan is SN 1.
     */
    public void publishLoaded() {
        checkNoneUnderWay();
        newestSnapshot++;
        long sn = stable.streams().isEmpty() ? 1 : stable.sn() + 1;
        publish(new StablePoint(sn, newestSnapshot, stable.streams()));
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

    /** Rises with every stable point. */
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
