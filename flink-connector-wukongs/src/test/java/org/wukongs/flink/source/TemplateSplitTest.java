package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.SourceReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.testing.QueryStore;
import org.wukongs.flink.testing.SmallPages;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Templates read as one split of a real store, in small pages, beside the same queries read one by
 * one.
 */
@Timeout(120)
final class TemplateSplitTest {

    private static final int VERTEX_COUNT = 8;
    private static final long STEP_MS = 100;
    private static final StreamDefinition STREAM = StreamDefinition.of("s");

    private final Random random = Seeds.random(getClass());
    private final List<String> queries = new ArrayList<>();
    private final ReaderDriver driver = new ReaderDriver();
    private QueryStore store;
    private long writtenUpToMs;

    @BeforeEach
    void start() {
        store = new QueryStore();
        store.open(STREAM);
    }

    @AfterEach
    void stop() throws Exception {
        driver.close();
        store.close();
    }

    @Test
    void aTemplateHasTheRowsOfItsQueries() throws Exception {
        for (int i = 0; i < 20; i++) {
            register(random.nextInt(VERTEX_COUNT));
        }
        writeUpTo(3_000);
        Map<String, List<String>> together = readToEnd(template());
        Map<String, List<String>> alone =
                readToEnd(queries.stream().map(this::query).toArray(QuerySplit[]::new));
        alone.values().removeIf(List::isEmpty);
        assertThat(alone).hasSizeGreaterThan(100);
        assertThat(together).isEqualTo(alone);
    }

