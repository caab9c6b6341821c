package org.wukongs.store.copy;

import org.wukongs.error.WukongsException;

/** Thrown if another store has the place of a copy, so that this one must not go on: USER. */
public final class FencedException extends WukongsException {

    private static final long serialVersionUID = 1L;

    FencedException(String message) {
        super(Category.USER, message, null);
    }
}
