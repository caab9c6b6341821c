package org.wukongs.benchmarks.lubm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.lubm.EngineReport.QueryReport;
import org.wukongs.benchmarks.worker.WorkerResult;
import org.wukongs.benchmarks.worker.WorkerResult.MixResult;
import org.wukongs.benchmarks.worker.WorkerResult.QuerySamples;

final class EngineReportTest {

    @Test
    void samplesOfAllRoundsCountTogether() {
        EngineReport report =
                EngineReport.of(
                        EngineName.JENA,
                        List.of(
                                result(1_000_000_000, 500, true, 1_000, 2_000),
                                result(3_000_000_000L, 700, false, 3_000, 9_000)));

        assertThat(report.name()).isEqualTo("jena");
        assertThat(report.loadTriplesPerSecond()).isEqualTo(100 / 2.0);
        assertThat(report.retainedBytesPerTriple()).isEqualTo(8);
        assertThat(report.peakMemoryBytes()).isEqualTo(700);
        QueryReport query = report.queries().get(0);
        assertThat(query.runs()).isEqualTo(4);
        assertThat(query.stable()).isFalse();
        assertThat(query.engineMedianUs()).isEqualTo(2.5);
        assertThat(query.engineP99Us()).isEqualTo(9);
        assertThat(query.wallMedianUs()).isEqualTo(3.5);
        assertThat(report.mix().queriesPerSecond()).isEqualTo(10);
        assertThat(report.mix().engineQueriesPerSecond()).isEqualTo(40);
    }

    @Test
    void theBestPeerIsChosenQueryByQuery() {
        Comparison comparison =
                Comparison.of(
                        List.of(
                                engine(EngineName.WUKONGS, 10, 10),
                                engine(EngineName.RDF4J, 20, 400),
                                engine(EngineName.JENA, 900, 5)));

        assertThat(comparison.queries().get(0).bestPeer()).isEqualTo("rdf4j");
        assertThat(comparison.queries().get(0).ratio()).isEqualTo(2);
        assertThat(comparison.queries().get(1).bestPeer()).isEqualTo("jena");
        assertThat(comparison.queries().get(1).ratio()).isEqualTo(0.5);
        assertThat(comparison.ratioGeometricMean()).isCloseTo(1, within(1e-9));
    }

    @Test
    void withoutPeersThereIsNothingToCompareWith() {
        Comparison alone = Comparison.of(List.of(engine(EngineName.WUKONGS, 10, 40)));
        assertThat(alone.geometricMeanUs()).isCloseTo(20, within(1e-9));
        assertThat(alone.ratioGeometricMean()).isNull();
        assertThat(alone.queries().get(0).bestPeer()).isNull();
        assertThat(Comparison.of(List.of(engine(EngineName.JENA, 1)))).isNull();
    }

    private static EngineReport engine(EngineName name, long... mediansUs) {
        List<QuerySamples> queries = new ArrayList<>();
        for (long us : mediansUs) {
            long[] ns = {us * 1_000};
            queries.add(new QuerySamples("Q", 1, "aa", 1, true, ns, ns));
        }
        return EngineReport.of(
                name,
                List.of(
                        new WorkerResult(
                                "x", 1, 1, 1.0, 1L, 1, queries, new MixResult(1, 1, 1, 1, null))));
    }

    private static WorkerResult result(
            long loadNs, long peakBytes, boolean stable, long fastNs, long slowNs) {
        long[] engineNs = {fastNs, slowNs};
        long[] wallNs = {fastNs + 1_000, slowNs + 1_000};
        QuerySamples query = new QuerySamples("Q1", 3, "aa", 7, stable, engineNs, wallNs);
        return new WorkerResult(
                "x",
                100,
                loadNs,
                null,
                800L,
                peakBytes,
                List.of(query),
                new MixResult(4, 10, 1_000_000_000, 250_000_000, 50.0));
    }
}
