package org.wukongs.flink.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.source.coordinator.SplitAssignmentTracker;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.testing.FakeStore;

/**
 * A job of Flink 2.3 with the real {@link QueryEnumerator}, in steps that can be taken in any order
 * that Flink allows, each possible one named by {@link #steps}. As in Flink's scheduler, checkpoint
 * coordinator and source coordinator:
 *
 * <ul>
 *   <li>A failed subtask leaves the registered readers, and is reset to the newest completed
 *       checkpoint later; then what it was assigned since comes back ({@link
 *       SplitAssignmentTracker}), and the next attempt registers with the splits of its state. A
 *       reset aborts the checkpoint that is under way; until then that may complete without the
 *       subtask if it had its part.
 *   <li>A global failover begins a new enumerator from the checkpoint, with any parallelism; the
 *       readers' splits are shared in turn then. A subtask that is restored alone gets the same
 *       share again.
 *   <li>From the enumerator's part of a checkpoint to the reader's, splits that are assigned to
 *       that reader are held back.
 *   <li>What readers emit is prepared at the barrier, committed when the checkpoint is complete,
 *       dropped with a reset before.
 * </ul>
 *
 * After each step every reader emits a window of each split that it has. {@link #check} throws
 * where a split has two readers, a window is committed twice or left out, or a reader needs what
 * the store has let go of.
 */
final class SimulatedJob {

    static final long UNBOUNDED = Long.MAX_VALUE;

    /** Flink's {@code OperatorCoordinator.NO_CHECKPOINT}. */
    private static final long NO_CHECKPOINT = -1;

    private static final List<String> FAILURES = List.of("fail ", "all tasks", "global", "abort");

    private static final StoreConnector STORE =
            StoreConnector.of("h0:1,h1:1", Duration.ofSeconds(1), FakeStore::connect);
    private static final QueryRegistration UNUSED =
            new QueryRegistration("", List.of(), List.of(), List.of(), List.of(), false);

    /** An attempt of a reader's subtask. */
    private static final class Attempt {
        private final int subtask;
        private boolean alive = true;
        private boolean registered;
        private boolean gatewayOpen = true;
        private boolean told; // that no more splits come
        private boolean toBeTold;
        private List<QuerySplit> restored = List.of();
        private final Map<String, QuerySplit> held = new TreeMap<>();
        private final List<QuerySplit> heldBack = new ArrayList<>();
        private final List<QuerySplit> emitted = new ArrayList<>(); // since the last barrier

        Attempt(int subtask) {
            this.subtask = subtask;
        }

        /** Its task has finished, or waits for its last checkpoint only. */
        boolean ended() {
            return told && held.isEmpty();
        }
    }

    /** A checkpoint, as far as it has got. */
    private static final class Snapshot {
        private final long id;
        private final int parallelism;
        private final byte[] enumerator;
        private final Map<Integer, List<byte[]>> readers = new TreeMap<>();

        Snapshot(long id, int parallelism, byte[] enumerator) {
            this.id = id;
            this.parallelism = parallelism;
            this.enumerator = enumerator;
        }
    }

    /** What can happen next. */
    record Step(String name, Runnable action) {

