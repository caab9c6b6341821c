package org.wukongs.store.continuous;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.StringServer;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * The stream that {@code REGISTER STREAM … AS CONSTRUCT} makes. The store itself reads the query
 * and writes its triples into the stream: those of the execution at t with event time t−1, in
 * batches as long as the query's step. The tuples are seen in windows only, never stored. The
 * agent's thread.
 *
 * <p>Invariant: the stream is closed up to t when the triples of the executions up to t are in it,
 * or when the query's own streams are stable up to t and there is nothing to execute.
 */
final class DerivedStream {

    /** Name of the store's own reader; no client can use it. */
    static final String READER = ":stream";

    /**
     * Executions at a time: enough for all workers, few enough for the memory of rows that wait.
     */
    private static final int WINDOWS_MAX = 16;

    /** The triples of some windows, and the window end to go on with. */
    private record Derived(List<WindowResult> results, List<EncodedBatch> batches, long nextMs) {}

    private final WindowSchedule schedule;
    private final RegisteredQuery query;
    private final WindowReader reader;
    private final StreamDefinition definition;
    private final DerivedTarget target;
    private final History history;
    private final Deque<EncodedBatch> waiting = new ArrayDeque<>();
    private CompletableFuture<Derived> execution; // null if none is under way
    private long nextMs;
    private long closedBatch = StreamAdaptor.NO_BATCH;

    /** Derives the stream from the query's first window end on. */
    DerivedStream(
            WindowSchedule schedule, WindowReader reader, DerivedTarget target, History history) {
        this.history = history;
        this.schedule = schedule;
        this.reader = reader;
        this.query = reader.any();
        this.definition = definition(query);
        this.target = target;
        this.nextMs = Long.MIN_VALUE;
    }

    static StreamDefinition definition(RegisteredQuery query) {
        return new StreamDefinition(
                query.query().name(), query.query().stepMs(), StreamDefinition.STORED, Set.of());
    }

    /** Lets executions begin with this window end, unless they have begun. */
    void startFrom(long windowEndMs) {
        boolean begun = execution != null || closedBatch != StreamAdaptor.NO_BATCH;
        if (!begun) {
            reader.moveTo(windowEndMs);
            nextMs = windowEndMs;
        }
    }

    /** The first window end of its query that it holds. */
    long pinnedMs() {
        return reader.pinnedMs();
    }

    /** How far the stream has come; executions under way or waiting will be done again. */
    DerivedCut cut() {
        EncodedBatch first = waiting.peek();
        long firstMs = first == null ? nextMs : definition.batchEndMs(first.batch());
        return new DerivedCut(firstMs, closedBatch);
    }

    /** Continues from where a cut was made; nothing has been executed yet. */
    void restore(DerivedCut cut, long pinnedMs) {
        reader.moveTo(pinnedMs);
        nextMs = cut.nextMs();
        closedBatch = cut.closedBatch();
    }

    /** Adds the tuples that wait for room in the stream. */
    void addWaiting(List<EncodedBatch> all) {
        all.addAll(waiting);
    }

    /** Waits for the execution under way, if there is one. */
    void await() {
        if (execution != null) {
            execution.handle((derived, failure) -> true).join();
        }
    }

    /**
     * Does one step: takes results, writes a batch or starts executions; returns false if none is
     * due.
     */
    boolean advance(Consumer<WindowResult> listener) {
        if (execution != null) {
            return execution.isDone() && take(listener);
        }
        return waiting.isEmpty() ? start() || closeUpToStable() : write();
    }

    private boolean start() {
        // Nothing can be executed before the first complete window, whatever was asked for.
        nextMs = Math.max(nextMs, schedule.firstWindowEndMs(query));
        if (!schedule.isReady(query, nextMs)) {
            return false;
        }
        WindowFetch fetch;
        try {
            fetch = schedule.start(query, nextMs, WINDOWS_MAX);
        } catch (WukongsException e) {
            return skip(e);
        }
        if (fetch.isVain()) {
            return false;
        }
        // Encoded by the worker that ends the last execution.
        execution =
                fetch.ended()
                        .thenApply(ended -> derived(ended.windows(), target.strings()))
                        .whenComplete((derived, failure) -> fetch.close());
        return true;
    }

