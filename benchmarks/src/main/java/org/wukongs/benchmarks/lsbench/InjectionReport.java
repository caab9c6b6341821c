package org.wukongs.benchmarks.lsbench;

import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.drive.FeedCosts;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * The paper's Table 6.
 *
 * @param total of all streams together
 */
record InjectionReport(List<StreamCosts> streams, StreamCosts total) {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_S = 1e3;

    /**
     * CPU time of the feeding thread in µs a tuple; wall time of whole batches in ms.
     *
     * @param tuplesPerSecond of event time
     * @param encodeUs file lines to batches of ids
     * @param injectUs ring, indexes, stored graph and progress
     * @param batchMs mean CPU time of injecting a batch
     * @param batchP50Ms wall time of injecting a batch
     */
    record StreamCosts(
            String stream,
            long tuples,
            double tuplesPerSecond,
            double encodeUs,
            double injectUs,
            double totalUs,
            double batchMs,
            double batchP50Ms,
            double batchP99Ms) {}

    static StreamCosts of(LsbenchStreams stream, FeedCosts costs, long eventMs) {
        double tuples = Math.max(1, costs.tupleCount());
        double encodeUs = costs.encodeCpuNs() / NS_PER_US / tuples;
        double injectUs = costs.injectCpuNs() / NS_PER_US / tuples;
        return new StreamCosts(
                LsbenchFiles.label(stream),
                costs.tupleCount(),
                costs.tupleCount() * MS_PER_S / eventMs,
                encodeUs,
                injectUs,
                encodeUs + injectUs,
                costs.injectCpuNs() / NS_PER_MS / Math.max(1, costs.batchCount()),
                costs.injectWallNs().getValueAtPercentile(50) / NS_PER_MS,
                costs.injectWallNs().getValueAtPercentile(99) / NS_PER_MS);
    }

    /** Means weighted by tuples; a step of all streams is one batch of each. */
    static InjectionReport of(List<StreamCosts> streams) {
        double encodeUs = 0;
        double injectUs = 0;
        long tuples = 0;
        double perSecond = 0;
        double batchMs = 0;
        double p50Ms = 0;
        double p99Ms = 0;
        for (StreamCosts stream : streams) {
            encodeUs += stream.encodeUs() * stream.tuples();
            injectUs += stream.injectUs() * stream.tuples();
            tuples += stream.tuples();
            perSecond += stream.tuplesPerSecond();
            batchMs += stream.batchMs();
            p50Ms += stream.batchP50Ms();
            p99Ms = Math.max(p99Ms, stream.batchP99Ms());
        }
        double count = Math.max(1, tuples);
        double totalUs = (encodeUs + injectUs) / count;
        return new InjectionReport(
                streams,
                new StreamCosts(
                        "all",
                        tuples,
                        perSecond,
                        encodeUs / count,
                        injectUs / count,
                        totalUs,
                        batchMs,
                        p50Ms,
                        p99Ms));
    }
}
