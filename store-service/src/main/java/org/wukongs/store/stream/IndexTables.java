package org.wukongs.store.stream;

/**
 * A stream index as a reader sees it: arrays of slots by kind, for the tuples from {@code
 * currentFrom} on and for older ones, and the position lists by predicate.
 *
 * <p>The writer continues to put newer positions into an array until the array is replaced; either
 * way, the array leads to every position that was published when the reader took it.
 */
record IndexTables(long[][] current, long[][] old, long currentFrom, PidPositions pids) {

    static IndexTables of(KeyTable[] tables, long currentFrom, PidPositions pids) {
        long[][] current = new long[tables.length][];
        long[][] old = new long[tables.length][];
        for (int kind = 0; kind < tables.length; kind++) {
            current[kind] = tables[kind].current();
            old[kind] = tables[kind].old();
        }
        return new IndexTables(current, old, currentFrom, pids);
    }
}
