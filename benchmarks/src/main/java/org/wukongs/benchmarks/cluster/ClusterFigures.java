package org.wukongs.benchmarks.cluster;

import java.util.List;

/**
 * What was measured of one store.
 *
 * @param triples in the graph, as a node counts those of all
 * @param loadNs from the start of the loading process to its end
 * @param residentBytes of all nodes together after all queries
 * @param idleCpuNs CPU time of all nodes together, of a second without requests
 */
record ClusterFigures(
        ClusterRuns.Setup setup,
        long triples,
        long loadNs,
        long residentBytes,
        double idleCpuNs,
        List<QueryFigures> queries) {

    int nodes() {
        return setup.nodes();
    }
}
