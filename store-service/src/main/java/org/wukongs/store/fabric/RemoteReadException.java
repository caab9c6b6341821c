package org.wukongs.store.fabric;

/** What was read of another node's memory cannot be what its writer has written. */
public final class RemoteReadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RemoteReadException(String what, long found) {
        super(what + ": found=" + found, null, false, false);
    }

    /** Returns a value that must be within bounds. */
    public static long check(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new RemoteReadException(what, value);
        }
        return value;
    }

    /** Checks that a region has {@code count} words from an offset on. */
    public static void checkWords(long offset, int count, long sizeBytes) {
        long bytes = (long) count * Long.BYTES;
        if (offset < 0 || count < 0 || offset > sizeBytes - bytes || (offset & 7) != 0) {
            throw new RemoteReadException("offset of some words", offset);
        }
    }
}
