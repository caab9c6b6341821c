package org.wukongs.stream;

import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.CharacterClasses;

/**
 * Bounds of what comes from outside, over the wire above all. What is beyond one is a USER error
 * that says it, thrown where the value is made or decoded, before the thread that owns the store
 * has seen it. Bounds of query texts are the parser's, bounds of frames the protocol's.
 */
public final class InputLimits {

    /**
     * The end of the year 9999; event times begin with 1970. A time of the far future would close
     * all windows, and arithmetic with what is in between never overflows.
     */
    public static final long EVENT_TIME_MS_MAX = 253_402_300_799_999L;

    /** 49 days: a tuple's time is kept in 32 bits, from the beginning of its batch. */
    public static final long BATCH_INTERVAL_MS_MAX = 0xFFFF_FFFFL;

    /**
     * 35,000 years, before 1970 too: the last event time, with a range and a step of 10,000 years
     * each behind it, has 0.9 of it.
     */
    public static final long WINDOW_END_MS_MAX = 1L << 50;

    /** Flink's largest parallelism; what a store keeps of so many writers is 2 MB. */
    public static final int WRITER_COUNT_MAX = 1 << 15;

    /** Of a stream, graph, query or job; longer than any IRI that people write. */
    public static final int NAME_CHARS_MAX = 1 << 10;

    public static final int TIMING_PREDICATE_COUNT_MAX = 1 << 10;

    /** Terms of a request for ids: some 100 MB of strings where they are usual ones. */
    public static final int TERM_COUNT_MAX = 1 << 20;

    /** Queries of a request for windows: as many jobs as all workers' queues have room for. */
    public static final int WANTED_QUERY_COUNT_MAX = 1 << 16;

    /** Windows of a request; their rows wait together for the reply. */
    public static final int WINDOW_COUNT_MAX = 1 << 16;

    /** Of a catalog's entry, key, names and values together: a view's text is some KB. */
    public static final int CATALOG_ENTRY_CHARS_MAX = 1 << 20;

    private InputLimits() {}

    /** {@code value}, {@code min} to {@code max}; {@code what} begins the error's message. */
    public static long checkRange(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw WukongsException.user(
                    what + " is out of bounds: value=" + value + " min=" + min + " max=" + max);
        }
        return value;
    }

    /** Event times of tuples: 1970 to 9999. */
    public static void checkEventTimes(long[] eventTimesMs) {
        long outside = 0;
        for (long timeMs : eventTimesMs) {
            outside |= timeMs | (EVENT_TIME_MS_MAX - timeMs);
        }
        if (outside < 0) {
            for (long timeMs : eventTimesMs) {
                checkRange("event time, in ms from 1970 to 9999,", timeMs, 0, EVENT_TIME_MS_MAX);
            }
        }
    }

    /**
     * A window end to go on from; {@code Long.MIN_VALUE} stands for the first one that there is.
     */
    public static long checkWindowEnd(long windowEndMs) {
        return windowEndMs == Long.MIN_VALUE
                ? windowEndMs
                : checkRange("window end", windowEndMs, -WINDOW_END_MS_MAX, WINDOW_END_MS_MAX);
    }

    /**
     * The name of a stream or stored graph: 1 to {@link #NAME_CHARS_MAX} characters that may stand
     * in an IRI of SPARQL, so that a query can name it, and no white space or control characters of
     * any script. {@code what} begins the error's message.
     */
    public static String checkName(String what, String name) {
        if (name.isEmpty()) {
            throw WukongsException.user(what + " is empty");
        }
        checkLength(what, name, NAME_CHARS_MAX);
        for (int i = 0; i < name.length(); ) {
            int character = name.codePointAt(i);
            if (!mayBeInName(character)) {
                throw WukongsException.user(
                        what
                                + " has a character that no IRI has: index="
                                + i
                                + " character=U+"
                                + String.format("%04X", character));
            }
            i += Character.charCount(character);
        }
        return name;
    }

    private static boolean mayBeInName(int character) {
        return CharacterClasses.isInIri(character)
                && !Character.isISOControl(character)
                && !Character.isWhitespace(character)
                && !Character.isSpaceChar(character)
                && Character.getType(character) != Character.SURROGATE;
    }

    /** {@code text} of at most {@code charsMax} characters. */
    public static String checkLength(String what, String text, int charsMax) {
        if (text.length() > charsMax) {
            throw WukongsException.user(
                    what + " is too long: chars=" + text.length() + " charsMax=" + charsMax);
        }
        return text;
    }
}
