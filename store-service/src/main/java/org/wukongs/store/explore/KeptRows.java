package org.wukongs.store.explore;

/** The rows of a sample that a probe keeps. */
final class KeptRows implements Sample.Source {

    private final Sample from;
    private final Step probe;
    private final Sample kept;
    private int looked;

    /** Examines the first rows of a sample that is not empty. */
    KeptRows(Sample from, Step probe) {
        this.from = from;
        this.probe = probe;
        kept = Sample.after(from, this);
    }

    /** Returns the sample after the probe. */
    Sample sample() {
        return kept;
    }

    /** Returns the share of the rows that the probe keeps. */
    double share() {
        return Math.max(Sample.NONE_FOUND, kept.size()) / looked;
    }

    @Override
    public boolean drawInto(Sample sample) {
        if (looked == from.size() && !from.grow()) {
            return false;
        }
        int end = Math.min(from.size(), Math.max(Sample.ROWS_FIRST, 2 * looked));
        from.effort().look(end - looked);
        int[] rows = new int[end - looked];
        int count = probe.predicate().isConstant() ? probeAll(end, rows) : probeEach(end, rows);
        for (int i = 0; i < count; i++) {
            rows[i] += looked;
        }
        looked = end;
        sample.append(from, rows, count);
        return true;
    }

    private int probeAll(int end, int[] rows) {
        return from.bindings()
                .graph(probe)
                .probe(
                        from.values(probe.vertex(), looked, end),
                        from.bindings().pid(probe.predicate()),
                        from.values(probe.other(), looked, end),
                        end - looked,
                        rows);
    }

    private int probeEach(int end, int[] rows) {
        long[] pids = new long[end - looked];
        for (int i = 0; i < pids.length; i++) {
            pids[i] = from.pid(probe.predicate(), looked + i);
        }
        return from.bindings()
                .graph(probe)
                .probeKeys(
                        from.values(probe.vertex(), looked, end),
                        pids,
                        from.values(probe.other(), looked, end),
                        pids.length,
                        rows);
    }
}
