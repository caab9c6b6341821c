package org.wukongs.store.cli;

import java.util.List;
import org.wukongs.client.StoreCheck;
import org.wukongs.error.WukongsException;

/**
 * Thrown when a check finds violations; the first line is the error, the lines below list what was
 * found.
 */
final class UnsoundStoreException extends WukongsException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> violations;

    UnsoundStoreException(StoreCheck check) {
        super(
                Category.FATAL,
                "the store is not sound: violations="
                        + check.violations().size()
                        + " "
                        + check.sizes());
        this.violations = check.violations();
    }

    List<String> violations() {
        return violations;
    }
}
