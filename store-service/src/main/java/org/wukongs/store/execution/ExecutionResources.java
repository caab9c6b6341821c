package org.wukongs.store.execution;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StablePoint;

/** The parts of a node that executions of queries use. Any thread. */
public final class ExecutionResources {

    private final StoredGraphs stored;
    private final Coordinator coordinator;
    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final Workers workers;
    private final NanoClock clock;
    private final StoreReaders readers;
    private final NodeBudget budget;
    private final QueryFailures failures = new QueryFailures();

    /** {@code workers} may help with large queries. */
    public ExecutionResources(
            StoredGraphs stored,
            Coordinator coordinator,
            TermDictionary dictionary,
            ExecutionLimits limits,
            Workers workers,
            NanoClock clock) {
        this.stored = stored;
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
            return QueryGuard.run(reader, sn -> work.apply(reader, terms));
        } finally {
            readers.giveBack(reader);
        }
    }

    /** The stored graphs at the snapshot that a reader holds. */
    public StoredSnapshot stored(ReaderEpochs.Reader reader) {
        return stored.at(reader.snapshot());
    }
}
