package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.testing.FakeStore;
import org.wukongs.flink.testing.RecordingMetrics;
import org.wukongs.stream.StreamDefinition;

/** A reader with its real fetch thread on a fake store, driven as Flink's task thread drives it. */
final class QueryReaderTest {

    private final ReaderDriver driver = new ReaderDriver();
    private final CollectingOutput output = driver.output;
    private final RecordingMetrics metrics = driver.metrics;
    private FakeStore store;

    @BeforeEach
    void startStore() {
        store = FakeStore.start("reader-test");
        store.registerStream(StreamDefinition.of("s"));
        store.registerStream(StreamDefinition.of("t"));
        store.registerQuery("REGISTER QUERY q AS SELECT * FROM STREAM s [RANGE 200ms STEP 100ms]");
        store.registerQuery("REGISTER QUERY r AS SELECT * FROM STREAM t [RANGE 100ms STEP 100ms]");
    }

    @AfterEach
    void closeReaders() throws Exception {
        driver.close();
        driver.await(() -> store.openClients() == 0);
    }

    @Test
    void windowsComeInOrderWithTheirTimestampsAndWatermarks() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(), split("q", QuerySplit.FROM_FIRST));
        store.put("s", 1_050, "a p o");
        store.put("s", 1_150, "b p o");
        store.stable("s", 1_300);
        driver.poll(reader, 6);
        assertThat(output.take())
                .containsExactly(
                        "q 1100@1099 [a p o]",
                        "w 1099",
                        "q 1200@1199 [a p o, b p o]",
                        "w 1199",
                        "q 1300@1299 [b p o]",
                        "w 1299");
        assertThat(reader.snapshotState(1)).containsExactly(split("q", 1_400));
        store.stable("s", 1_400);
        driver.poll(reader, 2);
        assertThat(output.take()).containsExactly("q 1400@1399 []", "w 1399");
    }

    @Test
    void aRestoredReaderGoesOnAtItsWindow() throws Exception {
        store.put("s", 1_050, "a p o");
        store.stable("s", 1_400);
        SourceReader<WindowResult, QuerySplit> first =
                driver.reader(builder(), split("q", QuerySplit.FROM_FIRST));
        driver.poll(first, 4);
        List<QuerySplit> checkpoint = first.snapshotState(1);
        first.notifyCheckpointComplete(1);
        driver.close(first);
        int emitted = output.size() / 2;
        output.take();
        SourceReader<WindowResult, QuerySplit> second =
                driver.reader(builder().setEndWindowEndMs(1_600), checkpoint.get(0));
        store.stable("s", 1_600);
        driver.pollToEnd(second);
        long from = 1_100 + 100L * emitted;
        assertThat(output.take().get(0)).startsWith("q " + from + "@");
        assertThat(store.takeEvents()).contains("attach q " + from);
    }

    @Test
    void noCheckpointComesBetweenExecutionsOfOneWindowEnd() throws Exception {
        store.executionsAtEachEnd("q", 2);
        store.put("s", 1_050, "a p o");
        store.stable("s", 1_200);
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(), split("q", QuerySplit.FROM_FIRST));
        driver.await(() -> driver.pollOnce(reader) && output.size() > 0);
        assertThat(output.take())
                .containsExactly("q 1100@1099 [a p o]", "q 1100@1099 [a p o]", "w 1099");
        assertThat(reader.snapshotState(1)).containsExactly(split("q", 1_200));
        driver.poll(reader, 3);
        assertThat(output.take())
                .containsExactly("q 1200@1199 [a p o]", "q 1200@1199 [a p o]", "w 1199");
    }

    @Test
    void onlyACompletedCheckpointReleasesWindows() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(), split("q", QuerySplit.FROM_FIRST));
        store.put("s", 1_050, "a p o");
        store.stable("s", 1_200);
        driver.poll(reader, 4);
        assertThat(reader.snapshotState(7)).containsExactly(split("q", 1_300));
        store.stable("s", 1_300);
        driver.poll(reader, 2);
        assertThat(reader.snapshotState(8)).containsExactly(split("q", 1_400));
        assertThat(store.released("q")).isEqualTo(Long.MIN_VALUE);
        reader.notifyCheckpointComplete(7);
        driver.await(() -> store.released("q") == 1_300);
        reader.notifyCheckpointAborted(8);
        reader.snapshotState(9);
        reader.notifyCheckpointComplete(9);
        driver.await(() -> store.released("q") == 1_400);
    }

    @Test
    void withoutCheckpointsReadingReleases() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(
                        builder().setReleaseOnCheckpoint(false), split("q", QuerySplit.FROM_FIRST));
        store.put("s", 1_050, "a p o");
        store.stable("s", 1_200);
        driver.poll(reader, 4);
        driver.await(() -> store.released("q") == 1_300);
    }

    @Test
    void aBoundedReaderEndsAtTheGivenWindow() throws Exception {
        store.put("s", 1_050, "a p o");
        store.stable("s", 9_000);
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(
                        builder().setEndWindowEndMs(1_349), split("q", QuerySplit.FROM_FIRST));
        driver.pollToEnd(reader);
        assertThat(windows()).containsExactly("q 1100", "q 1200", "q 1300");
    }

    /**
     * The last tuple of s is at 1150, so the last window of q ends at 1200; its release follows the
     * last checkpoint.
     */
    @Test
    void aReaderBoundedByStreamsEndsWithEachQuerysStreams() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(
                        builder().setBoundedByStreams(true),
                        split("q", QuerySplit.FROM_FIRST),
                        split("r", QuerySplit.FROM_FIRST));
        store.put("s", 1_050, "a p o");
        store.put("s", 1_150, "b p o");
        store.put("t", 2_000, "c p o");
        store.stable("s", Long.MAX_VALUE);
        driver.await(() -> driver.pollOnce(reader) && output.size() >= 5);
        assertThat(windows()).containsExactly("q 1100", "q 1200");
        assertThat(reader.snapshotState(1)).extracting(QuerySplit::name).containsExactly("r");
        store.stable("t", Long.MAX_VALUE);
        driver.pollToEnd(reader);
        assertThat(windows()).containsExactly("r 2100");
        assertThat(reader.snapshotState(2)).isEmpty();
        reader.notifyCheckpointComplete(2);
        driver.await(() -> store.released("q") == 1_300 && store.released("r") == 2_200);
    }

    @Test
    void streamsThatEndWithoutATupleEndABoundedReader() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(
                        builder().setBoundedByStreams(true), split("q", QuerySplit.FROM_FIRST));
        store.stable("s", Long.MAX_VALUE);
        driver.pollToEnd(reader);
        assertThat(windows()).isEmpty();
    }

    /**
     * Otherwise an ended stream would bring empty windows for ever, as fast as they can be
     * computed.
     */
    @Test
    void anUnboundedReaderRestsWhileStreamsHaveEndedAndGoesOnWhenTheyAreOpenedAgain()
            throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(), split("q", QuerySplit.FROM_FIRST));
        store.put("s", 1_050, "a p o");
        store.stable("s", Long.MAX_VALUE);
        driver.poll(reader, 2);
        store.put("s", 1_250, "b p o");
        store.stable("s", 1_300);
        driver.poll(reader, 4);
        assertThat(windows()).containsExactly("q 1100", "q 1200", "q 1300");
    }

    @Test
    void withoutAQueryAnUnboundedReaderIsIdleAndABoundedOneEnds() throws Exception {
        SourceReader<WindowResult, QuerySplit> idle = driver.reader(builder());
        assertThat(idle.isAvailable()).isDone();
        assertThat(idle.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(idle.isAvailable()).isNotDone();
        assertThat(output.take()).containsExactly("idle");
        driver.pollToEnd(driver.reader(builder().setBoundedByStreams(true)));
        assertThat(output.take()).isEmpty();
    }

    @Test
    void queriesOfAReaderDoNotWaitForEachOther() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(
                        builder().setFetchWait(Duration.ofMillis(20)),
                        split("q", QuerySplit.FROM_FIRST),
                        split("r", QuerySplit.FROM_FIRST));
        store.put("t", 50, "c p o");
        store.stable("t", 300);
        driver.poll(reader, 6);
        assertThat(windows()).containsExactly("r 100", "r 200", "r 300");
        store.put("s", 50, "a p o");
        store.stable("s", 100);
        driver.poll(reader, 2);
        assertThat(windows()).containsExactly("q 100");
    }

    @Test
    void noQueryIsLeftBehindWhereARequestIsForFewerWindowsThanAreReady() throws Exception {
        for (String stream : List.of("s", "t")) {
            store.put(stream, 50, "a p o");
            store.stable(stream, 500);
        }
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(
                        builder().setWindowsMax(2),
                        split("q", QuerySplit.FROM_FIRST),
                        split("r", QuerySplit.FROM_FIRST));
        driver.poll(reader, 20);
        assertThat(windows())
                .containsExactly(
                        "q 100", "q 200", "r 100", "r 200", "q 300", "q 400", "r 300", "r 400",
                        "q 500", "r 500");
    }

    @Test
    void metricsTellProgressAndLag() throws Exception {
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(), split("q", QuerySplit.FROM_FIRST));
        store.put("s", 1_050, "a p o");
        store.stable("s", 1_250);
        driver.poll(reader, 4);
        assertThat(metrics.count("wukongs.query.q.windows")).isEqualTo(2);
        assertThat(metrics.count("wukongs.query.q.results")).isEqualTo(2);
        assertThat(metrics.count("wukongs.query.q.rows")).isEqualTo(2);
        assertThat(metrics.count("numRecordsIn")).isEqualTo(2);
        assertThat(metrics.count("numBytesIn")).isEqualTo(6);
        assertThat((Long) metrics.gauge("currentFetchEventTimeLag")).isPositive();
        assertThat(metrics.gauge("wukongs.query.q.stableTimeMs")).isEqualTo(1_250L);
        assertThat(metrics.gauge("wukongs.query.q.lagMs")).isEqualTo(0L);
        assertThat(metrics.gauge("wukongs.query.q.engineUs")).isEqualTo(5L);
        assertThat(metrics.gauge("pendingRecords")).isEqualTo(0L);
        store.stable("s", 1_550);
        driver.await(() -> metrics.gauge("wukongs.query.q.stableTimeMs").equals(1_550L));
        assertThat(metrics.gauge("wukongs.query.q.lagMs")).isEqualTo(250L);
        assertThat(metrics.gauge("pendingRecords")).isEqualTo(3L);
    }

    @Test
    void aPositionThatIsReleasedFailsTheReaderAndSaysWhatToDo() {
        store.put("s", 1_050, "a p o");
        store.stable("s", 1_400);
        store.release("q", 1_300);
        assertThatThrownBy(() -> driver.pollToEnd(driver.reader(builder(), split("q", 1_200))))
                .hasStackTraceContaining("Restore the newest checkpoint or savepoint")
                .hasStackTraceContaining("query=q windowEndMs=1200")
                .hasRootCauseInstanceOf(WukongsException.class);
    }

    @Test
    void aQueryThatIsNotThereFailsTheReader() {
        assertThatThrownBy(
                        () ->
                                driver.pollToEnd(
                                        driver.reader(
                                                builder(), split("none", QuerySplit.FROM_FIRST))))
                .hasRootCauseInstanceOf(WukongsException.class)
                .hasRootCauseMessage("unknown query: query=none");
    }

    private List<String> windows() {
        return output.take().stream()
                .filter(l -> l.contains("@"))
                .map(l -> l.substring(0, l.indexOf('@')))
                .toList();
    }

    private static ContinuousQuerySourceBuilder builder() {
        return ContinuousQuerySource.builder()
                .setStoreAddresses("reader-test")
                .setQueryNames("q")
                .setStoreClientFactory(FakeStore::connect);
    }

    private static QuerySplit split(String query, long nextWindowEndMs) {
        return QuerySplit.ofQuery(query, "reader-test:7878").from(nextWindowEndMs);
    }
}
