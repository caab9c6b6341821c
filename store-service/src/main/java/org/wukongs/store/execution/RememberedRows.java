package org.wukongs.store.execution;

/**
 * The whole result of the newest execution of an ISTREAM or DSTREAM query, or of a template of such
 * queries. The next execution compares its result with it. Any worker; executions of one reader
 * follow each other.
 *
 * <p>A result that finds no room in the {@link RowsMemory}, which all share, is not remembered. The
 * next execution then computes it again, over the same windows and at its own snapshot of stored
 * graphs. So it does if terms may have been reclaimed since, which the ids of the result name.
 *
 * @param <R> the type of a result
 */
public final class RememberedRows<R> {

    private final RowsMemory memory;
    private long number; // of the execution; WindowInputs explains it
    private long round; // of the dictionary's terms
    private R rows; // null if none are remembered
    private long bytes;
    private boolean closed;

    public RememberedRows(RowsMemory memory) {
        this.memory = memory;
    }

    /** Whether the result of an execution is remembered. */
    public synchronized boolean isOf(long executionNumber) {
        return number == executionNumber && rows != null;
    }

    /**
     * The result of an execution; null if it is not remembered, or not of the present round of the
     * dictionary's terms, which the caller holds.
     */
    public synchronized R of(long executionNumber, long presentRound) {
        return number == executionNumber && round == presentRound ? rows : null;
    }

    /**
     * Replaces what was remembered before.
     *
     * @param ofRound the round of the dictionary's terms when the execution began
     */
    public synchronized void remember(
            long executionNumber, long ofRound, R newRows, long newBytes) {
        forget();
        if (!closed && memory.take(newBytes)) {
            number = executionNumber;
            round = ofRound;
            rows = newRows;
            bytes = newBytes;
        }
    }

    /** Forgets the result and remembers no other. */
    public synchronized void close() {
        forget();
        closed = true;
    }

    private void forget() {
        memory.giveBack(bytes);
        bytes = 0;
        rows = null;
    }
}