    private Derived derived(FetchedWindows windows, StringServer strings) {
        TupleEncoder encoder = new TupleEncoder(strings);
        NavigableMap<Long, List<Tuple>> tuplesByBatch = new TreeMap<>();
        for (WindowResult result : windows.results()) {
            long timeMs = result.windowEndMs() - 1;
            List<Tuple> tuples =
                    tuplesByBatch.computeIfAbsent(
                            definition.batchOf(timeMs), batch -> new ArrayList<>());
            for (String[] triple : result.rows()) {
                tuples.add(new Tuple(timeMs, triple[0], triple[1], triple[2]));
            }
        }
        List<EncodedBatch> batches = new ArrayList<>();
        tuplesByBatch.forEach(
                (batch, tuples) ->
                        batches.add(encoder.encode(new TupleBatch(batch, false, tuples))));
        return new Derived(windows.results(), batches, windows.nextWindowEndMs());
    }

    private boolean take(Consumer<WindowResult> listener) {
        CompletableFuture<Derived> ended = execution;
        execution = null;
        try {
            Derived derived = ended.join();
            waiting.addAll(derived.batches());
            nextMs = derived.nextMs();
            derived.results().forEach(listener);
            return true;
        } catch (CompletionException e) {
            return skip(e.getCause());
        }
    }

    /**
     * Tries a failed execution again if that may help. If not, its batch stays empty, because the
     * readers of the stream would wait forever. The query's status counts both.
     */
    private boolean skip(Throwable cause) {
        if (!(cause instanceof WukongsException failure)) {
            throw new IllegalStateException("an execution ended unexpectedly", cause);
        }
        if (failure.category() == Category.RETRIABLE) {
            return false;
        }
        long failedMs = nextMs == Long.MIN_VALUE ? schedule.firstWindowEndMs(query) : nextMs;
        nextMs = failedMs + query.query().stepMs();
        return true;
    }

    /** Writes a batch if the stream has room; until then, what the next executions need is kept. */
    private boolean write() {
        if (!history.hasRoom()) {
            return false;
        }
        return history.together(
                () -> {
                    EncodedBatch batch = waiting.peek();
                    if (batch.size() > 0 && !target.inject(definition.name(), batch)) {
                        return false;
                    }
                    waiting.remove();
                    reader.release(definition.batchEndMs(batch.batch()) + query.query().stepMs());
                    close(batch.batch());
                    record();
                    return true;
                });
    }

    private void record() {
        DerivedCut now = cut();
        history.add(
                new NodeRecord.Derived(
                        definition.name(), now.nextMs(), now.closedBatch(), pinnedMs()));
    }

    /** Closes the stream up to the stable time if nothing can be executed up to there. */
    private boolean closeUpToStable() {
        long stableMs = schedule.stableMs(query);
        if (stableMs == Long.MIN_VALUE || schedule.isReady(query, nextMs)) {
            return false;
        }
        long batch =
                stableMs == Long.MAX_VALUE
                        ? StreamAdaptor.END_OF_STREAM
                        : definition.batchOf(stableMs) - 1;
        if (batch <= closedBatch || !history.hasRoom()) {
            return false;
        }
        return history.together(
                () -> {
                    boolean closed = close(batch);
                    record();
                    return closed;
                });
    }

    private boolean close(long batch) {
        if (batch <= closedBatch) {
            return false;
        }
        closedBatch = batch == StreamAdaptor.END_OF_STREAM ? closedBatch : batch;
        return target.closeUpTo(definition.name(), batch);
    }
}
