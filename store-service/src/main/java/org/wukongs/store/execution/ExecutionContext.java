package org.wukongs.store.execution;

import org.agrona.concurrent.NanoClock;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.explore.WorkMeter;
import org.wukongs.store.explore.Workers;

/** One execution: the graphs it reads, the dictionary, and its limits. Used once, by one thread. */
public final class ExecutionContext {

    private final GraphSet graphs;
    private final TermDictionary dictionary;
    private final ExecutionBudget budget;
    private final WorkMeter meter;
    private Workers workers = Workers.NONE;

    /** Of an execution that shares memory with no others. */
    public ExecutionContext(
            GraphSet graphs,
            TermDictionary dictionary,
            ExecutionLimits limits,
            NanoClock clock,
            long startNs) {
        this(graphs, dictionary, limits, null, clock, startNs);
    }

    /**
     * {@code startNs}, by {@code clock}, is when the execution began: before its windows were
     * looked up.
     */
    ExecutionContext(
            GraphSet graphs,
            TermDictionary dictionary,
            ExecutionLimits limits,
            NodeBudget node,
            NanoClock clock,
            long startNs) {
        this.graphs = graphs;
        this.dictionary = dictionary;
        this.budget = new ExecutionBudget(limits, node, clock, startNs);
        this.meter = new WorkMeter(budget);
    }

    public GraphSet graphs() {
        return graphs;
    }

    public TermDictionary dictionary() {
        return dictionary;
    }

    /** Threads that may help. */
    public Workers workers() {
        return workers;
    }

    /** Lets other threads help with large explorations. */
    public void useWorkers(Workers helpers) {
        workers = helpers;
    }

    /** Time, rows and bytes that are left to it. */
    public ExecutionBudget budget() {
        return budget;
    }

    /** Nanoseconds since this execution began. */
    public long elapsedNs() {
        return budget.elapsedNs();
    }

    /** To be called for each triple or row looked at. */
    public void work() {
        meter.row();
    }

    /** As {@link #work}, for work on so many bytes or characters of a value. */
    public void work(long size) {
        meter.characters(size);
    }

    /** Of the work of its thread. */
    WorkMeter meter() {
        return meter;
    }

    /** To be called with the size of a result that grew. */
    public void checkRows(long rowCount) {
        budget.checkRows(rowCount);
    }
}
