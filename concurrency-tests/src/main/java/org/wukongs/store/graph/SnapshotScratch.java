package org.wukongs.store.graph;

import org.openjdk.jcstress.infra.results.JII_Result;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Expansion;

/**
 * A small graph for one run of a race: with each snapshot {@link #SUBJECT} gets one object more
 * under predicate 1, so that snapshot n has n. The arbiter closes it.
 */
final class SnapshotScratch {

    static final long SUBJECT = 1025;

    private static final long BUDGET_BYTES = 16 << 10;

    /** Filled before it is shared: then all threads only read it. */
    private static final PredicateSets SETS = new PredicateSets();

    static {
        SETS.numberOf(new int[] {1}, 1, PredicateSets.OWN);
        SETS.numberOf(new int[] {1, 2}, 2, PredicateSets.OWN);
    }

    final GraphMemory memory = new GraphMemory(BUDGET_BYTES, SETS);
    final StoredGraph graph = memory.newGraph();
    final ReaderEpochs.Reader reader = memory.epochs().newReader();

    /** The objects that come with snapshots 1 to {@code snapshots}, one with each. */
    SnapshotScratch(int snapshots) {
        for (int i = 0; i < snapshots; i++) {
            addObject();
        }
    }

    /** One more object, published as a snapshot of its own. */
    void addObject() {
        graph.add(SUBJECT, 1, 2048 + memory.publishedSnapshot());
    }

    /** What a reader holds, and how many objects it finds then, by look-up and by kernel. */
    void read(JII_Result r) {
        long sn = reader.enter();
        r.r1 = sn;
        r.r2 = objects(sn);
        r.r3 = expanded(sn);
        reader.leave();
    }

    /** As above, at a certain snapshot; nothing if it cannot be entered. */
    void read(long sn, JII_Result r) {
        if (reader.enter(sn)) {
            r.r1 = sn;
            r.r2 = objects(sn);
            r.r3 = expanded(sn);
            reader.leave();
        }
    }

    private int objects(long sn) {
        return (int) graph.at(sn).degree(Keys.key(SUBJECT, 1, Keys.OUT));
    }

    private int expanded(long sn) {
        Expansion expansion = new Expansion();
        graph.at(sn).expand(new long[] {SUBJECT}, 1, 1, Keys.OUT, expansion);
        return expansion.size();
    }

    void close() {
        memory.close();
    }
}
