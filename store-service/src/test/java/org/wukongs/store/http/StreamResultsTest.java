package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.node.StoreConfig;

/** Live tuples of a stream over HTTP, as clients beside each other read them. */
@Timeout(120)
class StreamResultsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RESULTS = "/streams/s/results";

    private HttpTestStore store;

    @BeforeEach
    void start() {
        start(StoreConfig.DEFAULT, HttpConfig.of("127.0.0.1", 0));
    }

    private void start(StoreConfig limits, HttpConfig config) {
        store = new HttpTestStore(limits, config);
        register();
    }

    private void register() {
        assertThat(store.send("POST", "/streams", "{\"name\": \"s\"}").statusCode()).isEqualTo(201);
    }

    /** Registers a query, for whose readers to come tuples are kept. */
    private void keepTuples() {
        String text = "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s] { ?s ?p ?o }";
        assertThat(store.send("POST", "/queries", text).statusCode()).isEqualTo(201);
    }

    private void restart(StoreConfig limits, HttpConfig config) {
        store.close();
        start(limits, config);
    }

    @AfterEach
    void stop() {
        store.close();
    }

    /**
     * Adds tuples with the times {@code fromMs}, {@code fromMs} + 50 … and closes their batches.
     */
    private void feed(long fromMs, long toMs) {
        feed(fromMs, toMs, "\"text\"");
    }

    private void feed(long fromMs, long toMs, String object) {
        StringBuilder lines = new StringBuilder();
        for (long ms = fromMs; ms < toMs; ms += 50) {
            lines.append(line(ms, "", object));
        }
        add(lines.toString(), toMs);
    }

    private static String line(long ms, String sign, String object) {
        return ms + "\t" + sign + "<urn:" + ms + "> <urn:p> " + object + " .\n";
    }

    private void add(String lines, long closeUpToMs) {
        HttpResponse<String> added =
                store.send("POST", "/streams/s?closeUpTo=" + closeUpToMs, lines);
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
    }

    private int readerCount() {
        return store.store.read(node -> node.tupleReaders().readerCount("s"));
    }

    private long keptCount() {
        return store.store.read(node -> node.status().streams().get(0).retainedTupleCount());
    }

    private static List<Long> times(long fromMs, long toMs) {
        return LongStream.iterate(fromMs, ms -> ms < toMs, ms -> ms + 50).boxed().toList();
    }

    /** The times of the next {@code count} tuples. */
    private static List<Long> times(LiveClient client, int count) {
        List<Long> times = new ArrayList<>();
        while (times.size() < count) {
            for (JsonNode line : client.next().data()) {
                assertThat(line.has("time")).as(line.toString()).isTrue();
                times.add(line.path("time").longValue());
            }
        }
        return times;
    }

    @Test
    void aTupleIsALineOfJson() throws IOException {
        try (LiveClient client = LiveClient.lines(store, RESULTS)) {
            assertThat(client.status()).isEqualTo(200);
            assertThat(client.contentType()).isEqualTo("application/x-ndjson");
            add(line(1000, "", "\"a\\n\\u2028\\\"b\"@en") + line(1010, "- ", "<urn:o>"), 1100);
            assertThat(client.next().only())
                    .isEqualTo(
                            JSON.readTree(
                                    "{\"stream\": \"s\", \"position\": 0, \"time\": 1000,"
                                            + " \"removal\": false, \"triple\": ["
                                            + "{\"type\": \"uri\", \"value\": \"urn:1000\"},"
                                            + "{\"type\": \"uri\", \"value\": \"urn:p\"},"
                                            + "{\"type\": \"literal\", \"value\":"
                                            + " \"a\\n\\u2028\\\"b\", \"xml:lang\": \"en\"}]}"));
            JsonNode second = client.next().only();
            assertThat(second.path("position").longValue()).isEqualTo(1);
            assertThat(second.path("removal").booleanValue()).isTrue();
        }
    }

    @Test
    void onlyTuplesThatQueriesSeeAreTold() {
        try (LiveClient client = LiveClient.lines(store, RESULTS)) {
            HttpResponse<String> open =
                    store.send("POST", "/streams/s", line(1250, "", "\"open\""));
            assertThat(open.statusCode()).as(open.body()).isEqualTo(200);
            feed(1000, 1200);
            assertThat(times(client, 4)).isEqualTo(times(1000, 1200));
            feed(1300, 1400);
            assertThat(times(client, 3)).containsExactly(1250L, 1300L, 1350L);
        }
    }

    @Test
    void anEventHasThePositionOfItsLastTupleAsItsId() {
        try (LiveClient client = LiveClient.events(store, RESULTS)) {
            assertThat(client.contentType()).isEqualTo("text/event-stream");
            feed(1000, 1200);
            LiveClient.Event first = client.next();
            assertThat(first.type()).isEqualTo("message");
            assertThat(first.data()).hasSize(4);
            assertThat(first.id()).isEqualTo("3");
        }
    }

    @Test
    void readersSideBySideGetEveryTupleOnce() {
        try (LiveClient lines = LiveClient.lines(store, RESULTS);
                LiveClient events = LiveClient.events(store, RESULTS)) {
            for (long ms = 1000; ms < 3000; ms += 500) {
                feed(ms, ms + 500);
            }
            assertThat(times(lines, 40)).isEqualTo(times(1000, 3000));
            assertThat(times(events, 40)).isEqualTo(times(1000, 3000));
        }
    }

    @Test
    void aReaderBeginsNowOrWithWhatIsKeptOrAtATimeOrAfterATuple() {
        keepTuples();
        feed(1000, 2000);
        try (LiveClient now = LiveClient.lines(store, RESULTS + "?from=now");
                LiveClient earliest = LiveClient.lines(store, RESULTS + "?from=earliest");
                LiveClient from = LiveClient.lines(store, RESULTS + "?from=1460");
                LiveClient after = LiveClient.lines(store, RESULTS + "?after=14");
                LiveClient later = LiveClient.lines(store, RESULTS + "?from=1000000")) {
            feed(2000, 2500);
            assertThat(times(now, 10)).isEqualTo(times(2000, 2500));
            assertThat(times(earliest, 30)).isEqualTo(times(1000, 2500));
            assertThat(times(from, 20)).isEqualTo(times(1500, 2500));
            assertThat(times(after, 15)).isEqualTo(times(1750, 2500));
            assertThat(times(later, 10)).isEqualTo(times(2000, 2500));
        }
    }

    /** Each begins at any position, whatever tuples are together in an event that others get. */
    @Test
    void aReaderGetsAllFromAnyPositionOn() {
        keepTuples();
        Random random = Seeds.random(getClass());
        List<LiveClient> clients = new ArrayList<>();
        try {
            clients.add(LiveClient.events(store, RESULTS));
            feed(1000, 3000);
            List<Integer> positions = new ArrayList<>(List.of(0));
            for (int i = 0; i < 20; i++) {
                int position = 1 + random.nextInt(39);
                positions.add(position);
                String path = RESULTS + "?after=" + (position - 1);
                clients.add(
                        random.nextBoolean()
                                ? LiveClient.events(store, path)
                                : LiveClient.lines(store, path));
                feed(3000 + 50L * i, 3050 + 50L * i);
            }
            feed(4000, 4100);
            for (int i = 0; i < clients.size(); i++) {
                int count = 62 - positions.get(i);
                assertThat(times(clients.get(i), count))
                        .as("from " + positions.get(i))
                        .isEqualTo(times(1000 + 50L * positions.get(i), 4100));
            }
        } finally {
            clients.forEach(LiveClient::close);
        }
    }

    @Test
    void aBrowserGoesOnAfterTheLastEventThatItHasSeen() {
        List<Long> seen = new ArrayList<>();
        keepTuples();
        feed(1000, 2000);
        String lastId;
        try (LiveClient first = LiveClient.events(store, RESULTS + "?from=earliest")) {
            LiveClient.Event event = first.next();
            event.data().forEach(line -> seen.add(line.path("time").longValue()));
            lastId = first.lastId();
        }
        feed(2000, 2500);
        try (LiveClient again =
                LiveClient.events(store, RESULTS + "?from=earliest", "Last-Event-ID", lastId)) {
            feed(2500, 3000);
            seen.addAll(times(again, 40 - seen.size()));
        }
        assertThat(seen).isEqualTo(times(1000, 3000));
    }

    @Test
    void tuplesAreKeptForReadersOnlyAndUntilTheyHaveTakenThem() {
        feed(1000, 2000);
        Waits.await(() -> keptCount() == 0); // no query reads the stream, and nobody watches
        try (LiveClient client = LiveClient.lines(store, RESULTS)) {
            feed(2000, 2500);
            assertThat(times(client, 10)).isEqualTo(times(2000, 2500));
            Waits.await(() -> keptCount() == 0);
        }
    }

    @Test
    void tuplesThatAreGoneAreSaid() {
        feed(1000, 2000);
        Waits.await(() -> keptCount() == 0);
        try (LiveClient time = LiveClient.events(store, RESULTS + "?from=1100");
                LiveClient position = LiveClient.lines(store, RESULTS + "?after=7");
                LiveClient other = LiveClient.lines(store, RESULTS + "?after=1000")) {
            feed(2000, 2100);
            LiveClient.Event gap = time.next();
            assertThat(gap.type()).isEqualTo("gap");
            assertThat(gap.only().path("gap").asText()).isEqualTo("tuples are gone");
            assertThat(gap.only().path("from").longValue()).isEqualTo(1100);
            assertThat(gap.only().path("to").longValue()).isEqualTo(20);
            assertThat(position.next().only().path("from").longValue()).isEqualTo(8);
            // As after a stream of the same name that had more tuples.
            assertThat(other.next().only().path("to").longValue()).isEqualTo(20);
            assertThat(times(time, 2)).isEqualTo(times(2000, 2100));
            assertThat(times(position, 2)).isEqualTo(times(2000, 2100));
            assertThat(times(other, 2)).isEqualTo(times(2000, 2100));
        }
    }

    @Test
    void aReaderGivesWayWhenTheRingIsFullAndWritersDoNotWait() {
        restart(
                StoreConfig.builder().ringTupleCountMax(256).keptTupleCount(0).build(),
                HttpConfig.of("127.0.0.1", 0)
                        .withLive(new LiveLimits(10, 1 << 30, 60_000, 60_000)));
        String large = "\"" + "x".repeat(100_000) + "\"";
        try (LiveClient idle = LiveClient.events(store, RESULTS)) {
            long ms = 1000;
            while (readerCount() == 1 && ms < 100_000) {
                feed(ms, ms + 100, large);
                ms += 100;
            }
            assertThat(readerCount()).isZero();
            LiveClient.Event event = idle.next();
            while (event.type().equals("message")) {
                event = idle.next();
            }
            assertThat(event.only().path("end").asText()).isEqualTo("gave-way");
            long dropped = store.store.read(node -> node.tupleReaders().droppedCount());
            assertThat(dropped).isEqualTo(1);
        }
    }

    @Test
    void aSlowReaderIsCutOffWithTheReasonAndOthersGoOn() {
        restart(
                StoreConfig.DEFAULT,
                HttpConfig.of("127.0.0.1", 0)
                        .withLive(new LiveLimits(10, 1 << 20, 60_000, 60_000)));
        String large = "\"" + "x".repeat(200_000) + "\"";
        try (LiveClient slow = LiveClient.events(store, RESULTS);
                LiveClient good = LiveClient.lines(store, RESULTS)) {
            long ms = 1000;
            while (readerCount() == 2 && ms < 20_000) {
                feed(ms, ms + 100, large);
                assertThat(times(good, 2)).isEqualTo(times(ms, ms + 100));
                ms += 100;
            }
            List<Long> got = new ArrayList<>();
            LiveClient.Event event = slow.next();
            while (event != null && event.type().equals("message")) {
                event.data().forEach(line -> got.add(line.path("time").longValue()));
                event = slow.next();
            }
            assertThat(got).isEqualTo(times(1000, 1000 + 50L * got.size()));
            assertThat(event).isNotNull();
            assertThat(event.only().path("end").asText()).isEqualTo("slow");
            assertThat(slow.next()).isNull();
            feed(ms, ms + 100);
            assertThat(times(good, 2)).isEqualTo(times(ms, ms + 100));
        }
    }

    @Test
    void aReaderWhoseClientGoesAwayIsGone() {
        restart(
                StoreConfig.DEFAULT,
                HttpConfig.of("127.0.0.1", 0)
                        .withLive(new LiveLimits(10, 1 << 20, 10_000, 600_000)));
        LiveClient client = LiveClient.lines(store, RESULTS);
        Waits.await(() -> readerCount() == 1);
        client.close();
        Waits.await(() -> readerCount() == 0);
    }

    @Test
    void aDroppedStreamEndsItsReadersWithTheReason() {
        try (LiveClient client = LiveClient.events(store, RESULTS)) {
            feed(1000, 1100);
            assertThat(client.next().id()).isEqualTo("1");
            assertThat(store.send("DELETE", "/streams/s", null).statusCode()).isEqualTo(204);
            register(); // is another stream
            LiveClient.Event end = client.next();
            assertThat(end.type()).isEqualTo("end");
            assertThat(end.only().path("end").asText()).isEqualTo("dropped");
            assertThat(end.only().path("stream").asText()).isEqualTo("s");
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void aStoreThatShutsDownSaysSo() {
        try (LiveClient client = LiveClient.events(store, RESULTS)) {
            feed(1000, 1100);
            assertThat(client.next().id()).isEqualTo("1");
            store.http.close();
            assertThat(client.next().only().path("end").asText()).isEqualTo("shutting-down");
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        assertProblem(store.get("/streams/none/results"), 404, "not-found", "name=none");
        assertProblem(store.get(RESULTS + "?from=yesterday"), 400, "bad-request", "from");
        assertProblem(store.get(RESULTS + "?after=now"), 400, "bad-request", "after");
        assertProblem(store.get(RESULTS + "?after=-1"), 400, "bad-request", "after");
        assertProblem(store.get(RESULTS + "?from=1&after=1"), 400, "bad-request", "not with both");
        assertProblem(store.get(RESULTS + "?form=1"), 400, "bad-request", "form");
        assertProblem(
                store.send("GET", RESULTS, null, "Accept", "text/html"),
                406,
                "not-acceptable",
                "text/event-stream");
        assertProblem(store.send("POST", RESULTS, ""), 405, "method-not-allowed", "POST");
        assertThat(store.send("HEAD", RESULTS, null).statusCode()).isEqualTo(200);
        assertThat(readerCount()).isZero();
    }
}
