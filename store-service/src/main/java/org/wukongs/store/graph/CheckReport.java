package org.wukongs.store.graph;

import java.util.List;
import org.wukongs.error.CorruptionException;

/**
 * What a check has walked, and what it found wrong.
 *
 * @param violations the first ones, at most {@link StoreChecker#VIOLATION_COUNT_MAX}
 */
public record CheckReport(long graphCount, long tripleCount, List<CorruptionException> violations) {

    public boolean isSound() {
        return violations.isEmpty();
    }

    /** Throws the first violation, if there is one. */
    public void throwIfUnsound() {
        if (!isSound()) {
            throw violations.get(0);
        }
    }
}
