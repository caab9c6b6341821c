package org.wukongs.id;

/**
 * The key of a neighbour list: vid (46) · pid (17) · direction (1) in one long (Wukong, OSDI'16,
 * section 4.2).
 *
 * <pre>
 *  63            18 17          1 0
 * +----------------+-------------+-+
 * |      vid       |     pid     |d|
 * +----------------+-------------+-+
 * </pre>
 */
public final class Keys {

    public static final int DIRECTION_BITS = 1;
    public static final int PID_BITS = 17;
    public static final int PID_SHIFT = DIRECTION_BITS;
    public static final int VID_SHIFT = PID_SHIFT + PID_BITS;
    public static final long PID_MAX = (1L << PID_BITS) - 1;

    /** Direction of edges that arrive at the vertex: subjects are the neighbours. */
    public static final int IN = 0;

    /** Direction of edges that leave the vertex: objects are the neighbours. */
    public static final int OUT = 1;

    /** pid 0: the neighbour list holds the predicates of the vertex. */
    public static final long PREDICATES = 0;

    /** pid 1: rdf:type. */
    public static final long RDF_TYPE = 1;

    private Keys() {}

    /**
     * The key of a valid vid and pid; invalid ones would give the key of others. The pid −1, of a
     * predicate that the dictionary does not know, gives a key that no vertex has.
     */
    public static long key(long vid, long pid, int direction) {
        assert vid >>> Vids.BITS == 0 && (pid >>> PID_BITS == 0 || pid == -1)
                : "vid=" + vid + " pid=" + pid;
        return vid << VID_SHIFT | pid << PID_SHIFT | direction;
    }

    public static long vid(long key) {
        return key >>> VID_SHIFT;
    }

    public static long pid(long key) {
        return key >>> PID_SHIFT & PID_MAX;
    }

    public static int direction(long key) {
        return (int) (key & 1);
    }
}