    @Test
    void aWindowEndOfAllQueriesIsOneElementWithOneWatermark() throws Exception {
        register(1);
        register(1);
        register(2);
        store.write(STREAM.name(), List.of(tuple(50, 1, 7), tuple(60, 2, 8)), 400);
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(template()), template());
        driver.await(() -> driver.pollOnce(reader) && driver.output.size() > 0);
        assertThat(driver.output.take())
                .containsExactly(
                        "q0 100@99 [<http://x/v7>]",
                        "q1 100@99 [<http://x/v7>]",
                        "q2 100@99 [<http://x/v8>]",
                        "w 99");
        assertThat(reader.snapshotState(1)).containsExactly(template().from(200));
        driver.poll(reader, 3 + 1 + 3 + 1 + 1);
        assertThat(driver.output.take()).endsWith("w 299", "w 399");
        String name = "wukongs.template." + template().name();
        assertThat(driver.metrics.count(name + ".windows")).isEqualTo(4);
        assertThat(driver.metrics.count(name + ".results")).isEqualTo(9);
        assertThat(driver.metrics.count("numRecordsIn"))
                .as("the base reader counts a record a window when Flink polls")
                .isEqualTo(9);
    }

    @Test
    void aRestoredTemplateGoesOnAtItsWindow() throws Exception {
        for (int i = 0; i < 10; i++) {
            register(random.nextInt(VERTEX_COUNT));
        }
        writeUpTo(3_000);
        Map<String, List<String>> expected = readToEnd(template());
        SourceReader<WindowResult, QuerySplit> first =
                driver.reader(builder(template()), template());
        driver.poll(first, 1 + random.nextInt(100));
        QuerySplit position = first.snapshotState(1).get(0);
        first.notifyCheckpointComplete(1);
        Map<String, List<String>> results = results();
        driver.close(first);
        results.putAll(readToEnd(position));
        assertThat(results).isEqualTo(expected);
    }

    /** Each reader reads an element beyond its checkpoint, which is lost with it. */
    @Test
    void aRestoreAfterEveryElementLosesAndRepeatsNothing() throws Exception {
        for (int i = 0; i < 4 * SmallPages.PAGE_COUNT; i++) {
            register(random.nextInt(VERTEX_COUNT));
        }
        writeUpTo(3_000);
        Map<String, List<String>> expected = readToEnd(template());
        Map<String, List<String>> results = new TreeMap<>();
        QuerySplit position = template();
        for (long id = 1; position.nextWindowEndMs() < writtenUpToMs; id++) {
            SourceReader<WindowResult, QuerySplit> reader =
                    driver.reader(
                            builder(position).setEndWindowEndMs(writtenUpToMs - STEP_MS), position);
            driver.poll(reader, 1);
            position = stored(reader.snapshotState(id).get(0));
            if (random.nextBoolean()) {
                reader.notifyCheckpointComplete(id);
            }
            results().forEach((window, rows) -> assertThat(results.put(window, rows)).isNull());
            driver.pollOnce(reader);
            driver.output.take();
            driver.close(reader);
        }
        assertThat(results).isEqualTo(expected);
    }

    private static QuerySplit stored(QuerySplit position) throws IOException {
        QuerySplitSerializer serializer = new QuerySplitSerializer();
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(position));
    }

    @Test
    void aGivenEndBehindTheStreamsEndIsWaitedFor() throws Exception {
        register(1);
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(template()).setEndWindowEndMs(2_000), template());
        store.write(STREAM.name(), List.of(tuple(50, 1, 5)), Long.MAX_VALUE);
        driver.poll(reader, 3 + 3);
        store.open(STREAM);
        store.write(STREAM.name(), List.of(tuple(1_950, 1, 6)), 2_000);
        driver.pollToEnd(reader);
        assertThat(results().keySet())
                .containsExactlyInAnyOrder("q0 100", "q0 200", "q0 300", "q0 2000");
    }

    @Test
    void queriesThatComeAndGoWhileItIsReadTakePart() throws Exception {
        register(1);
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(template()), template());
        store.write(STREAM.name(), List.of(tuple(50, 1, 5), tuple(60, 2, 6)), 100);
        driver.poll(reader, 2);
        register(2);
        register(1);
        store.write(STREAM.name(), List.of(), 200);
        driver.poll(reader, 4);
        store.client().unregisterQuery("q0");
        store.write(STREAM.name(), List.of(), 300);
        driver.poll(reader, 3);
        assertThat(results().keySet())
                .containsExactlyInAnyOrder(
                        "q0 100", "q0 200", "q1 200", "q2 200", "q1 300", "q2 300");
    }

    @Test
    void onlyACompletedCheckpointReleasesATemplate() throws Exception {
        register(1);
        writeUpTo(2_000);
        SourceReader<WindowResult, QuerySplit> reader =
                driver.reader(builder(template()).setEndWindowEndMs(2_000), template());
        driver.pollToEnd(reader);
        results();
        assertThat(readToEnd(template().from(500))).as("kept").isNotEmpty();
        long retained = retainedTupleCount();
        reader.snapshotState(1);
        reader.notifyCheckpointComplete(1);
        store.write(STREAM.name(), List.of(), 2_100);
        driver.await(() -> retainedTupleCount() < retained);
        assertThatThrownBy(() -> readToEnd(template().from(500)))
                .hasStackTraceContaining("Restore the newest checkpoint or savepoint")
                .hasStackTraceContaining("windowEndMs=500")
                .hasRootCauseInstanceOf(WukongsException.class);
    }

    @Test
    void queriesAreReadWithTheirTemplatesWhereTheyCanBe() {
        register(1);
        register(2);
        store.client()
                .registerQuery(
                        "REGISTER QUERY other AS SELECT (COUNT(*) AS ?n) FROM STREAM s"
                                + " [RANGE 300ms STEP 100ms] WHERE { <http://x/v1> <http://x/p> ?a }");
        QueryRegistration whole =
                new QueryRegistration(
                        "", List.of(), List.of(), List.of("q0", "q1", "other"), List.of(), true);
        assertThat(whole.register(connector(), Set.of()))
                .containsExactlyInAnyOrder(template(), query("other"));
        assertThat(whole.register(connector(), Set.of("q0", "q1")))
                .as("what was read on its own goes on so")
                .containsExactlyInAnyOrder(query("q0"), query("q1"), query("other"));
        assertThatThrownBy(() -> whole.register(connector(), Set.of("q1")))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("query=q1");
    }

    @Test
    void aTemplateThatIsNotThereIsAnError() {
        QuerySplit none = QuerySplit.ofTemplate("none", store.address());
        assertThatThrownBy(() -> readToEnd(none))
                .hasRootCauseMessage("no such template: name=none templateCount=0");
    }

    private void register(int constant) {
        String name = "q" + queries.size();
        queries.add(name);
        store.client()
                .registerQuery(
                        "REGISTER QUERY "
                                + name
                                + " AS SELECT ?a FROM STREAM s [RANGE 300ms STEP 100ms] WHERE { <http://x/v"
                                + constant
                                + "> <http://x/p> ?a }");
    }

    private void writeUpTo(long untilMs) {
        List<Tuple> tuples = new ArrayList<>();
        for (long timeMs = writtenUpToMs; timeMs < untilMs; timeMs += random.nextInt(60)) {
            int subject = random.nextInt(VERTEX_COUNT);
            tuples.add(tuple(timeMs, subject, random.nextInt(VERTEX_COUNT)));
        }
        store.write(STREAM.name(), tuples, untilMs);
        writtenUpToMs = untilMs;
    }

    private static Tuple tuple(long timeMs, int subject, int object) {
        return new Tuple(
                timeMs,
                "<http://x/v" + subject + ">",
                "<http://x/p>",
                "<http://x/v" + object + ">");
    }

    private QuerySplit template() {
        return QuerySplit.ofTemplate(
                store.client().templates().list("", 10).get(0).name(), store.address());
    }

    private QuerySplit query(String name) {
        return QuerySplit.ofQuery(name, store.address());
    }

    private ContinuousQuerySourceBuilder builder(QuerySplit split) {
        return ContinuousQuerySource.builder()
                .setStoreAddresses(store.address())
                .setStoreClientFactory(SmallPages::connect)
                .setWindowsMax(1 + random.nextInt(5))
                .setTemplates(split.name());
    }

    private StoreConnector connector() {
        return StoreConnector.of(store.address(), null, null);
    }

    private long retainedTupleCount() {
        return store.client().status().streams().get(0).retainedTupleCount();
    }

    /** Rows by query and window end, from one to the last that is written. */
    private Map<String, List<String>> readToEnd(QuerySplit... splits) throws Exception {
        driver.pollToEnd(
                driver.reader(
                        builder(splits[0]).setEndWindowEndMs(writtenUpToMs - STEP_MS), splits));
        return results();
    }

    private Map<String, List<String>> results() {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : driver.output.take()) {
            int at = line.indexOf('@');
            if (at > 0) {
                String list = line.substring(line.indexOf('[') + 1, line.length() - 1);
                List<String> found =
                        list.isEmpty()
                                ? List.of()
                                : Arrays.stream(list.split(", ")).sorted().toList();
                assertThat(rows.put(line.substring(0, at), found)).isNull();
            }
        }
        return rows;
    }
}
