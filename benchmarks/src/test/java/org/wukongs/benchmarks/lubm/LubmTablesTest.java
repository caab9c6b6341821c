package org.wukongs.benchmarks.lubm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.engine.WorkerResult;
import org.wukongs.benchmarks.engine.WorkerResult.MixResult;
import org.wukongs.benchmarks.engine.WorkerResult.QuerySamples;
import org.wukongs.benchmarks.result.Table;

final class LubmTablesTest {

    @Test
    void samplesOfAllRoundsCountTogether() {
        List<Table> tables =
                LubmTables.of(
                        Map.of(
                                EngineName.JENA,
                                List.of(
                                        result(1_000_000_000, 500, true, 1_000, 2_000),
                                        result(3_000_000_000L, 700, false, 3_000, 9_000))));

        assertThat(tables).extracting(Table::name).doesNotContain("comparison");
        assertThat(rows(tables, "stores").get(0))
                .containsEntry("engine", "jena")
                .containsEntry("loadTriplesPerSecond", 100 / 2.0)
                .containsEntry("retainedBytesPerTriple", 8.0)
                .containsEntry("peakMb", 700 / 1e6)
                .containsEntry("queriesPerSecond", 10.0)
                .containsEntry("engineQueriesPerSecond", 40.0)
                .containsEntry("preparedQueriesPerSecond", 50.0)
                .containsEntry("preparedThreads", 2)
                .containsEntry("preparedQueriesPerSecondAllThreads", 80.0);
        assertThat(rows(tables, "engineTimes").get(0))
                .containsEntry("query", "Q1")
                .containsEntry("runs", 4)
                .containsEntry("stable", false)
                .containsEntry("engineMedianUs", 2.5)
                .containsEntry("engineP99Us", 9.0);
        assertThat(rows(tables, "wallTimes").get(0)).containsEntry("wallMedianUs", 3.5);
    }

    @Test
    void theBestPeerIsChosenQueryByQuery() {
        Map<EngineName, List<WorkerResult>> results = new EnumMap<>(EngineName.class);
        results.put(EngineName.WUKONGS, engine(10, 10));
        results.put(EngineName.RDF4J, engine(20, 400));
        results.put(EngineName.JENA, engine(900, 5));

        List<Map<String, Object>> rows = rows(LubmTables.of(results), "comparison");

        assertThat(rows.get(0)).containsEntry("bestPeer", "rdf4j").containsEntry("ratio", 2.0);
        assertThat(rows.get(1)).containsEntry("bestPeer", "jena").containsEntry("ratio", 0.5);
        assertThat((double) rows.get(2).get("ratio")).isCloseTo(1, within(1e-9));
    }

    @Test
    void withoutPeersThereIsNothingToCompareWith() {
        List<Map<String, Object>> rows =
                rows(LubmTables.of(Map.of(EngineName.WUKONGS, engine(10, 40))), "comparison");

        assertThat((double) rows.get(2).get("medianUs")).isCloseTo(20, within(1e-9));
        assertThat(rows.get(2).get("ratio")).isNull();
        assertThat(rows.get(0).get("bestPeer")).isNull();
    }

    private static List<Map<String, Object>> rows(List<Table> tables, String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findAny()
                .orElseThrow()
                .rows();
    }

    /** One round with a query for each of the medians. */
    private static List<WorkerResult> engine(long... mediansUs) {
        List<QuerySamples> queries = new ArrayList<>();
        for (int i = 0; i < mediansUs.length; i++) {
            long[] ns = {mediansUs[i] * 1_000};
            queries.add(new QuerySamples("Q" + i, 1, "aa", 1, true, ns, ns));
        }
        MixResult mix = new MixResult(1, 1, 1, 1, null, 0, null);
        return List.of(new WorkerResult("x", 1, 1, 1.0, 1L, 1, queries, mix));
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
                new MixResult(4, 10, 1_000_000_000, 250_000_000, 50.0, 2, 80.0));
    }
}
