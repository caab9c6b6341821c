package org.wukongs.store.history;

import org.wukongs.error.WukongsException;

/**
 * Thrown before a request has changed anything, because it has to wait for the log. The caller
 * tries it again later.
 */
public final class NotNowException extends WukongsException {

    private static final long serialVersionUID = 1L;

    NotNowException(String reason) {
        super(Category.RETRIABLE, reason, null);
    }

    /** A request may wait for long, and is tried often. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
