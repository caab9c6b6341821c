package org.wukongs.store.execution;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.OtherNodes;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StablePoint;
import org.wukongs.store.view.GraphViews;

/** The parts of a node that executions of queries use. Any thread. */
public final class ExecutionResources {

    /**
     * How long a query waits for a snapshot that all nodes can read: they show a new one some
     * moments apart. Each try takes the newest one here.
     */
    private static final long HOLD_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** Pauses between two tries double: a node is some 100 µs behind as a rule. */
    private static final long HOLD_PAUSE_NS_MIN = TimeUnit.MICROSECONDS.toNanos(50);

    private static final long HOLD_PAUSE_NS_MAX = TimeUnit.MICROSECONDS.toNanos(800);

    private final StoredGraphs stored;
    private final Coordinator coordinator;
    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final Workers workers;
    private final NanoClock clock;
    private final StoreReaders readers;
    private final NodeBudget budget;
    private final QueryFailures failures = new QueryFailures();
    private final OtherNodes others;

    /** {@code workers} may help with large queries. */
    public ExecutionResources(
            StoredGraphs stored,
            Coordinator coordinator,
            TermDictionary dictionary,
            ExecutionLimits limits,
            Workers workers,
            NanoClock clock) {
        this(stored, coordinator, dictionary, limits, workers, clock, OtherNodes.NONE);
    }

    /** As above, of a node whose stored graphs have parts at {@code others}. */
    public ExecutionResources(
            StoredGraphs stored,
            Coordinator coordinator,
            TermDictionary dictionary,
            ExecutionLimits limits,
            Workers workers,
            NanoClock clock,
            OtherNodes others) {
        this.stored = stored;
        this.others = others;
        this.coordinator = coordinator;
        this.dictionary = dictionary;
        this.limits = limits;
        this.workers = workers;
        this.clock = clock;
        this.readers = new StoreReaders(stored.memory().epochs());
        this.budget = new NodeBudget(limits.nodeMemoryMaxBytes());
    }

    public TermDictionary dictionary() {
        return dictionary;
    }

    public ExecutionLimits limits() {
        return limits;
    }

    public long nowNs() {
        return clock.nanoTime();
    }

    /** The stable point now; a snapshot that is read later is not older. */
    public StablePoint stablePoint() {
        return coordinator.stablePointAcquire();
    }

    /**
     * The SN of the snapshot of a reader that entered after {@code before} was visible. If the
     * stored graphs are briefly ahead of the stable point, the earlier SN, which names what was
     * complete.
     */
    public long sn(StablePoint before, ReaderEpochs.Reader reader) {
        if (before.storedSnapshot() < reader.snapshot()) {
            StablePoint now = coordinator.stablePointAcquire();
            if (now.storedSnapshot() == reader.snapshot()) {
                return now.sn();
            }
        }
        return before.sn();
    }

    /** The memory that all executions share. */
    public NodeBudget budget() {
        return budget;
    }

    /** The queries that an error ended. */
    public QueryFailures failures() {
        return failures;
    }

    /** An execution by {@code reader} over {@code graphs} that began at {@code startNs}. */
    public ExecutionContext context(GraphSet graphs, long startNs, ReaderEpochs.Reader reader) {
        return context(graphs, startNs, reader, limits);
    }

    /** As above, with limits of its own. */
    public ExecutionContext context(
            GraphSet graphs, long startNs, ReaderEpochs.Reader reader, ExecutionLimits ownLimits) {
        ExecutionContext context =
                new ExecutionContext(graphs, dictionary, ownLimits, budget, clock, startNs);
        context.useWorkers(workers);
        context.budget().readSnapshotOf(reader);
        return context;
    }

    /** A budget for the memory of results as strings until they are sent; it has no time limit. */
    public ExecutionBudget resultBudget() {
        return new ExecutionBudget(limits, budget, clock, 0);
    }

    /** Runs work that reads the stored graphs at the snapshot of a reader and changes nothing. */
    public <T> T read(Function<ReaderEpochs.Reader, T> work) {
        return read((reader, terms) -> work.apply(reader));
    }

    /** As above; the work may share the hold of the terms that it reads. */
    public <T> T read(BiFunction<ReaderEpochs.Reader, TermHold, T> work) {
        ReaderEpochs.Reader reader = readers.take();
        try (TermHold terms = dictionary.hold()) {
            return others == OtherNodes.NONE
                    ? QueryGuard.run(reader, sn -> work.apply(reader, terms))
                    : readAll(reader, terms, work);
        } finally {
            readers.giveBack(reader);
        }
    }

    /** As above, at a snapshot that all nodes of the cluster hold. */
    private <T> T readAll(
            ReaderEpochs.Reader reader,
            TermHold terms,
            BiFunction<ReaderEpochs.Reader, TermHold, T> work) {
        long endNs = clock.nanoTime() + HOLD_NS_MAX;
        long pauseNs = HOLD_PAUSE_NS_MIN;
        while (true) {
            long sn = reader.enter();
            try {
                if (others.hold(sn)) {
                    try {
                        return QueryGuard.run(() -> work.apply(reader, terms));
                    } finally {
                        others.release(sn);
                    }
                }
            } finally {
                reader.leave();
            }
            if (clock.nanoTime() - endNs > 0) {
                throw WukongsException.retriable(
                        "no snapshot can be read at all nodes of the cluster: sn=" + sn);
            }
            LockSupport.parkNanos(pauseNs);
            pauseNs = Math.min(2 * pauseNs, HOLD_PAUSE_NS_MAX);
        }
    }

    /** The stored graphs at the snapshot that a reader holds. */
    public GraphViews stored(ReaderEpochs.Reader reader) {
        return others.with(stored.at(reader.snapshot()));
    }
}
