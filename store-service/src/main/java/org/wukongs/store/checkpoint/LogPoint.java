package org.wukongs.store.checkpoint;

/**
 * A place in a log.
 *
 * @param id that of all segments of the log, not 0
 * @param position of a record; everything up to it is meant
 */
public record LogPoint(long id, long position) {

    private static final int HEX = 16;

    /** Parses what {@link #toString} makes. */
    public static LogPoint parse(String text) {
        int at = text.indexOf('/');
        if (at < 0) {
            throw new IllegalArgumentException("not ID/POSITION: " + text);
        }
        long position = Long.parseLong(text.substring(at + 1));
        if (position < 0) {
            throw new IllegalArgumentException("a position is not below 0: " + text);
        }
        return new LogPoint(parseId(text.substring(0, at)), position);
    }

    /** Parses what {@link #idText} makes. */
    public static long parseId(String text) {
        return Long.parseUnsignedLong(text, HEX);
    }

    /** Returns an id as it is shown, that of a log or of a data directory's owner. */
    public static String idText(long id) {
        return String.format("%016x", id);
    }

    @Override
    public String toString() {
        return idText(id) + "/" + position;
    }
}
