package org.wukongs.store.cli;

import org.wukongs.error.WukongsException;

/** A command line that cannot be carried out as it is written: exit code 2. */
public final class WrongUsageException extends WukongsException {

    private static final long serialVersionUID = 1L;

    public WrongUsageException(String message) {
        super(Category.USER, message);
    }
}
