package org.wukongs.store.graph;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * Edges of a subject: the pid and the object of a triple in one long. Triples are in order by
 * subject and edge, both of which are never negative.
 *
 * <pre>
 *  63 62        46 45            0
 * +--+------------+---------------+
 * |0 |    pid     |    object     |
 * +--+------------+---------------+
 * </pre>
 */
public final class Edges {

    private static final int PID_SHIFT = Vids.BITS;
    private static final long OBJECT_MASK = (1L << Vids.BITS) - 1;

    private Edges() {}

    public static long edge(long pid, long object) {
        assert pid >= 0 && pid <= Keys.PID_MAX && object >>> Vids.BITS == 0
                : "pid=" + pid + " object=" + object;
        return pid << PID_SHIFT | object;
    }

    public static long pid(long edge) {
        return edge >>> PID_SHIFT;
    }

    public static long object(long edge) {
        return edge & OBJECT_MASK;
    }
}