        boolean failure() {
            return FAILURES.stream().anyMatch(name::startsWith);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private final List<QuerySplit> splits;
    private final long endWindow;
    private final QuerySplitSerializer splitBytes = new QuerySplitSerializer();
    private final QueryEnumeratorStateSerializer stateBytes = new QueryEnumeratorStateSerializer();
    private final List<String> taken = new ArrayList<>();
    private final Map<Integer, List<QuerySplit>> prepared = new HashMap<>(); // by subtask
    private final Map<String, Long> committed = new HashMap<>(); // next window end by split
    private final Map<String, Long> released = new HashMap<>();
    private Snapshot latest; // null before the first completed checkpoint
    private Snapshot pending;
    private Snapshot unannounced; // complete, but nobody has been told
    private long checkpointCount;
    private int globalCount;
    private int committedCount;

    // Of the job since the last global failover.
    private int parallelism;
    private Map<Integer, Attempt> attempts;
    private SplitAssignmentTracker<QuerySplit> tracker;
    private Map<Integer, ReaderInfo> registeredReaders;
    private Runnable registration; // null when done
    private QueryEnumerator enumerator;

    /** {@code endWindow}: so many windows has a split, {@link #UNBOUNDED} for no end. */
    SimulatedJob(int splitCount, int parallelism, long endWindow) {
        this.endWindow = endWindow;
        splits = new ArrayList<>();
        for (int i = 0; i < splitCount; i++) {
            String node = "h" + i % 2 + ":1";
            splits.add(
                    i % 3 == 2
                            ? QuerySplit.ofTemplate("t" + i, node)
                            : QuerySplit.ofQuery("q" + i, node));
        }
        begin(parallelism);
    }

    /** A job that has read, completed a checkpoint and read on. */
    static SimulatedJob running(int splitCount, int parallelism, long endWindow) {
        SimulatedJob job = new SimulatedJob(splitCount, parallelism, endWindow);
        job.recover();
        job.completeCheckpoint();
        return job;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        boolean allRun = attempts.values().stream().allMatch(a -> a.alive && a.registered);
        if (registration != null) {
            steps.add(new Step("queries registered", this::queriesRegistered));
        }
        if (allRun && pending == null) {
            steps.add(new Step("checkpoint", this::trigger));
        }
        if (pending != null) {
            steps.add(new Step("abort", this::abort));
            if (pending.readers.size() == parallelism) {
                steps.add(new Step("complete", this::complete));
            }
        }
        if (unannounced != null) {
            steps.add(new Step("notify", this::announce));
        }
        for (Attempt attempt : attempts.values()) {
            addSteps(steps, attempt);
        }
        steps.add(new Step("all tasks restart", this::restartAll));
        for (int p = 1; p <= Math.max(3, parallelism); p++) {
            int parallel = p;
            steps.add(new Step("global failover to " + p, () -> begin(parallel)));
        }
        return steps;
    }

    private void addSteps(List<Step> steps, Attempt attempt) {
        int subtask = attempt.subtask;
        if (!attempt.alive) {
            steps.add(new Step("reset " + subtask, () -> restart(subtask)));
            return;
        }
        steps.add(new Step("fail " + subtask, () -> fail(attempt)));
        if (!attempt.registered) {
            steps.add(new Step("register " + subtask, () -> register(attempt)));
        }
        if (pending != null && !pending.readers.containsKey(subtask)) {
            steps.add(new Step("barrier " + subtask, () -> barrier(attempt)));
        }
    }

    /** Takes a step, lets all readers emit, and checks. */
    void take(Step step) {
        taken.add(step.name());
        step.action().run();
        attempts.values().forEach(this::emit);
        check();
    }

    /** Brings all back without any other failure and ends with two checkpoints. */
    void finish() {
        recover();
        completeCheckpoint();
        completeCheckpoint();
        while (bounded() && !attempts.values().stream().allMatch(Attempt::ended)) {
            completeCheckpoint();
        }
        completeCheckpoint();
        splits.forEach(this::checkFinished);
    }

    private void checkFinished(QuerySplit split) {
        long next = committed.getOrDefault(split.splitId(), 0L);
        if (bounded()) {
            require(next == endWindow, "committed up to " + next + " of " + split);
        } else {
            long readers =
                    attempts.values().stream()
                            .filter(a -> a.held.containsKey(split.splitId()))
                            .count();
            require(readers == 1, "readers of " + split + ": " + readers);
            require(next > 0, "nothing committed of " + split);
        }
    }

    private boolean bounded() {
        return endWindow != UNBOUNDED;
    }

    int committedCount() {
        return committedCount;
    }

    private void recover() {
        if (pending != null) {
            take(new Step("abort", this::abort));
        }
        for (int subtask = 0; subtask < parallelism; subtask++) {
            int s = subtask;
            if (!attempts.get(s).alive) {
                take(new Step("reset " + s, () -> restart(s)));
            }
            if (!attempts.get(s).registered) {
                take(new Step("register " + s, () -> register(attempts.get(s))));
            }
        }
        if (registration != null) {
            take(new Step("queries registered", this::queriesRegistered));
        }
    }

    private void completeCheckpoint() {
        take(new Step("checkpoint", this::trigger));
        attempts.values().forEach(a -> take(new Step("barrier " + a.subtask, () -> barrier(a))));
        take(new Step("complete", this::complete));
        take(new Step("notify", this::announce));
    }

    // Failures

    private void begin(int parallel) {
        globalCount++;
        pending = null;
        unannounced = null;
        prepared.clear();
        parallelism = parallel;
        attempts = new TreeMap<>();
        tracker = new SplitAssignmentTracker<>();
        registeredReaders = new TreeMap<>();
        registration = null;
        QueryEnumeratorState state =
                latest == null
                        ? new QueryEnumeratorState(List.of(), List.of())
                        : read(() -> stateBytes.deserialize(3, latest.enumerator));
        enumerator = new QueryEnumerator(new Context(), STORE, UNUSED, bounded(), state);
        enumerator.start();
        for (int subtask = 0; subtask < parallel; subtask++) {
            deploy(subtask);
        }
    }

    private void deploy(int subtask) {
        Attempt attempt = new Attempt(subtask);
        attempt.restored = latest == null ? List.of() : share(latest, subtask);
        attempts.put(subtask, attempt);
    }

    /** As Flink shares a list: to the same subtasks, or all in turn. */
    private List<QuerySplit> share(Snapshot snapshot, int subtask) {
        List<byte[]> share = new ArrayList<>();
        if (snapshot.parallelism == parallelism) {
            share.addAll(snapshot.readers.get(subtask));
        } else {
            List<byte[]> all = new ArrayList<>();
            snapshot.readers.values().forEach(all::addAll);
            for (int i = subtask; i < all.size(); i += parallelism) {
                share.add(all.get(i));
            }
        }
        List<QuerySplit> restored = new ArrayList<>();
        share.forEach(bytes -> restored.add(read(() -> splitBytes.deserialize(3, bytes))));
        return restored;
    }

    private void fail(Attempt attempt) {
        registeredReaders.remove(attempt.subtask);
        end(attempt);
    }

    private static void end(Attempt attempt) {
        attempt.alive = false;
        attempt.registered = false;
        attempt.held.clear();
        attempt.heldBack.clear();
        attempt.emitted.clear();
    }

    private void restart(int subtask) {
        if (pending != null) {
            abort();
        }
        end(attempts.get(subtask));
        prepared.remove(subtask);
        registeredReaders.remove(subtask);
        long restoredId = latest == null ? NO_CHECKPOINT : latest.id;
        List<QuerySplit> back = tracker.getAndRemoveUncheckpointedAssignment(subtask, restoredId);
        enumerator.addSplitsBack(back, subtask);
        deploy(subtask);
    }

    private void restartAll() {
        for (int subtask = 0; subtask < parallelism; subtask++) {
            restart(subtask);
        }
    }

    /** On another host each time, so that splits move. */
    private void register(Attempt attempt) {
        String host = "h" + (attempt.subtask + globalCount) % 2;
        registeredReaders.put(
                attempt.subtask,
                ReaderInfo.createReaderInfo(attempt.subtask, host, attempt.restored));
        attempt.registered = true;
        enumerator.addReader(attempt.subtask);
    }

    private void queriesRegistered() {
        Runnable done = registration;
        registration = null;
        done.run();
    }

    // Checkpoints

    private void trigger() {
        pending =
                new Snapshot(
                        ++checkpointCount,
                        parallelism,
                        read(
                                () -> {
                                    tracker.onCheckpoint(checkpointCount);
                                    return stateBytes.serialize(
                                            enumerator.snapshotState(checkpointCount));
                                }));
        attempts.values().forEach(attempt -> attempt.gatewayOpen = false);
    }

    private void barrier(Attempt attempt) {
        List<byte[]> state = new ArrayList<>();
        attempt.held.values().forEach(held -> state.add(read(() -> splitBytes.serialize(held))));
        pending.readers.put(attempt.subtask, state);
        prepared.computeIfAbsent(attempt.subtask, s -> new ArrayList<>()).addAll(attempt.emitted);
        attempt.emitted.clear();
        open(attempt);
    }

    private void open(Attempt attempt) {
        attempt.gatewayOpen = true;
        attempt.heldBack.forEach(split -> give(attempt, split));
        attempt.heldBack.clear();
        attempt.told |= attempt.toBeTold;
    }

    /** What was prepared for it goes with the next one, in front of what is emitted since. */
    private void abort() {
        for (int subtask : pending.readers.keySet()) {
            Attempt attempt = attempts.get(subtask);
            if (attempt.alive) {
                attempt.emitted.addAll(0, prepared.remove(subtask));
            }
        }
        tell(() -> enumerator.notifyCheckpointAborted(pending.id));
        pending = null;
        attempts.values().forEach(this::open);
    }

    private void complete() {
        latest = pending;
        unannounced = pending;
        pending = null;
        List<QuerySplit> windows = new ArrayList<>();
        prepared.values().forEach(windows::addAll);
        prepared.clear();
        windows.sort((a, b) -> Long.compare(a.nextWindowEndMs(), b.nextWindowEndMs()));
        for (QuerySplit window : windows) {
            long expected = committed.getOrDefault(window.splitId(), 0L);
            require(
                    window.nextWindowEndMs() == expected,
                    "committed " + window + " instead of " + expected);
            committed.put(window.splitId(), expected + 1);
            committedCount++;
        }
    }

    private void announce() {
        Snapshot announced = unannounced;
        unannounced = null;
        tracker.onCheckpointComplete(announced.id);
        tell(() -> enumerator.notifyCheckpointComplete(announced.id));
        for (List<byte[]> reader : announced.readers.values()) {
            for (byte[] bytes : reader) {
                QuerySplit position = read(() -> splitBytes.deserialize(3, bytes));
                if (position.begun()) {
                    released.merge(position.splitId(), position.nextWindowEndMs(), Math::max);
                }
            }
        }
    }

    // Readers

    private void give(Attempt attempt, QuerySplit split) {
        require(!attempt.told, "given to a reader that may have finished: " + split);
        require(
                attempt.held.put(split.splitId(), split) == null,
                "given to a reader that has it: " + split);
    }

    private void emit(Attempt attempt) {
        for (QuerySplit split : List.copyOf(attempt.held.values())) {
            long windowEnd = split.begun() ? split.nextWindowEndMs() : 0;
            if (windowEnd == endWindow) {
                attempt.held.remove(split.splitId());
                continue;
            }
            long kept = released.getOrDefault(split.splitId(), 0L);
            require(windowEnd >= kept, "let go of up to " + kept + ", needed " + split);
            attempt.emitted.add(split.from(windowEnd));
            attempt.held.put(split.splitId(), split.from(windowEnd + 1));
        }
    }

    private void check() {
        TreeSet<String> ids = new TreeSet<>();
        for (Attempt attempt : attempts.values()) {
            attempt.held.keySet().forEach(id -> require(ids.add(id), "read twice: " + id));
            attempt.heldBack.forEach(
                    split -> require(ids.add(split.splitId()), "given twice: " + split));
        }
        for (QuerySplit split : enumerator.snapshotState(checkpointCount).unassigned()) {
            require(ids.add(split.splitId()), "waits and is read, or waits twice: " + split);
        }
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + " after " + taken);
        }
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void tell(Call call) {
        read(
                () -> {
                    call.run();
                    return null;
                });
    }

