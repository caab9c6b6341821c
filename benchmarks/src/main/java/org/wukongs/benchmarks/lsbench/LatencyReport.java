package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.lsbench.drive.LatencyRun;
import org.wukongs.benchmarks.lsbench.query.QueryClass;

/**
 * L1 to L6 under the streams.
 *
 * @param rate of the streams, times the data's own
 * @param storedTriples before the first tuple
 * @param lagP50Ms from the end of a window to when all queries had its rows; 0 at maximal speed
 * @param feedShare of the wall time that feeding took
 * @param executeShare of the wall time that executions took
 */
record LatencyReport(
        double rate,
        long storedTriples,
        boolean realTime,
        long windowEnds,
        double lagP50Ms,
        double lagP99Ms,
        double lagMaxMs,
        double feedShare,
        double executeShare,
        List<QueryLatency> queries) {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;

    /**
     * Engine times of a class: from the beginning of an execution to its rows as ids, in µs.
     *
     * @param rowsMean of an execution
     * @param originalUs the original's median on two cores, at a third of the full rate
     * @param targetUs the median to reach
     */
    record QueryLatency(
            String query,
            long executions,
            double rowsMean,
            double p50Us,
            double p99Us,
            double p999Us,
            double maxUs,
            double originalUs,
            double targetUs) {

        static QueryLatency of(QueryClass queryClass, Histogram ns, long rows) {
            return new QueryLatency(
                    queryClass.name(),
                    ns.getTotalCount(),
                    (double) rows / Math.max(1, ns.getTotalCount()),
                    ns.getValueAtPercentile(50) / NS_PER_US,
                    ns.getValueAtPercentile(99) / NS_PER_US,
                    ns.getValueAtPercentile(99.9) / NS_PER_US,
                    ns.getMaxValue() / NS_PER_US,
                    queryClass.originalUs(),
                    queryClass.targetUs());
        }
    }

    static LatencyReport of(
            double rate, long storedTriples, boolean realTime, long feedNs, LatencyRun run) {
        List<QueryLatency> queries = new ArrayList<>();
        for (QueryClass queryClass : QueryClass.values()) {
            queries.add(
                    QueryLatency.of(queryClass, run.engineNs(queryClass), run.rows(queryClass)));
        }
        double wallNs = Math.max(1, run.wallNs());
        return new LatencyReport(
                rate,
                storedTriples,
                realTime,
                run.windowEnds(),
                run.lagNs().getValueAtPercentile(50) / NS_PER_MS,
                run.lagNs().getValueAtPercentile(99) / NS_PER_MS,
                run.lagNs().getMaxValue() / NS_PER_MS,
                feedNs / wallNs,
                run.executeNs() / wallNs,
                queries);
    }

    /** Of a class, in µs. */
    double medianUs(QueryClass queryClass) {
        for (QueryLatency query : queries) {
            if (query.query().equals(queryClass.name())) {
                return query.p50Us();
            }
        }
        throw new IllegalArgumentException("not measured: query=" + queryClass);
    }
}
