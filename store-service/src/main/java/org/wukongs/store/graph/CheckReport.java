package org.wukongs.store.graph;

import java.util.List;
import org.wukongs.error.CorruptionException;

/**
 * The result of a check: what it has walked, and the violations it has found.
 *
 * @param violations the first ones, at most {@link StoreChecker#VIOLATION_COUNT_MAX}
 */
public record CheckReport(long graphCount, long tripleCount, List<CorruptionException> violations) {

    public boolean isSound() {
        return violations.isEmpty();
    }

    /** Throws the first violation, if any. */
    public void throwIfUnsound() {
        if (!isSound()) {
            throw violations.get(0);
        }
    }
}
