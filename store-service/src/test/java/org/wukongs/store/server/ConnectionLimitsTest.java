package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Waits.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;

/** What connections may take of a server, and that its port stays open whatever they do. */
@Timeout(120)
class ConnectionLimitsTest {

    private static final int SHORT_MS = 300;
    private static final int LONG_MS = 60_000;
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final long FRAME_BYTES_MAX = 4 << 20;

    private StoreServer server;
    private final List<AutoCloseable> open = new ArrayList<>();

    private void start(int connectionsMax, int helloMs, int frameMs) {
        ConnectionLimits limits =
                new ConnectionLimits(connectionsMax, FRAME_BYTES_MAX, helloMs, frameMs);
        server = StoreServer.start(StoreConfig.DEFAULT, limits, null, "127.0.0.1", 0);
        open.add(server);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    /** A connection that has said HELLO. */
    RawConnection connected(StoreAddress address) throws IOException {
        return RawConnection.greeted(address);
    }

    private RawConnection greeted() throws IOException {
        RawConnection connection = connected(server.address());
        open.add(connection);
        return connection;
    }

    private void assertServes() {
        try (StoreClient client = StoreClient.connect(List.of(server.address()), DEADLINE)) {
            assertThat(client.status().storedTripleCount()).isZero();
        }
    }

    @Test
    void moreConnectionsThanThereMayBe() throws Exception {
        start(2, LONG_MS, LONG_MS);
        RawConnection one = greeted();
        greeted();
        assertThatThrownBy(() -> RawConnection.greeted(server.address()))
                .isInstanceOf(WukongsException.class)
                .hasMessage(
                        "the store has too many connections, raise --connections-max:"
                                + " connectionsMax=2")
                .satisfies(
                        e ->
                                assertThat(((WukongsException) e).category())
                                        .isEqualTo(Category.RETRIABLE));
        assertThat(server.connectionStatistics().refusedCount()).isEqualTo(1);
        one.close();
        await(() -> server.connectionStatistics().openCount() < 2);
        assertServes();
    }

    @Test
    void whoSaysNoHelloIsCutOff() throws Exception {
        start(8, SHORT_MS, LONG_MS);
        RawConnection silent = new RawConnection(server.address());
        open.add(silent);
        RawConnection slow = new RawConnection(server.address());
        open.add(slow);
        slow.out().write(new byte[] {0, 0, 0});
        RawConnection resting = greeted();
        assertThat(silent.isEnded()).isTrue();
        assertThat(slow.isEnded()).isTrue();
        await(() -> server.connectionStatistics().cutCount() == 2);
        resting.ask(MessageType.STATUS, frame -> {});
    }

    /** A head of 128 MiB from a stranger. */
    @Test
    void onlySmallFramesBeforeHello() throws Exception {
        start(8, LONG_MS, LONG_MS);
        for (int length :
                new int[] {
                    FrameDescriptor.LENGTH_MAX_BEFORE_HELLO + 1,
                    FrameDescriptor.LENGTH_MAX,
                    Integer.MAX_VALUE,
                    -1
                }) {
            RawConnection stranger = new RawConnection(server.address());
            open.add(stranger);
            stranger.out().writeInt(length);
            assertThat(stranger.isEnded()).isTrue();
        }
        assertServes();
    }

    /** Heads of 128 MiB by many who are known take nothing: only what has come does. */
    @Test
    void aHeadTakesNoMemory() throws Exception {
        start(64, LONG_MS, LONG_MS);
        for (int i = 0; i < 50; i++) {
            RawConnection connection = greeted();
            connection.out().writeInt(FrameDescriptor.LENGTH_MAX);
            connection.out().write(new byte[100]);
        }
        assertThat(server.connectionStatistics().frameBytes()).isZero();
        assertServes();
    }

    @Test
    void aFrameThatStallsHalfWayIsCutOff() throws Exception {
        start(8, LONG_MS, SHORT_MS);
        RawConnection stalled = greeted();
        stalled.out().writeInt(100);
        stalled.out().write(new byte[50]);
        RawConnection resting = greeted();
        assertThat(stalled.isEnded()).isTrue();
        await(() -> server.connectionStatistics().cutCount() == 1);
        resting.ask(MessageType.STATUS, frame -> {});
    }

    /** Its thread and buffers are free again. */
    @Test
    void whoDoesNotReadItsReplyIsCutOff() throws Exception {
        start(8, LONG_MS, SHORT_MS);
        RawConnection asking = greeted();
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            terms.add("<http://x/" + i + ">");
        }
        asking.ask(MessageType.VERTEX_IDS, frame -> frame.putStrings(terms));
        CompletableFuture<Void> requests =
                CompletableFuture.runAsync(() -> askForEver(asking, terms));
        await(() -> server.connectionStatistics().cutCount() == 1);
        requests.get(20, TimeUnit.SECONDS);
        await(() -> server.connectionStatistics().openCount() == 0);
        assertThat(server.connectionStatistics().frameBytes()).isZero();
        assertServes();
    }

