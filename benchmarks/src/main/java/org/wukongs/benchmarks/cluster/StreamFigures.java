package org.wukongs.benchmarks.cluster;

import java.util.Map;
import java.util.SortedMap;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.measure.Executions;

/**
 * What streams cost with one store.
 *
 * @param alone while no query is registered
 * @param queried while queries are executed at each window end
 * @param classes executions of all queries of a class
 * @param digests of the rows of each query, by name
 * @param triples in the stored graph at the end, as a node counts those of all
 */
record StreamFigures(
        ClusterRuns.Setup setup,
        Part alone,
        Part queried,
        Map<QueryClass, Executions> classes,
        SortedMap<String, Long> digests,
        long triples) {

    int nodes() {
        return setup.nodes();
    }

    /**
     * A part of a run.
     *
     * @param cpuNs of all nodes' processes
     * @param traffic between the nodes
     * @param lateNs from when the part should have ended to when all was acknowledged
     */
    record Part(long tuples, long cpuNs, PeerTraffic traffic, long lateNs) {}
}
