package org.wukongs.flink.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.testing.RecordingMetrics;

/** What goes to the store together, what is tried again, and what is kept. */
@Timeout(60)
final class LookupsTest {

    private static final ParameterizedQuery QUERY =
            ParameterizedQuery.of("SELECT ?o { ?u <http://x/p> ?o }", List.of("u"));
    private static final LookupSettings.Retries RETRIES =
            new LookupSettings.Retries(2, Duration.ofMinutes(1));

    private final RecordingMetrics metrics = new RecordingMetrics();

    private Lookups<List<String[]>> lookups(
            FakeConnections connections, int batchMax, LookupSettings.Cache cache) {
        LookupSettings settings =
                new LookupSettings(
                        connections.connector(),
                        1,
                        new LookupSettings.Batches(batchMax, 0),
                        RETRIES,
                        cache);
        return new Lookups<>(settings, rows -> rows, metrics);
    }

    private static LookupKey user(String name) {
        return LookupKey.of(QUERY, List.of("<http://x/" + name + ">"));
    }

    private long count(LookupMetric metric) {
        return metrics.count(metric.metricName());
    }

    private static OneShotResult found(String text) {
        return FakeConnections.answer(text, "o", "\"found\"");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        }
    }

    @Test
    void whatComesDuringARequestIsTheNextOne() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch more = new CountDownLatch(1);
        List<String> texts = new ArrayList<>();
        FakeConnections store =
                new FakeConnections(
                        text -> {
                            texts.add(text);
                            asked.countDown();
                            await(more);
                            return found(text);
                        });
        try (var lookups = lookups(store, 2, LookupSettings.Cache.NONE)) {
            List<CompletableFuture<List<String[]>>> answers = new ArrayList<>();
            answers.add(lookups.ask(user("a")));
            await(asked);
            for (String name : List.of("b", "c", "b", "d", "b")) {
                answers.add(lookups.ask(user(name)));
            }
            more.countDown();
            answers.forEach(answer -> assertThat(answer.join()).hasSize(1));
        }
        assertThat(texts).hasSize(3);
        assertThat(texts.get(1)).contains("(0 <http://x/b> ) (1 <http://x/c> ) }");
        assertThat(texts.get(2)).contains("(0 <http://x/d> ) }");
        assertThat(count(LookupMetric.NUM_LOOKUPS)).isEqualTo(6);
        assertThat(count(LookupMetric.NUM_REQUESTS)).isEqualTo(3);
        assertThat(store.closed.get()).isPositive();
    }

    @Test
    void thoseThatWaitAreOneRequest() {
        FakeConnections store = new FakeConnections(LookupsTest::found);
        LookupSettings settings =
                new LookupSettings(
                        store.connector(),
                        2,
                        new LookupSettings.Batches(3, Long.MAX_VALUE / 1_000_000),
                        RETRIES,
                        LookupSettings.Cache.NONE);
        try (Lookups<Integer> lookups = new Lookups<>(settings, List::size, metrics)) {
            var first = lookups.ask(user("a"));
            var second = lookups.ask(user("b"));
            assertThat(first).isNotDone();
            lookups.ask(user("c")).join();
            assertThat(first.join() + second.join()).isEqualTo(2);
        }
        assertThat(count(LookupMetric.NUM_REQUESTS)).isEqualTo(1);
    }

    @Test
    void aPassingFailureIsTriedAgainOverANewConnection() {
        AtomicInteger failures = new AtomicInteger(2);
        FakeConnections store =
                new FakeConnections(
                        text -> {
                            if (failures.getAndDecrement() > 0) {
                                throw WukongsException.retriable("no store answers: a test");
                            }
                            return found(text);
                        });
        try (var lookups = lookups(store, 64, LookupSettings.Cache.NONE)) {
            assertThat(lookups.ask(user("a")).join()).hasSize(1);
            assertThat(store.opened).hasValue(3);
            failures.set(3);
            assertThatThrownBy(() -> lookups.ask(user("a")).join())
                    .hasMessageContaining("no store answers");
            assertThat(lookups.ask(user("a")).join()).hasSize(1);
        }
        assertThat(store.closed.get()).isGreaterThanOrEqualTo(store.opened.get());
        assertThat(count(LookupMetric.NUM_RETRIES)).isEqualTo(4);
        assertThat(count(LookupMetric.NUM_FAILURES)).isEqualTo(1);
    }

    @Test
    void oneThatIsWrongFailsAlone() {
        CountDownLatch all = new CountDownLatch(1);
        FakeConnections store =
                new FakeConnections(
                        text -> {
                            await(all);
                            return found(text);
                        });
        try (var lookups = lookups(store, 64, LookupSettings.Cache.NONE)) {
            var first = lookups.ask(user("first"));
            var good = lookups.ask(user("good"));
            var bad = lookups.ask(LookupKey.of(QUERY, List.of("no term")));
            all.countDown();
            assertThat(first.join()).hasSize(1);
            assertThat(good.join()).hasSize(1);
            assertThatThrownBy(bad::join).hasMessageContaining("not an N-Triples term");
        }
        assertThat(store.opened).hasValue(1);
    }

    @Test
    void whatWasFoundIsKeptAndErrorsAreNot() {
        AtomicInteger requests = new AtomicInteger();
        FakeConnections store =
                new FakeConnections(
                        text -> {
                            if (requests.incrementAndGet() == 1) {
                                throw WukongsException.user("a test");
                            }
                            return found(text);
                        });
        try (var lookups = lookups(store, 64, new LookupSettings.Cache(2, 3_600_000))) {
            assertThatThrownBy(() -> lookups.ask(user("a")).join()).hasMessageContaining("a test");
            assertThat(lookups.ask(user("a")).join()).hasSize(1);
            assertThat(lookups.ask(user("a"))).isDone();
            assertThat(metrics.gauge(LookupMetric.NUM_CACHED_ROWS.metricName())).isEqualTo(1L);
        }
        assertThat(requests).hasValue(2);
        assertThat(count(LookupMetric.HIT_COUNT)).isEqualTo(1);
        assertThat(count(LookupMetric.MISS_COUNT)).isEqualTo(2);
    }

    @Test
    void aRequestUnderWayIsBrokenOff() {
        CountDownLatch asked = new CountDownLatch(1);
        FakeConnections store =
                new FakeConnections(
                        text -> {
                            asked.countDown();
                            await(new CountDownLatch(1));
                            return found(text);
                        });
        var lookups = lookups(store, 64, LookupSettings.Cache.NONE);
        var answer = lookups.ask(user("a"));
        await(asked);
        var never = lookups.ask(user("b"));
        lookups.close();
        assertThat(store.closed.get()).isPositive();
        assertThat(answer).isNotDone();
        assertThat(never).isNotDone();
        assertThat(count(LookupMetric.NUM_FAILURES)).isZero();
    }
}
