package org.wukongs.benchmarks.lubm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.engine.WorkerResult;
import org.wukongs.benchmarks.engine.WorkerResult.MixResult;
import org.wukongs.benchmarks.engine.WorkerResult.QuerySamples;

final class AgreementTest {

    private static final WorkerResult TEN_ROWS = result(100, 10, "aa", 5);

    @Test
    void equalRowsInAnyRoundAreFine() {
        assertThat(failures(new long[] {10}, List.of(TEN_ROWS, TEN_ROWS), List.of(TEN_ROWS)))
                .isEmpty();
        assertThat(failures(null, List.of(TEN_ROWS), List.of(TEN_ROWS))).isEmpty();
    }

    @Test
    void allWrongInTheSameWayIsStillWrong() {
        assertThat(failures(new long[] {11}, List.of(TEN_ROWS), List.of(TEN_ROWS)))
                .containsExactly(
                        "wrong number of rows: engine=wukongs query=Q1 expected=11 found=10",
                        "wrong number of rows: engine=jena query=Q1 expected=11 found=10");
    }

    @Test
    void asManyButOtherRows() {
        assertThat(failures(null, List.of(TEN_ROWS), List.of(result(100, 10, "bb", 5))))
                .containsExactly("wukongs and jena disagree: query=Q1 rows=10 and 10");
    }

    @Test
    void otherTriplesOrOtherRowsOfTheMix() {
        assertThat(failures(null, List.of(TEN_ROWS), List.of(result(99, 10, "aa", 6))))
                .containsExactly(
                        "wukongs and jena disagree: triples=100 and 99",
                        "wukongs and jena disagree: query=mix rows=5 and 6");
    }

    @Test
    void roundsOfOneEngineHaveToAgreeToo() {
        assertThat(failures(null, List.of(TEN_ROWS, result(100, 9, "cc", 5)), List.of()))
                .containsExactly("wukongs and wukongs disagree: query=Q1 rows=10 and 9");
    }

    private static List<String> failures(
            long[] expected, List<WorkerResult> wukongs, List<WorkerResult> jena) {
        Map<EngineName, List<WorkerResult>> rounds = new EnumMap<>(EngineName.class);
        rounds.put(EngineName.WUKONGS, wukongs);
        rounds.put(EngineName.JENA, jena);
        return Agreement.failures(rounds, expected);
    }

    private static WorkerResult result(long triples, long rows, String sha256, long mixRows) {
        QuerySamples query =
                new QuerySamples("Q1", rows, sha256, 1, true, new long[] {1}, new long[] {1});
        return new WorkerResult(
                "x",
                triples,
                1,
                null,
                null,
                0,
                List.of(query),
                new MixResult(mixRows, 1, 1, 1, null, 0, null));
    }
}
