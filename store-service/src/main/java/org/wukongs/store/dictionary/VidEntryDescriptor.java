package org.wukongs.store.dictionary;

/**
 * Layout of the entry of a vid, one word.
 *
 * <pre>
 *  63     62       61    54 53    49 48                  32 31            0
 * +-------+---------+--------+--------+----------------------+---------------+
 * | known | leaving | unused |  kind  |   pid or zone (17)   |      ref      |
 * +-------+---------+--------+--------+----------------------+---------------+
 * </pre>
 *
 * 0 = nothing known. An IRI has its pid (0 = not a predicate), a zoned date or dateTime its minutes
 * from UTC + 840. The word is written with release order after the record of its ref.
 */
final class VidEntryDescriptor {

    /** Set in every entry, so that none is 0. */
    private static final long KNOWN = 1L << (Long.SIZE - 1);

    private static final long LEAVING = KNOWN >>> 1;

    private static final int REF_BITS = Integer.SIZE;
    private static final int EXTRA_SHIFT = REF_BITS;
    private static final int EXTRA_BITS = 17;
    private static final long EXTRA_MASK = (1L << EXTRA_BITS) - 1;
    private static final int KIND_SHIFT = EXTRA_SHIFT + EXTRA_BITS;
    private static final int KIND_MASK = (1 << TermKind.BITS) - 1;

    private VidEntryDescriptor() {}

    static long entry(int ref, TermValue value) {
        long extra = value.kind().isZoned() ? value.zoneMinutes() + TermValue.ZONE_MINUTES_MAX : 0;
        return KNOWN
                | (long) value.kind().code() << KIND_SHIFT
                | extra << EXTRA_SHIFT
                | Integer.toUnsignedLong(ref);
    }

    /** Flags an entry while a sweep decides whether to reclaim its term; nothing else changes. */
    static long leaving(long entry) {
        return entry | LEAVING;
    }

    /** Returns whether there is an entry, and no sweep is about to take it. */
    static boolean isSettled(long entry) {
        return entry != 0 && (entry & LEAVING) == 0;
    }

    static long withRef(long entry, int ref) {
        return entry >>> REF_BITS << REF_BITS | Integer.toUnsignedLong(ref);
    }

    static long withPid(long entry, long pid) {
        return (entry & ~(EXTRA_MASK << EXTRA_SHIFT)) | pid << EXTRA_SHIFT;
    }

    static int ref(long entry) {
        return (int) entry;
    }

    static TermKind kind(long entry) {
        return TermKind.of((int) (entry >>> KIND_SHIFT) & KIND_MASK);
    }

    /** Returns the pid, 0 if the term is not a predicate. */
    static long pid(long entry) {
        return kind(entry) == TermKind.IRI ? (entry >>> EXTRA_SHIFT) & EXTRA_MASK : 0;
    }

    static int zoneMinutes(long entry) {
        return kind(entry).isZoned()
                ? (int) ((entry >>> EXTRA_SHIFT) & EXTRA_MASK) - TermValue.ZONE_MINUTES_MAX
                : 0;
    }
}
