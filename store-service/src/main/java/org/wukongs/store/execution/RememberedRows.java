package org.wukongs.store.execution;

/**
 * The whole result of the newest execution of an ISTREAM or DSTREAM query, or of a template of
 * them, for the next one to be compared with. Any worker; executions of one reader follow each
 * other.
 *
 * <p>Not remembered is what finds no room in the {@link RowsMemory} that all share: then the next
 * execution finds it again, in the same windows and at its own snapshot of stored graphs.
 *
 * @param <R> what a result is
 */
public final class RememberedRows<R> {

    private final RowsMemory memory;
    private long number; // of the execution, see WindowInputs
    private R rows; // null where none are remembered
    private long bytes;
    private boolean closed;

    public RememberedRows(RowsMemory memory) {
        this.memory = memory;
    }

    /** What an execution gave, null where that is not remembered. */
    public synchronized R of(long executionNumber) {
        return number == executionNumber ? rows : null;
    }

    /** In place of what was remembered before. */
    public synchronized void remember(long executionNumber, R newRows, long newBytes) {
        forget();
        if (!closed && memory.take(newBytes)) {
            number = executionNumber;
            rows = newRows;
            bytes = newBytes;
        }
    }

    /** Nothing is remembered from now on. */
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
