package org.wukongs.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.Seeds;

/** Bytes through rings: all of them, in order, whoever waits for whom; and words that cannot be. */
@Timeout(60)
class RingStreamsTest {

    private static final int CAPACITY = RingDescriptor.CAPACITY_MIN;
    private static final String ID = "0123456789abcdef0123456789abcdef";

    @TempDir private Path directory;

    private RingFile storeFile;
    private RingFile clientFile;
    private final Bell clientBell = new Bell();
    private final Bell storeBell = new Bell();
    private RingStreams client;
    private RingStreams store;

    /** What one side waits on, and the other rings. */
    private static final class Bell {

        private final Semaphore rung = new Semaphore(0);
        private volatile boolean ended;

        void ring() {
            rung.release();
        }

        void end() {
            ended = true;
            rung.release();
        }
    }

    /** A side's own bell, on which it waits, and the other's, which it rings. */
    private record Bells(Bell own, Bell other) implements Doorbell {

        @Override
        public void ring() {
            other.ring();
        }

        @Override
        public boolean await() throws IOException {
            try {
                if (!own.ended) {
                    own.rung.acquire();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return !own.ended;
        }
    }

    @BeforeEach
    void open() throws IOException {
        storeFile = RingFile.create(directory, ID, CAPACITY, 7, 8);
        clientFile = RingFile.open(storeFile.path().toString(), CAPACITY);
        storeFile.unlink();
        client = RingStreams.ofClient(clientFile, new Bells(clientBell, storeBell));
        store = RingStreams.ofStore(storeFile, new Bells(storeBell, clientBell));
        client.enter();
        store.enter();
    }

    @AfterEach
    void close() {
        client.close();
        store.close();
        client.leave();
        store.leave();
    }

    /** One thread, beside a queue of bytes: what is flushed comes out, in order, and no more. */
    @Test
    void asAQueueDoes() throws IOException {
        Random random = Seeds.random(getClass());
        Deque<Byte> model = new ArrayDeque<>();
        int flushedCount = 0;
        for (int step = 0; step < 100_000; step++) {
            // Room that was not published yet is a part of the ring at most.
            int room = CAPACITY - CAPACITY / RingOutput.PARTS - model.size();
            if (random.nextBoolean() && room > 0) {
                byte[] bytes = new byte[random.nextInt(room + 1)];
                random.nextBytes(bytes);
                client.out().write(bytes, 0, bytes.length);
                for (byte value : bytes) {
                    model.add(value);
                }
                client.out().flush();
                flushedCount = model.size();
            } else if (flushedCount > 0) {
                byte[] bytes = new byte[1 + random.nextInt(CAPACITY)];
                int count = oneOrMore(random, bytes);
                for (int i = 0; i < count; i++) {
                    assertThat(bytes[i]).isEqualTo(model.remove());
                }
                flushedCount -= count;
            }
            // As with any stream, there may be more than it knows of.
            assertThat(store.in().available()).isBetween(Math.min(1, flushedCount), flushedCount);
        }
    }

    private int oneOrMore(Random random, byte[] bytes) throws IOException {
        if (random.nextInt(4) > 0) {
            return store.in().read(bytes, 0, bytes.length);
        }
        bytes[0] = (byte) store.in().read();
        return 1;
    }

    @Test
    void nothingIsSeenBeforeItIsFlushed() throws IOException {
        client.out().write(1);
        assertThat(store.in().available()).isZero();
        client.out().flush();
        assertThat(store.in().available()).isEqualTo(1);
        assertThat(store.in().read()).isEqualTo(1);
    }

    /** Longer than the ring, both ways at once, with pauses in which either side falls asleep. */
    @Test
    void nobodySleepsForever() throws Exception {
        long seed = Seeds.seed(getClass());
        CompletableFuture<Void> served = CompletableFuture.runAsync(() -> echo(seed));
        Random sizes = new Random(seed);
        Random bytes = new Random(seed + 1);
        for (int message = 0; message < 3_000; message++) {
            byte[] sent = new byte[1 + sizes.nextInt(message % 50 == 0 ? 5 * CAPACITY : 100)];
            bytes.nextBytes(sent);
            client.out().write(sent, 0, sent.length);
            client.out().flush();
            int pauses = sizes.nextInt(2_000);
            for (int i = 0; i < pauses; i++) {
                Thread.onSpinWait();
            }
            assertThat(client.in().readNBytes(1 + sent.length / 3))
                    .isEqualTo(Arrays.copyOf(sent, 1 + sent.length / 3));
        }
        served.get(30, TimeUnit.SECONDS);
    }

    /** Answers each message with its first third. */
    private void echo(long seed) {
        Random sizes = new Random(seed);
        try {
            for (int message = 0; message < 3_000; message++) {
                int length = 1 + sizes.nextInt(message % 50 == 0 ? 5 * CAPACITY : 100);
                int pauses = sizes.nextInt(2_000);
                byte[] received = store.in().readNBytes(length);
                for (int i = 0; i < pauses / 2; i++) {
                    Thread.onSpinWait();
                }
                store.out().write(received, 0, 1 + length / 3);
                store.out().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was written before the end is read; then the stream ends. */
    @Test
    void anEndComesAfterTheLastByte() throws IOException {
        client.out().write(new byte[] {1, 2, 3}, 0, 3);
        client.out().flush();
        storeBell.end();
        assertThat(store.in().readNBytes(3)).containsExactly(1, 2, 3);
        assertThat(store.in().read()).isEqualTo(-1);
        assertThat(store.in().awaitByte()).isFalse();
    }

    @Test
    void whoWaitsForRoomLearnsOfTheEnd() {
        clientBell.end();
        byte[] bytes = new byte[CAPACITY + 1];
        assertThatThrownBy(() -> client.out().write(bytes, 0, bytes.length))
                .isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, CAPACITY + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void aCountOfBytesThatCannotBe(long count) {
        clientFile.memory().set(RingDescriptor.REQUESTS_WRITTEN_OFFSET, count);
        assertThatThrownBy(() -> store.in().available()).isInstanceOf(RingException.class);
        assertThatThrownBy(() -> store.in().read()).isInstanceOf(RingException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, CAPACITY + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void aCountOfRoomThatCannotBe(long count) throws IOException {
        byte[] bytes = new byte[CAPACITY];
        store.out().write(bytes, 0, bytes.length);
        clientFile.memory().set(RingDescriptor.REPLIES_READ_OFFSET, count);
        assertThatThrownBy(() -> store.out().write(bytes, 0, bytes.length))
                .isInstanceOf(RingException.class);
    }

    /** The counts of a side are its own: who overwrites them changes nothing for it. */
    @Test
    void ownCountsAreNotRead() throws IOException {
        for (int word :
                new int[] {
                    RingDescriptor.REQUESTS_READ_OFFSET, RingDescriptor.REPLIES_WRITTEN_OFFSET
                }) {
            clientFile.memory().set(word, 12_345);
        }
        client.out().write(5);
        client.out().flush();
        assertThat(store.in().read()).isEqualTo(5);
        store.out().write(6);
        store.out().flush();
        assertThat(client.in().read()).isEqualTo(6);
    }

    @Test
    void aBellIsRungForWhoSleepsOnly() throws IOException {
        client.out().write(1);
        client.out().flush();
        assertThat(storeBell.rung.availablePermits()).isZero();
        storeFile.memory().set(RingDescriptor.STORE_WAITS_OFFSET, RingDescriptor.FOR_ROOM);
        client.out().write(1);
        client.out().flush();
        assertThat(storeBell.rung.availablePermits()).as("it waits for room").isZero();
        storeFile.memory().set(RingDescriptor.STORE_WAITS_OFFSET, RingDescriptor.FOR_BYTES);
        client.out().write(1);
        client.out().flush();
        client.out().write(1);
        client.out().flush();
        assertThat(storeBell.rung.availablePermits()).isEqualTo(1);
    }

    @Test
    void closedStreams() {
        client.close();
        assertThatThrownBy(() -> client.out().write(1)).hasMessage("the connection is closed");
        assertThatThrownBy(() -> client.in().read()).hasMessage("the connection is closed");
        client.leave();
        assertThatThrownBy(client::enter).hasMessage("the connection is closed");
        client.close();
        store.leave();
        store.close();
        assertThatThrownBy(store::enter).hasMessage("the connection is closed");
        reopen();
    }

    /** So that {@link #close} finds what it expects. */
    private void reopen() {
        try {
            open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsNotAFileOfRings() throws IOException {
        String name = RingDescriptor.NAME_PREFIX + ID;
        assertThatThrownBy(() -> RingFile.open("relative/" + name, CAPACITY))
                .isInstanceOf(RingException.class);
        assertThatThrownBy(() -> RingFile.open("/etc/passwd", CAPACITY))
                .isInstanceOf(RingException.class);
        assertThatThrownBy(() -> RingFile.open("\0", CAPACITY)).isInstanceOf(RingException.class);
        Path file = directory.resolve(name);
        assertThatThrownBy(() -> RingFile.open(file.toString(), CAPACITY))
                .isInstanceOf(NoSuchFileException.class);
        for (int capacity : new int[] {0, -1, CAPACITY + 1, 1 << 30}) {
            assertThatThrownBy(() -> RingFile.open(file.toString(), capacity))
                    .isInstanceOf(RingException.class);
        }
        Files.createSymbolicLink(file, Path.of("/etc/passwd"));
        assertThatThrownBy(() -> RingFile.open(file.toString(), CAPACITY))
                .hasMessage("its file is not a regular one");
        Files.delete(file);
        Files.write(file, new byte[10]);
        assertThatThrownBy(() -> RingFile.open(file.toString(), CAPACITY))
                .hasMessage("its file has another length");
        Files.write(file, new byte[RingDescriptor.fileBytes(CAPACITY)]);
        assertThatThrownBy(() -> RingFile.open(file.toString(), CAPACITY))
                .hasMessage("its file is not one of rings");
    }

    /** Client and node of different builds have to find each other's words. */
    @Test
    void goldenBytes() throws IOException {
        String id = "f".repeat(32);
        RingFile file = RingFile.create(directory, id, CAPACITY, 0x0102030405060708L, 9);
        byte[] bytes;
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            assertThat(channel.size()).isEqualTo(4096 + 2 * CAPACITY);
            bytes = Files.readAllBytes(file.path());
        }
        assertThat(new String(bytes, 0, 8, StandardCharsets.US_ASCII)).isEqualTo("WKSRING1");
        assertThat(HexFormat.of().formatHex(bytes, 8, 32))
                .isEqualTo("0010000000000000" + "0807060504030201" + "0900000000000000");
        assertThat(RingDescriptor.CLIENT_WAITS_OFFSET).isEqualTo(128);
        assertThat(RingDescriptor.STORE_WAITS_OFFSET).isEqualTo(256);
        assertThat(RingDescriptor.REQUESTS_WRITTEN_OFFSET).isEqualTo(384);
        assertThat(RingDescriptor.REQUESTS_READ_OFFSET).isEqualTo(512);
        assertThat(RingDescriptor.REPLIES_WRITTEN_OFFSET).isEqualTo(640);
        assertThat(RingDescriptor.REPLIES_READ_OFFSET).isEqualTo(768);
        file.unlink();
        file.close();
    }
}
