package org.wukongs.store.checkpoint;

import java.nio.file.Path;
import java.time.Instant;
import org.wukongs.client.StoreStatus.RestoredStatus;

/**
 * What a start has read.
 *
 * @param number of the checkpoint
 * @param made when it was written, by the time of its manifest's file
 * @param tripleCount triples in all stored graphs
 * @param termCount terms in the dictionary
 */
public record Restored(
        long number,
        Path path,
        Instant made,
        long tripleCount,
        long termCount,
        int streamCount,
        int queryCount) {

    /** For clients. */
    public RestoredStatus status() {
        return new RestoredStatus(
                path.toString(),
                made.toEpochMilli(),
                tripleCount,
                termCount,
                streamCount,
                queryCount);
    }

    /** On one line, as a start prints it. */
    @Override
    public String toString() {
        return path
                + " of "
                + made
                + ": triples="
                + tripleCount
                + " terms="
                + termCount
                + " streams="
                + streamCount
                + " queries="
                + queryCount;
    }
}
