package org.wukongs.store.stream;

/**
 * An index as a reader sees it: arrays of slots by kind, of the tuples from {@code currentFrom} on
 * and of those before, and the lists by predicate.
 *
 * <p>The writer goes on to put newer positions into an array until it is replaced; either way it
 * leads to every position that was published when the reader took it.
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
