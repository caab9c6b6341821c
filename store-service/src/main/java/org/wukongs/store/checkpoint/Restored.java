package org.wukongs.store.checkpoint;

import java.nio.file.Path;
import java.time.Instant;
import org.wukongs.client.StoreStatus.RestoredStatus;

/**
 * The checkpoint that a start has read, with its sizes.
 *
 * @param number number of the checkpoint
 * @param log from where its log goes on, null if the store kept none
 * @param made time of writing, from its manifest's file
 * @param tripleCount triples in all stored graphs
 * @param termCount terms in the dictionary
 */
public record Restored(
        long number,
        LogPoint log,
        Path path,
        Instant made,
        long tripleCount,
        long termCount,
        int streamCount,
        int queryCount) {

    /** Returns the same for clients. */
    public RestoredStatus status() {
        return new RestoredStatus(
                path.toString(),
                made.toEpochMilli(),
                tripleCount,
                termCount,
                streamCount,
                queryCount);
    }

    /** Returns one line, as a start prints it. */
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
