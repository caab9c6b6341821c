package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.wukongs.id.Keys;
import org.wukongs.store.fabric.FabricCounts;

/**
 * Readers of two snapshots have learned in turn where a vertex has its list, and take the same
 * entry for it, while one of the first snapshot looks for it: it finds nothing, or all of what
 * belongs to it.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not there")
@Outcome(id = "11, 12, 13", expect = Expect.ACCEPTABLE, desc = "all that is the first's")
@State
public class LocationCacheRace {

    private static final long VID = 1025;
    private static final int SETS = 2;
    private static final KnownTables FIRST = tables(1);
    private static final KnownTables SECOND = tables(withSameEntry());

    private final LocationCache cache = new LocationCache(SETS, FabricCounts.NONE);

    public LocationCacheRace() {
        learn(FIRST, 10);
    }

    private static KnownTables tables(long number) {
        return new KnownTables(number, 1, new long[GraphDescriptor.TABLE_COUNT + 1]);
    }

    /**
     * Returns another number of tables for which the vertex has the same entry as for the first.
     */
    private static long withSameEntry() {
        long key = Keys.key(VID, 1, Keys.OUT);
        LocationCache like = new LocationCache(SETS, FabricCounts.NONE);
        long number = 2;
        while (like.firstEntry(number, key) != like.firstEntry(1, key)) {
            number++;
        }
        return number;
    }

    /** Begins to read the vertex; its row is not known. */
    private RemoteColumn ask(KnownTables tables) {
        RemoteColumn column = RemoteColumn.ofThread();
        column.rows = 1;
        column.vids[0] = VID;
        column.pids[0] = 1;
        column.directions[0] = Keys.OUT;
        cache.take(tables, column);
        return column;
    }

    private void learn(KnownTables tables, int from) {
        RemoteColumn column = ask(tables);
        column.values[0] = from + 1L;
        column.lengths[0] = from + 2;
        column.starts[RemoteColumn.START_WORDS - 1] = from + 3L;
        cache.settle(tables, column);
    }

    @Actor
    public void writer() {
        learn(SECOND, 20);
        learn(FIRST, 10);
    }

    @Actor
    public void reader(III_Result r) {
        RemoteColumn column = ask(FIRST);
        if (column.isKnown[0]) {
            r.r1 = (int) column.knownValues[0];
            r.r2 = column.knownLengths[0];
            r.r3 = (int) column.knownStarts[RemoteColumn.START_WORDS - 1];
        }
    }
}
