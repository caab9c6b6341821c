package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.Transport;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.CuttingProxy.Cut;
import org.wukongs.store.server.CuttingProxy.Last;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** Writers whose connections are cut, over real sockets. */
@Timeout(120)
class WriterReconnectTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int ROUNDS = 30;
    private static final int ANY = Integer.MAX_VALUE;

    /** The proxy cuts what goes through the socket. */
    private static final ClientOptions OVER_TCP = ClientOptions.DEFAULT.with(Transport.TCP);

    private static final RetryStrategy ALWAYS = number -> number <= 100;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final StoreServer server = start();
    private final StoreClient direct =
            opened(StoreClient.connect(List.of(server.address()), DEADLINE));
    private final StreamDefinition stream = stream("http://x/s");

    private StoreServer start() {
        return opened(StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0));
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }

    private static StreamDefinition stream(String name) {
        return new StreamDefinition(name, 100, StreamDefinition.STORED, Set.of());
    }

    @AfterEach
    void close() throws Exception {
        assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private static WriterId id(StreamDefinition stream, int index, int count) {
        return new WriterId(stream.name(), index, count, "job", 0);
    }

    /** The way into {@link #stream} by a writer whose second and later connections are cut. */
    private final class Cuts {

        final CuttingProxy proxy;
        final StreamWriter writer;
        final StreamFeed feed;

        Cuts(RetryStrategy retries, Cut... writerCuts) throws IOException {
            direct.registerStream(stream);
            List<Cut> cuts = new ArrayList<>(List.of(writerCuts));
            cuts.add(0, Cut.NEVER); // the connection for strings
            proxy = opened(new CuttingProxy(server.address(), cuts.toArray(Cut[]::new)));
            StoreClient client =
                    opened(
                            StoreClient.connect(
                                    List.of(proxy.address()), DEADLINE, retries, OVER_TCP));
            writer = opened(client.openWriter(id(stream, 0, 1)));
            feed = new StreamFeed(stream, client.strings(), VertexOwners.ONE, writer);
        }

        void send(long timeMs, String subject) {
            feed.add(tuple(timeMs, subject));
            feed.drain();
        }
    }

    private static Tuple tuple(long timeMs, String subject) {
        return new Tuple(timeMs, "<http://x/" + subject + ">", "<http://x/p>", "\"o\"");
    }

    private StreamStatus status(StreamDefinition of) {
        return direct.status().streams().stream()
                .filter(status -> status.name().equals(of.name()))
                .findFirst()
                .orElseThrow();
    }

    private static void assertRetriable(String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(message)
                .satisfies(
                        e ->
                                assertThat(((WukongsException) e).category())
                                        .isEqualTo(Category.RETRIABLE));
    }

    @Test
    void aMessageCutInTheMiddleIsSentAgain() throws IOException {
        // HELLO, OPEN_WRITER and one message pass.
        Cuts cut = new Cuts(ALWAYS, new Cut(3, Last.HALVED, ANY));
        cut.send(10, "a");
        cut.send(20, "b");
        cut.writer.flush();
        assertThat(cut.writer.reconnectCount()).isEqualTo(1);
        assertThat(status(stream).tupleCount()).isEqualTo(2);
        assertThat(status(stream).openWriterCount()).isEqualTo(1);
    }

    @Test
    void aMessageWhoseAcknowledgementIsLostIsTakenOnce() throws IOException {
        Cuts cut = new Cuts(ALWAYS, new Cut(ANY, Last.LOST, 2));
        cut.send(10, "a");
        cut.writer.flush();
        assertThat(cut.writer.reconnectCount()).isEqualTo(1);
        assertThat(status(stream).tupleCount()).isEqualTo(1);
        assertThat(status(stream).duplicateCount()).isEqualTo(1);
    }

    @Test
    void whatComesLateFromAnOldConnectionIsRefused() throws IOException {
        Cuts cut = new Cuts(ALWAYS, new Cut(3, Last.HELD, ANY));
        cut.send(10, "a");
        cut.feed.idle();
        cut.writer.flush();
        assertThat(status(stream).idle()).isTrue();
        cut.send(20, "b");
        cut.writer.flush();
        assertThat(status(stream).idle()).isFalse();
        assertThat(cut.proxy.releaseHeld()).isTrue();
        assertThat(status(stream).idle()).isFalse();
    }

    @Test
    void whoWasFencedMeanwhileDoesNotGoOn() throws IOException {
        WriterId other = new WriterId(stream.name(), 0, 1, "other job", 0);
        RetryStrategy fencing =
                number -> {
                    opened(direct.openWriter(other));
                    return true;
                };
        Cuts cut = new Cuts(fencing, new Cut(3, Last.LOST, ANY));
        cut.send(10, "a");
        assertRetriable(
                "fenced",
                () -> {
                    cut.send(20, "b");
                    cut.writer.flush();
                });
        assertRetriable("fenced", cut.writer::flush);
        assertThat(status(stream).tupleCount()).isEqualTo(1);
    }

    @Test
    void anotherStoreDoesNotGoOnWithAWriter() throws IOException {
        StoreServer other = start();
        AtomicInteger proxies = new AtomicInteger();
        List<CuttingProxy> proxy = new ArrayList<>();
        RetryStrategy moving =
                number -> {
                    proxy.get(0).redirect(other.address());
                    return proxies.incrementAndGet() < 10;
                };
        Cuts cut = new Cuts(moving, new Cut(3, Last.LOST, ANY));
        proxy.add(cut.proxy);
        cut.send(10, "a");
        assertRetriable(
                "the store was restarted",
                () -> {
                    cut.send(20, "b");
                    cut.writer.flush();
                });
        try (StoreClient there = StoreClient.connect(List.of(other.address()), DEADLINE)) {
            there.registerStream(stream);
            assertRetriable("", cut.writer::flush);
        }
    }

    @Test
    void triesEnd() throws IOException {
        AtomicInteger tries = new AtomicInteger();
        List<CuttingProxy> proxy = new ArrayList<>();
        RetryStrategy few =
                number -> {
                    tries.incrementAndGet();
                    closed(proxy.get(0));
                    return number <= 3;
                };
        Cuts cut = new Cuts(few, new Cut(3, Last.LOST, ANY));
        proxy.add(cut.proxy);
        cut.send(10, "a");
        assertRetriable(
                "no store answers",
                () -> {
                    cut.send(20, "b");
                    cut.writer.flush();
                });
        assertThat(tries.get()).isEqualTo(4);
        assertRetriable("", cut.writer::flush);
    }

    private static void closed(CuttingProxy proxy) {
        try {
            proxy.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every tuple is in the store once, whatever is cut when. */
    @Test
    void cutsAnywhereChangeNothing() throws Exception {
        Random random = Seeds.random(WriterReconnectTest.class);
        int reconnects = 0;
        long duplicates = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Round run = new Round(random, stream("http://x/s" + round), 1 + round % 2);
            run.write();
            run.check();
            reconnects += run.reconnectCount();
            duplicates += status(run.to).duplicateCount();
        }
        assertThat(reconnects).isGreaterThan(ROUNDS);
        assertThat(duplicates).isPositive();
    }

    /** Some writers of one stream and what they have written. */
    private final class Round {

        final Random random;
        final StreamDefinition to;
        final String query;
        final List<StreamWriter> writers = new ArrayList<>();
        final List<StreamFeed> feeds = new ArrayList<>();
        final List<Tuple> written = new ArrayList<>();

        Round(Random random, StreamDefinition to, int writerCount) throws IOException {
            this.random = random;
            this.to = to;
            this.query = "Q" + to.name().substring("http://x/".length());
            direct.registerStream(to);
            direct.registerQuery(
                    "REGISTER QUERY "
                            + query
                            + " AS SELECT ?a FROM STREAM <"
                            + to.name()
                            + "> [RANGE 200ms STEP 100ms] WHERE { ?a <http://x/p> ?b }");
            direct.attachReader(ReaderId.ofQuery("", query), ReaderStart.earliest());
            for (int i = 0; i < writerCount; i++) {
                CuttingProxy proxy = opened(new CuttingProxy(server.address(), cuts()));
                StoreClient client =
                        opened(
                                StoreClient.connect(
                                        List.of(proxy.address()), DEADLINE, ALWAYS, OVER_TCP));
                writers.add(opened(client.openWriter(id(to, i, writerCount))));
                feeds.add(new StreamFeed(to, client.strings(), VertexOwners.ONE, writers.get(i)));
            }
        }

        /** Behind HELLO and OPEN_WRITER of the first connections, which are not tried again. */
        private Cut[] cuts() {
            Cut[] cuts = new Cut[2 + random.nextInt(8)];
            for (int i = 0; i < cuts.length; i++) {
                int passed = i < 2 ? 2 : 0;
                cuts[i] =
                        new Cut(
                                passed + random.nextInt(10),
                                random.nextBoolean() ? Last.LOST : Last.HALVED,
                                passed + random.nextInt(10));
            }
            return cuts;
        }

        void write() {
            for (long batch = 0; batch < 10; batch++) {
                for (StreamFeed feed : feeds) {
                    writeBatch(feed, batch);
                    feed.advanceTo((batch + 1) * 100);
                }
            }
            feeds.forEach(feed -> feed.advanceTo(Long.MAX_VALUE));
            writers.forEach(StreamWriter::flush);
        }

        private void writeBatch(StreamFeed feed, long batch) {
            for (int i = random.nextInt(6); i > 0; i--) {
                Tuple tuple = tuple(batch * 100 + random.nextInt(100), "v" + random.nextInt(30));
                written.add(tuple);
                assertThat(feed.add(tuple)).isTrue();
                if (random.nextInt(3) == 0) {
                    feed.drain();
                }
                if (random.nextInt(10) == 0) {
                    writers.get(feeds.indexOf(feed)).flush();
                }
            }
        }

        void check() {
            StreamStatus status = status(to);
            assertThat(status.tupleCount()).as(to.name()).isEqualTo(written.size());
            assertThat(status.lateCount()).isZero();
            assertThat(status.openWriterCount()).isEqualTo(writers.size());
            Map<Long, Set<String>> windows = windows();
            for (long endMs = 100; endMs <= 1100; endMs += 100) {
                assertThat(windows.getOrDefault(endMs, Set.of()))
                        .as(to.name() + " " + endMs)
                        .isEqualTo(expected(endMs));
            }
        }

        private Map<Long, Set<String>> windows() {
            Map<Long, Set<String>> windows = new TreeMap<>();
            long nextMs = Long.MIN_VALUE;
            while (nextMs < 1100 && !written.isEmpty()) {
                FetchedWindows fetched = direct.fetchWindows(query, nextMs, 64, DEADLINE);
                for (WindowResult result : fetched.results()) {
                    Set<String> subjects = new TreeSet<>();
                    result.rows().forEach(row -> subjects.add(row[0]));
                    windows.put(result.windowEndMs(), subjects);
                }
                nextMs = Math.max(fetched.nextWindowEndMs(), nextMs + 1);
            }
            return windows;
        }

        private Set<String> expected(long endMs) {
            Set<String> subjects = new TreeSet<>();
            for (Tuple tuple : written) {
                if (tuple.eventTimeMs() < endMs && tuple.eventTimeMs() >= endMs - 200) {
                    subjects.add(tuple.subject());
                }
            }
            return subjects;
        }

        int reconnectCount() {
            return writers.stream().mapToInt(StreamWriter::reconnectCount).sum();
        }
    }
}
