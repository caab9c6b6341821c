package org.wukongs.store.dictionary;

/**
 * Kinds and values of terms by vid, for expressions that do not need the text.
 *
 * <p>Any thread may call it; vids must be given by the dictionary.
 *
 * <p>Payloads are plain values; the caller applies the rules of SPARQL 1.1:
 *
 * <ul>
 *   <li>Payloads of one kind are equal if and only if the values are the same, except for floats
 *       and doubles: NaN equals nothing (17.3, op:numeric-equal) although it has one payload, and
 *       -0.0 equals 0.0 although they have two.
 *   <li>Order within a kind is the order of the payloads as longs for booleans, integers, dates and
 *       dateTimes. Decimals are compared by {@link Decimals#compare}, floats and doubles as
 *       floating-point numbers.
 *   <li>Across numeric kinds the caller promotes (integer, decimal, float, double; 17.3).
 *   <li>A dateTime with a zone and one without are comparable only if they are more than 14 hours
 *       apart; the caller decides.
 *   <li>{@code sameTerm} and DISTINCT compare vids: {@code 1} and {@code 01} have one payload and
 *       two vids.
 * </ul>
 */
public final class LiteralValues {

    private final Terms terms;

    LiteralValues(Terms terms) {
        this.terms = terms;
    }

    /** Returns the kind of a vid; reads one word. */
    public TermKind kind(long vid) {
        return VidEntryDescriptor.kind(terms.entry(vid));
    }

    /**
     * Returns the value as its {@link #kind} defines; 0 if {@link TermKind#hasValue()} is false.
     */
    public long payload(long vid) {
        long entry = terms.entry(vid);
        return VidEntryDescriptor.kind(entry).hasValue() ? terms.payload(vid, entry) : 0;
    }

    /**
     * Returns the minutes by which the local time of a zoned date or dateTime is ahead of UTC,
     * -840..840; local time = payload + minutes. 0 for all other kinds. {@code Z} and {@code
     * +00:00} are not distinguished: TZ() needs the text.
     */
    public int zoneMinutes(long vid) {
        return VidEntryDescriptor.zoneMinutes(terms.entry(vid));
    }
}