    private interface Io<T> {
        T call() throws Exception;
    }

    private static <T> T read(Io<T> io) {
        try {
            return io.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What Flink's source coordinator is to the enumerator. */
    private final class Context implements SplitEnumeratorContext<QuerySplit> {

        @Override
        public SplitEnumeratorMetricGroup metricGroup() {
            return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
        }

        @Override
        public void sendEventToSourceReader(int subtask, SourceEvent event) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int currentParallelism() {
            return parallelism;
        }

        @Override
        public Map<Integer, ReaderInfo> registeredReaders() {
            return Map.copyOf(registeredReaders);
        }

        @Override
        public void assignSplits(SplitsAssignment<QuerySplit> assignment) {
            tracker.recordSplitAssignment(assignment);
            assignment
                    .assignment()
                    .forEach((subtask, given) -> given.forEach(split -> assign(subtask, split)));
        }

        private void assign(int subtask, QuerySplit split) {
            Attempt attempt = attempts.get(subtask);
            require(attempt.registered, "assigned to a reader that is not there: " + split);
            if (attempt.gatewayOpen) {
                give(attempt, split);
            } else {
                attempt.heldBack.add(split);
            }
        }

        @Override
        public void signalNoMoreSplits(int subtask) {
            Attempt attempt = attempts.get(subtask);
            require(attempt.registered, "told although not there: " + subtask);
            attempt.told |= attempt.gatewayOpen;
            attempt.toBeTold = true;
        }

        @Override
        @SuppressWarnings("unchecked") // The enumerator asks for splits only.
        public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
            QueryEnumerator.Registered known =
                    new QueryEnumerator.Registered(
                            splits, Map.of("h0:1", Set.of("h0"), "h1:1", Set.of("h1")));
            registration = () -> handler.accept((T) known, null);
        }

        @Override
        public <T> void callAsync(
                Callable<T> callable,
                BiConsumer<T, Throwable> handler,
                long initialDelayMillis,
                long periodMillis) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void runInCoordinatorThread(Runnable runnable) {
            runnable.run();
        }
    }
}
