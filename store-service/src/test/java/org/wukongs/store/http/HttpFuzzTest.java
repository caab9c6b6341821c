package org.wukongs.store.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.store.server.StoreServer;

/**
 * Requests of all routes, mutated, against a real server: whatever is sent, it lives, answers
 * {@code /health} and a good client, and what it stores is sound.
 *
 * <p>{@code -Dwukongs.seed=N} for others, {@code -Dwukongs.fuzz.seconds=N} for longer.
 */
@Timeout(3600)
class HttpFuzzTest {

    private static final long SEED = Long.getLong("wukongs.seed", 1L);
    private static final long SECONDS = Long.getLong("wukongs.fuzz.seconds", 4L);
    private static final int CASES_PER_CHECK = 25;
    private static final int REPLY_CHARS_MAX = 1 << 16;

    /** Slow enough for this machine, fast enough to cut off what hangs. */
    private static final HttpLimits LIMITS = new HttpLimits(40, 16, 1 << 20, 500, 500, 1 << 14);

    /** A client that has sent requests ahead is known to be gone by the second sign of life. */
    private static final LiveLimits LIVE = new LiveLimits(10, 1 << 20, 500, 4_000);

    /** A client's fault is nothing that a stack trace should tell an operator. */
    @Test
    void nobodyHurtsTheStore() {
        PrintStream standardError = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            attack();
        } finally {
            System.setErr(standardError);
        }
        assertThat(log.toString(UTF_8)).doesNotContain("Exception");
    }

    private static void attack() {
        System.out.println(
                "HttpFuzzTest: -Dwukongs.seed=" + SEED + " -Dwukongs.fuzz.seconds=" + SECONDS);
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        int count = 0;
        try (HttpTestStore store =
                new HttpTestStore(
                        HttpConfig.of("127.0.0.1", 0).withLimits(LIMITS).withLive(LIVE))) {
            HttpFuzz fuzz = new HttpFuzz(new Random(SEED));
            List<RawHttp> held = new ArrayList<>();
            while (System.nanoTime() < endNs) {
                for (int i = 0; i < CASES_PER_CHECK; i++, count++) {
                    send(store, fuzz.next(), fuzz.ending(), held);
                }
                assertAlive(store, count);
            }
            held.forEach(RawHttp::close);
            assertNothingIsHeld(store.http);
            assertSound(store.store);
        }
        System.out.println("HttpFuzzTest: cases=" + count);
    }

    /**
     * What a client does behind its bytes; some connections are held open, the oldest is let go.
     */
    private static void send(
            HttpTestStore store, byte[] bytes, HttpFuzz.Ending ending, List<RawHttp> held) {
        RawHttp connection = new RawHttp(store);
        boolean kept = false;
        try {
            connection.socket().setSoTimeout(2_000);
            if (ending == HttpFuzz.Ending.RESET) {
                connection.socket().setSoLinger(true, 0);
            }
            connection.send(bytes);
            if (ending == HttpFuzz.Ending.READ_ALL) {
                connection.socket().shutdownOutput();
                String reply = connection.read(REPLY_CHARS_MAX);
                assertThat(reply).doesNotContain("HTTP/1.1 500");
            } else if (ending == HttpFuzz.Ending.READ_LINE) {
                connection.socket().setSoTimeout(5);
                connection.readStatusLine();
            } else if (ending == HttpFuzz.Ending.HOLD) {
                held.add(connection);
                kept = true;
            }
        } catch (IOException | UncheckedIOException e) {
            // The server may close whatever it does not like.
        } finally {
            if (!kept) {
                connection.close();
            }
        }
        if (held.size() > 60) {
            held.remove(0).close();
        }
    }

    private static void assertAlive(HttpTestStore store, int count) {
        assertThat(store.get("/health").body()).as("case " + count).isEqualTo("ok\n");
        String answer = "";
        // What the cases have asked for may hold all permits for a moment.
        for (int i = 0; i < 10_000 && !answer.contains("\"boolean\""); i++) {
            answer = store.query("ASK {}").body().replace(" ", "");
        }
        assertThat(answer).as("case " + count).contains("\"boolean\":true");
    }

    /** All clients are gone but the good one, which may keep a connection or two. */
    private static void assertNothingIsHeld(StoreHttpServer http) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (http.activeRequestCount() > 0 || http.connections().openCount() > 2) {
            assertThat(System.nanoTime())
                    .as(
                            "requests=%d connections=%d",
                            http.activeRequestCount(), http.connections().openCount())
                    .isLessThan(endNs);
            Thread.onSpinWait();
        }
    }

    private static void assertSound(StoreServer store) {
        assertThat(store.ask(node -> node.check()).violations()).isEmpty();
        assertThat(store.isClosed()).isFalse();
    }
}
