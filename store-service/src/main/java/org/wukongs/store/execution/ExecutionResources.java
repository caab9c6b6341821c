package org.wukongs.store.execution;

import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StablePoint;

/** What executions of queries need of their node. Any thread. */
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

    /** What is visible now, which the next snapshot to be read is not behind. */
    public StablePoint stablePoint() {
        return coordinator.stablePointAcquire();
    }

    /**
     * The SN of what a reader holds that entered after {@code before} was visible. Where the stored
     * graphs are a moment ahead of the stable point, the SN before: the name of what was complete.
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

    /** What all executions share. */
    public NodeBudget budget() {
        return budget;
    }

    /** Queries that errors have ended. */
    public QueryFailures failures() {
        return failures;
    }

    /** An execution by {@code reader} over {@code graphs} that began at {@code startNs}. */
    public ExecutionContext context(GraphSet graphs, long startNs, ReaderEpochs.Reader reader) {
        ExecutionContext context =
                new ExecutionContext(graphs, dictionary, limits, budget, clock, startNs);
        context.useWorkers(workers);
        context.budget().readSnapshotOf(reader);
        return context;
    }

    /** For the memory of results as strings, until they are sent; it knows no time. */
    public ExecutionBudget resultBudget() {
        return new ExecutionBudget(limits, budget, clock, 0);
    }

    /** Runs work that reads the stored graphs at the snapshot of a reader and changes nothing. */
    public <T> T read(Function<ReaderEpochs.Reader, T> work) {
        ReaderEpochs.Reader reader = readers.take();
        try {
            return QueryGuard.run(reader, sn -> work.apply(reader));
        } finally {
            readers.giveBack(reader);
        }
    }

    /** The stored graphs at the snapshot that a reader holds. */
    public StoredSnapshot stored(ReaderEpochs.Reader reader) {
        return stored.at(reader.snapshot());
    }
}
