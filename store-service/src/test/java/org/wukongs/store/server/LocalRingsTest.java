package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Waits.await;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.RingAnswer;
import org.wukongs.client.RingOffer;
import org.wukongs.client.StoreClient;
import org.wukongs.client.Transport;
import org.wukongs.error.WukongsException;
import org.wukongs.ring.RingDescriptor;
import org.wukongs.store.fuzz.RawRings;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.wire.MessageType;

/** Which clients get shared memory, and what they can do with it. */
@Timeout(60)
class LocalRingsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int FILE_BYTES = RingDescriptor.fileBytes(RingDescriptor.CAPACITY_DEFAULT);

    /** Of the words in the file: counts of both rings, and what both sides wait for. */
    private static final int CLIENT_WAITS = 128;

    private static final int REQUESTS_WRITTEN = 384;
    private static final int REPLIES_WRITTEN = 640;
    private static final int REPLIES_READ = 768;

    private static final int BELL = 7;

    @TempDir private Path directory;

    private StoreServer server;
    private final List<AutoCloseable> open = new ArrayList<>();

    private void start(RingOptions rings) {
        start(rings, ConnectionLimits.HELLO_MS_MAX_DEFAULT);
    }

    private void start(RingOptions rings, int helloMs) {
        ConnectionLimits limits =
                new ConnectionLimits(
                        16, 4 << 20, helloMs, ConnectionLimits.FRAME_MS_MAX_DEFAULT, rings);
        server = StoreServer.start(StoreConfig.DEFAULT, limits, null, "127.0.0.1", 0);
        open.add(server);
        await(() -> server.connectionStatistics().openCount() == 0); // its own greeting
    }

    private RingOptions rings(int count) {
        return new RingOptions(
                directory, RingDescriptor.CAPACITY_DEFAULT, (long) count * FILE_BYTES);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private StoreClient client(Transport transport) {
        StoreClient client =
                StoreClient.connect(
                        List.of(server.address()),
                        DEADLINE,
                        RetryStrategy.NEVER,
                        ClientOptions.DEFAULT.with(transport));
        open.add(client);
        return client;
    }

    private RawConnection raw() throws IOException {
        RawConnection connection = RawConnection.greeted(server.address());
        open.add(connection);
        return connection;
    }

    private RawConnection overRings() throws IOException {
        RawConnection connection = RawConnection.overRings(server.address());
        open.add(connection);
        return connection;
    }

    private long filesLeft() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    @Test
    void aClientOnTheHostGetsThem() throws Exception {
        start(rings(4));
        long before = server.ringStatistics().takenCount();
        StoreClient client = client(Transport.AUTO);
        assertThat(client.status().storedTripleCount()).isZero();
        assertThat(server.ringStatistics().openCount()).isEqualTo(1);
        assertThat(server.ringStatistics().takenCount()).isEqualTo(before + 1);
        assertThat(server.ringStatistics().bytes()).isEqualTo(FILE_BYTES);
        assertThat(filesLeft()).as("files have no name when both have mapped them").isZero();
        client.close();
        await(() -> server.ringStatistics().bytes() == 0);
        assertThat(server.ringStatistics().openCount()).isZero();
    }

    @Test
    void tcpWhereItIsWanted() {
        start(rings(4));
        long before = server.ringStatistics().takenCount();
        assertThat(client(Transport.TCP).status().storedTripleCount()).isZero();
        assertThat(server.ringStatistics().takenCount()).isEqualTo(before);
    }

    @Test
    void noneIfTheyAreOff() {
        start(RingOptions.OFF);
        assertThat(client(Transport.AUTO).status().storedTripleCount()).isZero();
        assertThat(server.ringStatistics().bytes()).isZero();
        assertThatThrownBy(() -> client(Transport.SHM))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith("the store cannot be reached through shared memory")
                .hasMessageEndingWith("reason=--local-rings is off");
    }

    @Test
    void noMoreThanThereIsMemoryFor() {
        start(rings(2));
        long refused = server.ringStatistics().refusedCount();
        client(Transport.SHM);
        StoreClient second = client(Transport.SHM);
        assertThat(client(Transport.AUTO).status().storedTripleCount()).isZero();
        assertThat(server.ringStatistics().refusedCount()).isEqualTo(refused + 1);
        assertThat(server.ringStatistics().openCount()).isEqualTo(2);
        assertThatThrownBy(() -> client(Transport.SHM))
                .hasMessageContaining("raise --local-rings-memory: bytesMax=" + 2 * FILE_BYTES);
        second.close();
        await(() -> server.ringStatistics().openCount() == 1);
        client(Transport.SHM).status();
    }

    @Test
    void aDirectoryThatIsNotThere() {
        start(new RingOptions(directory.resolve("none"), 1 << 16, 1 << 20));
        assertThat(client(Transport.AUTO).status().storedTripleCount()).isZero();
        assertThatThrownBy(() -> client(Transport.SHM))
                .hasMessageContaining("a ring cannot be made: directory=")
                .hasMessageEndingWith("reason=no such file");
    }

    @Test
    void aFileIsItsOwnersOnly() throws Exception {
        start(rings(4));
        RawConnection connection = raw();
        RingOffer offer = offered(connection);
        assertThat(Files.getPosixFilePermissions(Path.of(offer.path())))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.size(Path.of(offer.path()))).isEqualTo(FILE_BYTES);
    }

    private static RingOffer offered(RawConnection connection) throws IOException {
        return RawRings.offer(connection.in(), connection.out());
    }

    /** As in another container: the file is not where the client looks. */
    @Test
    void aClientThatDoesNotSeeTheFileStaysWithTcp() throws Exception {
        start(rings(4));
        RawConnection connection = raw();
        offered(connection);
        RawRings.answer(RingAnswer.refused("no such file"), connection.in(), connection.out());
        connection.ask(MessageType.STATUS, frame -> {});
        assertThat(server.ringStatistics().bytes()).isZero();
        assertThat(server.ringStatistics().refusedCount()).isEqualTo(1);
        assertThat(filesLeft()).isZero();
    }

    @Test
    void whoGuessesWhatStandsInTheFileGetsNothing() throws Exception {
        start(rings(4));
        RawConnection connection = raw();
        offered(connection);
        assertThatThrownBy(
                        () ->
                                RawRings.answer(
                                        new RingAnswer(1, 2, null),
                                        connection.in(),
                                        connection.out()))
                .hasMessage("that does not stand in the file of the rings");
        assertThatThrownBy(() -> offered(connection))
                .hasMessage("a connection asks for rings once");
        assertThatThrownBy(
                        () ->
                                RawRings.answer(
                                        new RingAnswer(1, 2, null),
                                        connection.in(),
                                        connection.out()))
                .hasMessage("no rings were offered on this connection");
        connection.ask(MessageType.STATUS, frame -> {});
        assertThat(filesLeft()).isZero();
    }

    @Test
    void onlyAfterHello() throws Exception {
        start(rings(4));
        RawConnection stranger = new RawConnection(server.address());
        open.add(stranger);
        assertThatThrownBy(() -> offered(stranger))
                .hasMessageContaining("not a request of this protocol");
        assertThat(filesLeft()).isZero();
    }

    /** An offer holds memory, so it has the deadline of HELLO. */
    @Test
    void whoDoesNotAnswerAnOfferIsCutOff() throws Exception {
        start(rings(4), 300);
        RawConnection connection = raw();
        offered(connection);
        assertThat(connection.isEnded()).isTrue();
        await(() -> server.connectionStatistics().cutCount() == 1);
        await(() -> server.ringStatistics().bytes() == 0);
        assertThat(filesLeft()).isZero();
    }

    @Test
    void aClientThatDiesInTheMiddleOfAFrameFreesItsMemory() throws Exception {
        start(rings(4));
        RawConnection connection = overRings();
        connection.out().writeInt(100);
        connection.out().write(new byte[50]);
        assertThat(server.ringStatistics().openCount()).isEqualTo(1);
        connection.close();
        await(() -> server.ringStatistics().bytes() == 0);
        assertThat(server.ringStatistics().brokenCount()).isZero();
    }

    /** A count that cannot be ends the connection, and no other one. */
    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40})
    void aCountThatCannotBe(long count) throws Exception {
        start(new RingOptions(directory, RingDescriptor.CAPACITY_MIN, 1 << 20));
        StoreClient other = client(Transport.SHM);
        RawConnection writer = overRings();
        put(writer, REQUESTS_WRITTEN, count);
        writer.socketOut().write(BELL);
        assertThat(writer.isEnded()).isTrue();
        await(() -> server.ringStatistics().brokenCount() == 1);
        RawConnection reader = overRings();
        put(reader, REPLIES_READ, count);
        assertThatThrownBy(() -> askForEver(reader)).isInstanceOf(IOException.class);
        await(() -> server.ringStatistics().brokenCount() == 2);
        assertThat(other.status().storedTripleCount()).isZero();
        await(() -> server.ringStatistics().openCount() == 1);
        assertThat(server.isClosed()).isFalse();
    }

    private static void put(RawConnection connection, int word, long value) {
        connection.rings().memory().order(ByteOrder.LITTLE_ENDIAN).putLong(word, value);
    }

    /** Takes no reply, so the store looks how much room there is. */
    private static void askForEver(RawConnection connection) throws IOException {
        while (true) {
            connection.send(MessageType.STATUS, frame -> {});
        }
    }

    /** Frames on a socket that is for bells. */
    @Test
    void whoGoesOnOverTcpIsNotServed() throws Exception {
        start(rings(4));
        RawConnection connection = overRings();
        connection.socketOut().write(new byte[] {0, 0, 0, 1, 15});
        assertThat(connection.isEnded()).isTrue();
        await(() -> server.ringStatistics().brokenCount() == 1);
    }

    @Test
    void aFileThatIsMadeShorterEndsOneConnection() throws Exception {
        start(rings(4));
        StoreClient other = client(Transport.SHM);
        RawConnection connection = overRings();
        connection.ask(MessageType.STATUS, frame -> {});
        connection.rings().file().truncate(0);
        connection.socketOut().write(BELL);
        await(() -> server.ringStatistics().brokenCount() == 1);
        assertThat(other.status().storedTripleCount()).isZero();
        assertThat(server.isClosed()).isFalse();
    }

    /** A client that sleeps is woken once; one that is awake never. Its replies stay unread. */
    @Test
    void bellsAreForThoseWhoSleep() throws Exception {
        start(rings(4));
        long before = server.ringStatistics().bellCount();
        RawConnection connection = overRings();
        sendAndAwaitReply(connection);
        sendAndAwaitReply(connection);
        assertThat(server.ringStatistics().bellCount()).isEqualTo(before);
        put(connection, CLIENT_WAITS, 1);
        sendAndAwaitReply(connection);
        await(() -> server.ringStatistics().bellCount() == before + 1);
        sendAndAwaitReply(connection);
        sendAndAwaitReply(connection);
        assertThat(server.ringStatistics().bellCount()).isEqualTo(before + 1);
        connection.answer();
    }

    /** Looks for the reply as a client does that has not gone to sleep yet. */
    private static void sendAndAwaitReply(RawConnection connection) throws IOException {
        long before = repliesWritten(connection);
        connection.send(MessageType.STATUS, frame -> {});
        await(() -> repliesWritten(connection) > before);
    }

    private static long repliesWritten(RawConnection connection) {
        return connection.rings().memory().order(ByteOrder.LITTLE_ENDIAN).getLong(REPLIES_WRITTEN);
    }

    @Test
    void whatAKilledServerLeftIsDeleted() throws Exception {
        Path left = directory.resolve(RingDescriptor.NAME_PREFIX + "0".repeat(32));
        Path young = directory.resolve(RingDescriptor.NAME_PREFIX + "1".repeat(32));
        Path other = directory.resolve("other");
        for (Path file : List.of(left, young, other)) {
            Files.createFile(file);
        }
        FileTime old = FileTime.fromMillis(SystemEpochClock.INSTANCE.time() - 3_600_000);
        Files.setLastModifiedTime(left, old);
        Files.setLastModifiedTime(other, old);
        LocalRings made =
                new LocalRings(rings(1), new SystemNanoClock(), SystemEpochClock.INSTANCE);
        assertThat(made.statistics().bytes()).isZero();
        assertThat(left).doesNotExist();
        assertThat(young).exists();
        assertThat(other).exists();
    }
}
