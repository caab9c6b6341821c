package org.wukongs.store.cluster;

import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a change has done.
 *
 * @param sn number of the snapshot that has it
 * @param added triples that were new
 * @param removed triples that were there
 * @param createsGraph whether some graph did not exist before
 */
public record ChangeCounts(long sn, long added, long removed, boolean createsGraph) {

    private static final long NOT_SHOWN = -1;

    /** Adds what was done at another node. */
    ChangeCounts plus(ChangeCounts other) {
        return new ChangeCounts(
                sn,
                Math.addExact(added, other.added),
                Math.addExact(removed, other.removed),
                createsGraph);
    }

    /** Writes the counts of a change, of which null says that queries do not see it yet. */
    static void putTo(WireWriter out, ChangeCounts counts) {
        out.putLong(counts == null ? NOT_SHOWN : counts.sn);
        if (counts != null) {
            out.putLong(counts.added).putLong(counts.removed).putBoolean(counts.createsGraph);
        }
    }

    /** Reads counts, null if queries do not see the change yet. */
    static ChangeCounts read(WireReader in) {
        long sn = in.getLong();
        if (sn == NOT_SHOWN) {
            return null;
        }
        return new ChangeCounts(
                InputLimits.checkRange("snapshot", sn, 0, Long.MAX_VALUE - 1),
                checkCount("new triples", in.getLong()),
                checkCount("removed triples", in.getLong()),
                InputLimits.checkRange("flag", in.getByte(), 0, 1) == 1);
    }

    /** Of one node, so that the sum of all has room. */
    private static long checkCount(String what, long count) {
        return InputLimits.checkRange(what, count, 0, Long.MAX_VALUE >>> 16);
    }
}
