package org.wukongs.store.stream;

/**
 * A stream index as a reader sees it: arrays of slots by kind, for the tuples from {@code
 * currentFrom} on and for older ones, and the position lists by predicate.
 *
 * <p>The writer continues to put newer positions into an array until the array is replaced; either
 * way, the array leads to every position that was published when the reader took it.
 */
record IndexTables(
        long[][] current, long[][] old, long currentFrom, PidPositions pids, WindowView[] views) {

    /** Different windows of a stream that queries commonly read at a window end. */
    private static final int VIEWS = 8;

    static IndexTables of(KeyTable[] tables, long currentFrom, PidPositions pids) {
        long[][] current = new long[tables.length][];
        long[][] old = new long[tables.length][];
        for (int kind = 0; kind < tables.length; kind++) {
            current[kind] = tables[kind].current();
            old[kind] = tables[kind].old();
        }
        return new IndexTables(current, old, currentFrom, pids, new WindowView[VIEWS]);
    }

    /**
     * Returns the window [from, to) of a ring's tuples. The queries that read it at a window end
     * get the same view, so that they share what it finds out on first use.
     */
    WindowView view(StreamRing ring, long from, long to) {
        int place = (int) (from + 3 * to) & VIEWS - 1;
        WindowView known = views[place]; // any thread may replace it
        if (known == null || known.from() != from || known.to() != to) {
            known = new WindowView(ring, this, from, to);
            views[place] = known;
        }
        return known;
    }
}
