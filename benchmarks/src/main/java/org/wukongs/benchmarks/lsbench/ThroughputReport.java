package org.wukongs.benchmarks.lsbench;

import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.query.QueryClass;

/**
 * Mixes of registered queries, all executed at every window end.
 *
 * @param latenciesUs that the classes' shares come from
 */
record ThroughputReport(Map<QueryClass, Double> latenciesUs, List<Point> points) {

    /**
     * One mix of one size.
     *
     * @param mix which classes, for instance "L1-L3"
     * @param queries registered ones
     * @param distinct of them; the others have the same class and constant as one of these
     * @param kind of execution, one of the benchmark's names
     * @param how they were executed, in words
     * @param registerSeconds of all of them
     * @param executions one query at one window end whose rows, or that there are none, are known
     *     and can be had by the query in constant time
     * @param withRows share of the executions that have rows
     * @param perSecond executions a second, feeding left out
     * @param perSecondFed executions a second, feeding on the same processors included
     * @param cpuUs of an execution, all threads of the process
     * @param stepP50Ms executing all queries at a window end
     * @param keepsUp whether feeding and executing fit into a step in the mean, so that this many
     *     queries can go on for ever
     */
    record Point(
            String mix,
            int queries,
            long distinct,
            String kind,
            String how,
            int workers,
            double registerSeconds,
            long windowEnds,
            long executions,
            double withRows,
            double rowsMean,
            double perSecond,
            double perSecondFed,
            double cpuUs,
            double stepP50Ms,
            double stepP99Ms,
            boolean keepsUp) {}
}
