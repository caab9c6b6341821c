package org.wukongs.store.cli;

import org.wukongs.error.WukongsException;

/** Thrown for a command line that cannot be executed as written; the exit code is 2. */
public final class WrongUsageException extends WukongsException {

    private static final long serialVersionUID = 1L;

    public WrongUsageException(String message) {
        super(Category.USER, message);
    }

    public WrongUsageException(String message, Throwable cause) {
        super(Category.USER, message, cause);
    }
}
