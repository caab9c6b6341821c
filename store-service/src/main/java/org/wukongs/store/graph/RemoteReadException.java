package org.wukongs.store.graph;

/** What was read of another node's memory cannot be what its writer has written. */
public final class RemoteReadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RemoteReadException(String what, long found) {
        super(what + ": found=" + found, null, false, false);
    }

    /** Returns a value that must be within bounds. */
    static long check(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new RemoteReadException(what, value);
        }
        return value;
    }
}
