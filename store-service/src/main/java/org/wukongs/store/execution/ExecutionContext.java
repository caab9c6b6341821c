package org.wukongs.store.execution;

import org.agrona.concurrent.NanoClock;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.explore.WorkMeter;
import org.wukongs.store.explore.Workers;

/** The graphs, dictionary and limits of one execution. Used once, by one thread. */
public final class ExecutionContext {

    private final GraphSet graphs;
    private final TermDictionary dictionary;
    private final ExecutionBudget budget;
    private final WorkMeter meter;
    private Workers workers = Workers.NONE;

    /** For an execution that shares memory with no other. */
    public ExecutionContext(
            GraphSet graphs,
            TermDictionary dictionary,
            ExecutionLimits limits,
            NanoClock clock,
            long startNs) {
        this(graphs, dictionary, limits, null, clock, startNs);
    }

    /**
     * {@code startNs}, by {@code clock}, is when the execution began, before it looked up its
     * windows.
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

    /** The threads that may help. */
    public Workers workers() {
        return workers;
    }

    /** Lets other threads help with large explorations. */
    public void useWorkers(Workers helpers) {
        workers = helpers;
    }

    /** The time, rows and bytes that the execution has left. */
    public ExecutionBudget budget() {
        return budget;
    }

    /** Nanoseconds since this execution began. */
    public long elapsedNs() {
        return budget.elapsedNs();
    }

    /** Counts one triple or row; called for each one that is looked at. */
    public void work() {
        meter.row();
    }

    /** As {@link #work()}, for work on {@code size} bytes or characters of a value. */
    public void work(long size) {
        meter.characters(size);
    }

    /** Meters the work of the execution's thread. */
    WorkMeter meter() {
        return meter;
    }

    /** Checks the size of a result after it grew. */
    public void checkRows(long rowCount) {
        budget.checkRows(rowCount);
    }
}
