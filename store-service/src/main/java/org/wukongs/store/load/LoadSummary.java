package org.wukongs.store.load;

import java.util.List;

/**
 * The result of a load.
 *
 * @param statementCount statements in the files, without bad ones
 * @param newCount triples that the graphs did not have
 * @param badCount skipped statements; in a format that is not line-based, the whole rest of a file
 *     counts as one
 * @param bad the first skipped statements: message and place
 */
public record LoadSummary(long statementCount, long newCount, long badCount, List<String> bad) {

    /**
     * Returns the number of statements that the graphs already had, or that were repeated in the
     * files.
     */
    public long duplicateCount() {
        return statementCount - newCount;
    }
}
