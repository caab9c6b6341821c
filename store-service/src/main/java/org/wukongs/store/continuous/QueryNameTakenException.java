package org.wukongs.store.continuous;

import org.wukongs.error.WukongsException;

/** Thrown if a query is registered under the name of another query. */
public final class QueryNameTakenException extends WukongsException {

    private static final long serialVersionUID = 1L;

    QueryNameTakenException(String name) {
        super(
                Category.USER,
                "another query has this name, unregister it first: name=" + name,
                null);
    }
}
