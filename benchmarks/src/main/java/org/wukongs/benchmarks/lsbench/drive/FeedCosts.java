package org.wukongs.benchmarks.lsbench.drive;

import org.wukongs.benchmarks.measure.Executions;

/**
 * What the batches of one stream took, in CPU time of the feeding thread. Written by that thread.
 *
 * @param encode from the file's lines to batches of ids
 * @param inject into ring and stored graph, indexes and progress included; also the wall time of
 *     each batch; tuples are its rows
 */
public record FeedCosts(Executions encode, Executions inject) {

    /** Forgets what was before, for instance the warm-up. */
    void reset() {
        encode.reset();
        inject.reset();
    }
}
