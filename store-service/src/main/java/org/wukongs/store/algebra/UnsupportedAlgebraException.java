package org.wukongs.store.algebra;

/** A query has a part without an operator; its message names the part. */
public final class UnsupportedAlgebraException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedAlgebraException(String part) {
        super(part, null, false, false);
    }
}
