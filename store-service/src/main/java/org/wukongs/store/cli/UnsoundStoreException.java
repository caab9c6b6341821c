package org.wukongs.store.cli;

import java.nio.file.Path;
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

    /** {@code problems} are those of a directory's files. */
    UnsoundStoreException(Path directory, List<WukongsException> problems) {
        super(
                Category.FATAL,
                "the data directory is not sound: problems="
                        + problems.size()
                        + " path="
                        + directory);
        this.violations = problems.stream().map(WukongsException::getMessage).toList();
    }

    List<String> violations() {
        return violations;
    }
}
