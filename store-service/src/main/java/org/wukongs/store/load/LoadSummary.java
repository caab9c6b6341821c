package org.wukongs.store.load;

import java.util.List;

/**
 * What a load did.
 *
 * @param statementCount in the files, bad ones not counted
 * @param newCount triples that the graphs did not have
 * @param badCount statements that were skipped; in a format that is not line by line, a whole rest
 *     of a file counts as one
 * @param bad the first of them: message and place
 */
public record LoadSummary(long statementCount, long newCount, long badCount, List<String> bad) {

    /** Statements that were in the graphs, or in the files more than once. */
    public long duplicateCount() {
        return statementCount - newCount;
    }
}
