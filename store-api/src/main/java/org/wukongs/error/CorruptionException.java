package org.wukongs.error;

/**
 * Error for stored bytes that violate their layout's invariants; no caller can cause or avoid it.
 */
public final class CorruptionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String region;
    private final long offset;
    private final long expected;
    private final long found;

    /**
     * @param what the violated invariant, as constant text and facts as {@code key=value}
     * @param region the memory that was read
     * @param offset where in it, in bytes
     */
    public CorruptionException(String what, String region, long offset, long expected, long found) {
        super(
                what
                        + ": region="
                        + region
                        + " offset="
                        + offset
                        + " expected="
                        + expected
                        + " found="
                        + found);
        this.region = region;
        this.offset = offset;
        this.expected = expected;
        this.found = found;
    }

    public String region() {
        return region;
    }

    public long offset() {
        return offset;
    }

    public long expected() {
        return expected;
    }

    public long found() {
        return found;
    }
}
