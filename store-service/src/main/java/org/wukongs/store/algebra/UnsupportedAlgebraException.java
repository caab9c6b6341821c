package org.wukongs.store.algebra;

/** Thrown if a part of a query has no operator; the message names the part. */
public final class UnsupportedAlgebraException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedAlgebraException(String part) {
        super(part, null, false, false);
    }
}
