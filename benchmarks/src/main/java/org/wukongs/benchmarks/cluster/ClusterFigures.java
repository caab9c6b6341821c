package org.wukongs.benchmarks.cluster;

import java.util.List;

/**
 * What was measured of one number of nodes.
 *
 * @param triples in the graph, as a node counts those of all
 * @param loadNs from the start of the loading process to its end
 * @param residentBytes of all nodes together after all queries
 * @param idleCpuNs CPU time of all nodes together, of a second without requests
 */
record ClusterFigures(
        int nodes,
        long triples,
        long loadNs,
        long residentBytes,
        double idleCpuNs,
        List<QueryFigures> queries) {}
