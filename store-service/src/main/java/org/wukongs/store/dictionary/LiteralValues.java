package org.wukongs.store.dictionary;

/**
 * What expressions need of terms without their text: kind and value by vid.
 *
 * <p>Any thread; a vid is one that the dictionary gave.
 *
 * <p>Payloads are values, not decisions. What SPARQL 1.1 says of them is the caller's:
 *
 * <ul>
 *   <li>Payloads of one kind are equal if and only if the values are the same, but for floats and
 *       doubles: NaN equals nothing (17.3, op:numeric-equal) though it has one payload, and -0.0
 *       equals 0.0 though they have two.
 *   <li>Order within a kind is the order of the payloads as longs for booleans, integers, dates and
 *       dateTimes. Decimals are compared by {@link Decimals#compare}, floats and doubles as such.
 *   <li>Across numeric kinds the caller promotes (integer, decimal, float, double; 17.3).
 *   <li>A dateTime with a zone and one without compare only where more than 14 hours lie between
 *       them; the caller decides.
 *   <li>{@code sameTerm} and DISTINCT are equality of vids: {@code 1} and {@code 01} have one
 *       payload and two vids.
 * </ul>
 */
public final class LiteralValues {

    private final Terms terms;

    LiteralValues(Terms terms) {
        this.terms = terms;
    }

    /** Reads one word. */
    public TermKind kind(long vid) {
        return VidEntryDescriptor.kind(terms.entry(vid));
    }

    /** The value as its {@link #kind} says; 0 where {@link TermKind#hasValue()} is false. */
    public long payload(long vid) {
        long entry = terms.entry(vid);
        return VidEntryDescriptor.kind(entry).hasValue() ? terms.payload(vid, entry) : 0;
    }

    /**
     * Minutes that the local time of a zoned date or dateTime is ahead of UTC, -840..840; local
     * time = payload + minutes. 0 for all other kinds. {@code Z} and {@code +00:00} are not told
     * apart: TZ() needs the text.
     */
    public int zoneMinutes(long vid) {
        return VidEntryDescriptor.zoneMinutes(terms.entry(vid));
    }
}
