package org.wukongs.benchmarks.lsbench;

import java.util.List;

/**
 * The do-it-yourself way beside this store, over the same windows.
 *
 * @param version of the peer
 * @param rate of the streams, times the data's own; both went as fast as they could
 * @param windowEnds compared
 * @param moveP50Ms what the peer took to move its windows by a step
 * @param keepsUp whether moving the windows and one execution of each query fit into a step, at the
 *     mean
 */
record PeerReport(
        String version,
        double rate,
        long windowEnds,
        double moveP50Ms,
        double moveP99Ms,
        boolean keepsUp,
        List<PeerLatency> queries) {

    /**
     * Medians and 99th percentiles in µs.
     *
     * @param rows of all executions together, the same in both
     */
    record PeerLatency(
            String query,
            long executions,
            long rows,
            double peerP50Us,
            double peerP99Us,
            double ownP50Us,
            double ownP99Us) {}
}