    private static void askForEver(RawConnection connection, List<String> terms) {
        try {
            while (true) {
                connection.send(MessageType.VERTEX_IDS, frame -> frame.putStrings(terms));
            }
        } catch (IOException e) {
            // The store has cut it off.
        }
    }

    /** Together they are 12 times the memory that there is for frames; all of them come through. */
    @Test
    void manyLargeFramesTakeTurns() throws Exception {
        start(16, LONG_MS, LONG_MS);
        RawConnection first = greeted();
        long vid =
                first.ask(MessageType.VERTEX_IDS, f -> f.putStrings(List.of("<http://x/a>")))
                        .getLongs()[0];
        long pid =
                first.ask(MessageType.PREDICATE_IDS, f -> f.putStrings(List.of("<http://x/p>")))
                        .getLongs()[0];
        EncodedBatch large = triples(200_000, vid, pid);
        List<CompletableFuture<Void>> loads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            loads.add(CompletableFuture.runAsync(() -> load(large)));
        }
        for (CompletableFuture<Void> load : loads) {
            load.get(60, TimeUnit.SECONDS);
        }
        await(() -> server.connectionStatistics().frameBytes() == 0);
        first.ask(MessageType.STATUS, frame -> {});
    }

    private static EncodedBatch triples(int count, long vid, long pid) {
        long[] times = new long[count];
        long[] vids = new long[count];
        long[] pids = new long[count];
        Arrays.fill(vids, vid);
        Arrays.fill(pids, pid);
        return new EncodedBatch(0, false, times, vids, pids, vids);
    }

    private void load(EncodedBatch triples) {
        try (RawConnection connection = connected(server.address())) {
            connection.ask(
                    MessageType.LOAD, frame -> Codecs.put(triples, frame.putString("STORED")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Frames that are half there hold the memory; one goes beyond it, so nobody waits for ever. */
    @Test
    void oneFrameGoesBeyondTheLimit() throws Exception {
        FrameMemory memory = new FrameMemory(100, new SystemNanoClock());
        FrameMemory.Share one = memory.newShare();
        FrameMemory.Share two = memory.newShare();
        one.take(60);
        two.take(40);
        one.take(500);
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(
                        () -> {
                            two.take(1);
                            two.giveBack();
                        });
        assertThat(waits.isDone()).isFalse();
        assertThat(memory.usedBytes()).isEqualTo(600);
        one.giveBack();
        waits.get(20, TimeUnit.SECONDS);
        assertThat(memory.usedBytes()).isZero();
        one.take(100);
        two.take(1);
        CompletableFuture<Void> refused = CompletableFuture.runAsync(() -> one.take(1));
        memory.close();
        assertThatThrownBy(() -> refused.get(20, TimeUnit.SECONDS))
                .hasMessageContaining("the store is shutting down");
    }

    /** "Unable to create native thread", and a fault in starting: the next ones are served. */
    @Test
    void acceptOutlivesWhatCannotBeStarted() throws Exception {
        SystemNanoClock clock = new SystemNanoClock();
        Connections connections = new Connections(ConnectionLimits.DEFAULT, clock);
        AtomicInteger started = new AtomicInteger();
        AtomicBoolean closed = new AtomicBoolean();
        Acceptor.Sessions sessions =
                connection -> {
                    switch (started.incrementAndGet()) {
                        case 1 -> throw new OutOfMemoryError("unable to create native thread");
                        case 2 -> throw new IllegalStateException("a fault");
                        default -> {}
                    }
                };
        Thread thread;
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            thread = new Thread(new Acceptor(listener, connections, clock, sessions, closed::get));
            thread.start();
            StoreAddress address = new StoreAddress("127.0.0.1", listener.getLocalPort());
            for (int i = 0; i < 2; i++) {
                RawConnection failed = new RawConnection(address);
                open.add(failed);
                assertThat(failed.isEnded()).isTrue();
            }
            open.add(new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
            await(() -> started.get() == 3);
            await(() -> connections.statistics().openCount() == 1);
            assertThat(connections.statistics().failedCount()).isEqualTo(2);
            closed.set(true);
        }
        thread.join();
        connections.close();
    }

    @Test
    void limitsThatAreNone() {
        for (int count : new int[] {0, -1, 1 << 17}) {
            assertThatThrownBy(() -> new ConnectionLimits(count, FRAME_BYTES_MAX))
                    .hasMessageContaining("--connections-max is out of bounds: value=" + count);
        }
        assertThatThrownBy(() -> new ConnectionLimits(1, 1000))
                .hasMessageContaining("--frame-memory is out of bounds: value=1000 min=1048576");
    }
}
