package org.wukongs.benchmarks.lubm;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.lubm.EngineReport.QueryReport;
import org.wukongs.benchmarks.measure.Statistics;

/**
 * This store against the best of the others, query by query. Everything about peers is null where
 * none ran.
 *
 * @param geometricMeanUs of this store's medians
 * @param peerGeometricMeanUs of the best peer's medians, query by query
 * @param ratioGeometricMean how many times faster this store is than the best peer
 * @param targetGeometricMeanUs of the target figures
 */
record Comparison(
        List<Row> queries,
        double geometricMeanUs,
        Double peerGeometricMeanUs,
        Double ratioGeometricMean,
        double targetGeometricMeanUs) {

    /** Engine times, medians in µs; {@code ratio} above 1 where this store is the faster one. */
    record Row(
            String query,
            double medianUs,
            String bestPeer,
            Double bestPeerMedianUs,
            Double ratio,
            double targetUs) {}

    /** Null where this store itself has no figures. */
    static Comparison of(List<EngineReport> engines) {
        EngineReport own = null;
        List<EngineReport> peers = new ArrayList<>();
        for (EngineReport engine : engines) {
            if (engine.name().equals(EngineName.WUKONGS.toString())) {
                own = engine;
            } else {
                peers.add(engine);
            }
        }
        if (own == null) {
            return null;
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < own.queries().size(); i++) {
            rows.add(row(own.queries().get(i), i, peers));
        }
        boolean compared = !peers.isEmpty();
        return new Comparison(
                rows,
                mean(rows.stream().mapToDouble(Row::medianUs).toArray()),
                compared ? mean(rows.stream().mapToDouble(Row::bestPeerMedianUs).toArray()) : null,
                compared ? mean(rows.stream().mapToDouble(Row::ratio).toArray()) : null,
                mean(LubmQueries.TARGETS_US));
    }

    private static Row row(QueryReport own, int index, List<EngineReport> peers) {
        EngineReport best = null;
        double bestUs = Double.POSITIVE_INFINITY;
        for (EngineReport peer : peers) {
            double us = peer.queries().get(index).engineMedianUs();
            if (us < bestUs) {
                best = peer;
                bestUs = us;
            }
        }
        double ownUs = own.engineMedianUs();
        double targetUs = LubmQueries.TARGETS_US[index];
        return best == null
                ? new Row(own.name(), ownUs, null, null, null, targetUs)
                : new Row(own.name(), ownUs, best.name(), bestUs, bestUs / ownUs, targetUs);
    }

    private static double mean(double[] values) {
        return Statistics.geometricMean(values);
    }
}
