package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.Bench;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** The worked example of Wukong+S (SOSP'17, figures 1 and 2) at every instant. */
class GoldenTest {

    private static final String PREFIX = "PREFIX : <http://x/>\n";

    private static final String QC =
            PREFIX
                    + """
                    REGISTER QUERY QC AS SELECT ?X ?Y ?Z
                    FROM Tweet_Stream [RANGE 10s STEP 1s] FROM Like_Stream [RANGE 5s STEP 1s] FROM X-Lab
                    WHERE { GRAPH Tweet_Stream { ?X :po ?Z } GRAPH X-Lab { ?X :fo ?Y }
                            GRAPH Like_Stream { ?Y :li ?Z } }
                    """;

    private static final String QS_PATTERN = "{ :Logan :po ?X . ?X :ht :sosp17 . :Erik :li ?X }";

    /** QS over the stored graph as the streams let it grow. */
    private static final String QS_CONTINUOUS =
            PREFIX
                    + "REGISTER QUERY QS AS SELECT ?X\n"
                    + "FROM NAMED STREAM Tweet_Stream [RANGE 1s STEP 1s]\n"
                    + "FROM NAMED STREAM Like_Stream [RANGE 1s STEP 1s] FROM X-Lab\n"
                    + "WHERE "
                    + QS_PATTERN;

    private static final String QS = PREFIX + "SELECT ?X FROM X-Lab WHERE " + QS_PATTERN;

    private static final List<String> LOGAN_ERIK_15 = row("Logan", "Erik", "T-15");
    private static final List<String> LOGAN_ERIK_17 = row("Logan", "Erik", "T-17");
    private static final List<String> ERIK_LOGAN_16 = row("Erik", "Logan", "T-16");

    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());
    private final Map<String, Map<Long, WindowResult>> results = new LinkedHashMap<>();

    private static List<String> row(String... names) {
        return List.of(names).stream().map(name -> "<http://x/" + name + ">").toList();
    }

    private static Map<Long, List<List<String>>> expectedQc() {
        Map<Long, List<List<String>>> rows = new LinkedHashMap<>();
        for (long second = 802; second <= 813; second++) {
            rows.put(second * 1_000, List.of());
        }
        for (long second = 807; second <= 810; second++) {
            rows.put(second * 1_000, List.of(LOGAN_ERIK_15));
        }
        rows.put(811_000L, List.of(LOGAN_ERIK_15, LOGAN_ERIK_17));
        rows.put(812_000L, List.of(LOGAN_ERIK_17));
        rows.put(813_000L, List.of(ERIK_LOGAN_16, LOGAN_ERIK_17));
        return rows;
    }

    private void replay(long batchIntervalMs, long untilMs) {
        RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
        loader.add("X-Lab", Bench.path("golden/stored.nt"));
        loader.finish(node.loader()::load);
        assertThat(oneShot()).containsExactly(row("T-13"));
        try (Replay replay = new Replay(node, batchIntervalMs)) {
            addStream(replay, batchIntervalMs, "Tweet_Stream", Bench.path("golden/tweet.tsv"));
            addStream(replay, batchIntervalMs, "Like_Stream", Bench.path("golden/like.tsv"));
            replay.addQuery(QC);
            replay.addQuery(QS_CONTINUOUS);
            replay.run(untilMs, timeMs -> {}, this::collect);
        }
    }

    private static void addStream(Replay replay, long batchIntervalMs, String name, Path file) {
        replay.addStream(
                new StreamDefinition(name, batchIntervalMs, "X-Lab", Set.of("http://x/ga")),
                new StreamFileReader(file, LoadOptions.STRICT));
    }

    private void collect(WindowResult result) {
        Map<Long, WindowResult> byEnd =
                results.computeIfAbsent(result.query(), name -> new LinkedHashMap<>());
        assertThat(byEnd.put(result.windowEndMs(), result)).as("each window once").isNull();
    }

    private List<List<String>> oneShot() {
        return NaiveEvaluator.sortedRows(node.query(QS).rows());
    }

    private void assertGolden(long batchIntervalMs) {
        Map<Long, List<List<String>>> qc = new LinkedHashMap<>();
        results.get("QC").forEach((t, r) -> qc.put(t, NaiveEvaluator.sortedRows(r.rows())));
        assertThat(qc).isEqualTo(expectedQc());
        results.get("QC")
                .forEach((t, r) -> assertThat(r.snapshot()).isEqualTo(t / batchIntervalMs));
        results.get("QS")
                .forEach(
                        (t, result) ->
                                assertThat(NaiveEvaluator.sortedRows(result.rows()))
                                        .as("QS at %d", t)
                                        .isEqualTo(
                                                t < 807_000
                                                        ? List.of(row("T-13"))
                                                        : List.of(row("T-13"), row("T-15"))));
        assertThat(results.get("QS").keySet()).isEqualTo(expectedQc().keySet());
        assertThat(oneShot()).containsExactly(row("T-13"), row("T-15"));
    }

    @Test
    void everyInstantWithBatchesOf100Ms() {
        replay(100, 813_000);
        assertGolden(100);
    }

    @Test
    void everyInstantWithBatchesOfASecond() {
        replay(1_000, 813_000);
        assertGolden(1_000);
    }

    /** Without an end given, it is the last window that the streams complete. */
    @Test
    void theReplayEndsWithTheBatchOfTheLastTuple() {
        replay(1_000, Long.MAX_VALUE);
        assertGolden(1_000);
    }

    @Test
    void theStoreHoldsTheTimelessTuplesOnly() {
        replay(100, 813_000);
        String count = PREFIX + "SELECT (COUNT(*) AS ?n) FROM X-Lab WHERE { ?s %s ?o }";
        assertThat(node.query(count.formatted(":ga")).rows().get(0)[0]).startsWith("\"0\"");
        assertThat(node.query(count.formatted("?p")).rows().get(0)[0]).startsWith("\"24\"");
        assertThat(node.status().storedTripleCount()).isEqualTo(24);
        assertThat(node.query("SELECT * WHERE { ?s ?p ?o }").rows())
                .as("the streams feed X-Lab, not the default graph")
                .isEmpty();
    }
}
