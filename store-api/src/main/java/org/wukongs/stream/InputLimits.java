package org.wukongs.stream;

import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.CharacterClasses;

/**
 * Bounds of values from outside, above all over the wire. A value beyond its bound is a USER error
 * that names the bound, thrown where the value is made or decoded, before the thread that owns the
 * store sees it. The parser bounds query texts, the protocol bounds frames.
 */
public final class InputLimits {

    /**
     * The end of the year 9999; event times begin with 1970. A later time would close all windows;
     * arithmetic within these bounds never overflows.
     */
    public static final long EVENT_TIME_MS_MAX = 253_402_300_799_999L;

    /** 49 days: the store keeps a tuple's time in 32 bits, relative to the start of its batch. */
    public static final long BATCH_INTERVAL_MS_MAX = 0xFFFF_FFFFL;

    /**
     * 35,000 years, also before 1970: the last event time plus a range and a step of 10,000 years
     * each is 0.9 of it.
     */
    public static final long WINDOW_END_MS_MAX = 1L << 50;

    /** Flink's largest parallelism; a store keeps 2 MB for so many writers. */
    public static final int WRITER_COUNT_MAX = 1 << 15;

    /** For names of streams, graphs, queries and jobs; longer than any IRI that people write. */
    public static final int NAME_CHARS_MAX = 1 << 10;

    public static final int TIMING_PREDICATE_COUNT_MAX = 1 << 10;

    /** Terms of a request for ids: some 100 MB of strings if they have the usual length. */
    public static final int TERM_COUNT_MAX = 1 << 20;

    /**
     * Queries of a request for windows: as many as the jobs that all workers' queues have room for.
     */
    public static final int WANTED_QUERY_COUNT_MAX = 1 << 16;

    /** Windows of a request; their rows wait together for the reply. */
    public static final int WINDOW_COUNT_MAX = 1 << 16;

    /** Key, names and values of a catalog entry together: a view's text is some KB. */
    public static final int CATALOG_ENTRY_CHARS_MAX = 1 << 20;

    /** A token that says who a client is; one of an identity provider has 1 to 4 KiB. */
    public static final int TOKEN_CHARS_MAX = 1 << 13;

    private InputLimits() {}

    /**
     * Returns {@code value} if it is in {@code min..max}; {@code what} begins the error message.
     */
    public static long checkRange(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw WukongsException.user(
                    what + " is out of bounds: value=" + value + " min=" + min + " max=" + max);
        }
        return value;
    }

    /** Checks event times of tuples: 1970 to 9999. */
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

    /** Returns a valid window end; {@code Long.MIN_VALUE} stands for the first one that exists. */
    public static long checkWindowEnd(long windowEndMs) {
        return windowEndMs == Long.MIN_VALUE
                ? windowEndMs
                : checkRange("window end", windowEndMs, -WINDOW_END_MS_MAX, WINDOW_END_MS_MAX);
    }

    /**
     * Returns a valid name of a stream or stored graph: 1 to {@link #NAME_CHARS_MAX} characters
     * that an IRI of SPARQL may have, so that a query can name it, and no white space or control
     * characters of any script. {@code what} begins the error message.
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
                                + " has a character that IRIs may not have: index="
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

    /** Returns {@code text} if it has at most {@code charsMax} characters. */
    public static String checkLength(String what, String text, int charsMax) {
        if (text.length() > charsMax) {
            throw WukongsException.user(
                    what + " is too long: chars=" + text.length() + " charsMax=" + charsMax);
        }
        return text;
    }
}
