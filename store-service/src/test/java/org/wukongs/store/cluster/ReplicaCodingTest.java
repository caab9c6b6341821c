package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** What nodes say about copied streams, as bytes: it is read as written, or refused if damaged. */
class ReplicaCodingTest {

    private static final StreamDefinition STREAM =
            new StreamDefinition("urn:s", 100, "urn:fed", Set.of("urn:p"));

    private static final ReplicaWanted WANTED =
            new ReplicaWanted("urn:s", 3, 1_000, 20, false, true, 900, 4_000);

    private static ReplicaTuples tuples(Random random) {
        List<EncodedBatch> batches = new ArrayList<>();
        for (int batch = 21; batch < 25; batch++) {
            int count = 1 + random.nextInt(4);
            EncodedBatch made =
                    new EncodedBatch(
                            batch,
                            false,
                            new long[count],
                            new long[count],
                            new long[count],
                            new long[count]);
            for (int row = 0; row < count; row++) {
                made.eventTimesMs()[row] = 100L * batch + random.nextInt(100);
                made.subjects()[row] = 1L + random.nextInt(1 << 20);
                made.predicates()[row] = 1L + random.nextInt(9);
                made.objects()[row] = 1L + random.nextInt(1 << 20);
            }
            batches.add(made);
        }
        return new ReplicaTuples(false, 7, 24, false, random.nextBoolean(), batches);
    }

    private static byte[] frame(Consumer<WireWriter> content) {
        WireWriter out = new WireWriter().begin(FrameDescriptor.REPLY_OK);
        content.accept(out);
        return out.toBytes();
    }

    @Test
    void whatIsWrittenIsRead() {
        Random random = Seeds.random(getClass());
        ReplicaBegin begin = new ReplicaBegin(STREAM, 5, Long.MAX_VALUE, 8, Long.MIN_VALUE);
        assertThat(ReplicaBegin.decode("urn:s", WireReader.of(frame(begin::putTo), 0)))
                .isEqualTo(begin);
        assertThat(ReplicaWanted.decode(WireReader.of(frame(WANTED::putTo), 0))).isEqualTo(WANTED);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = frame(tuples(random)::putTo);
            ReplicaTuples read = ReplicaTuples.decode(WANTED, STREAM, WireReader.of(bytes, 0));
            assertThat(frame(read::putTo)).isEqualTo(bytes);
        }
    }

    @Test
    void damageIsRefusedOrWithinBounds() {
        Random random = Seeds.random(getClass());
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = frame(tuples(random)::putTo);
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                bytes[8 + random.nextInt(bytes.length - 8)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                ReplicaTuples read = ReplicaTuples.decode(WANTED, STREAM, WireReader.of(bytes, 0));
                long before = WANTED.closedBatch();
                for (EncodedBatch batch :
                        read.isLost() ? List.<EncodedBatch>of() : read.batches()) {
                    assertThat(batch.batch()).isGreaterThan(before);
                    before = batch.batch();
                    for (long timeMs : batch.eventTimesMs()) {
                        assertThat(STREAM.batchOf(timeMs)).isEqualTo(batch.batch());
                    }
                }
            } catch (WukongsException | BufferUnderflowException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    void whatANodeKnowsOfTheGraphsIsReadOrRefused() {
        Random random = Seeds.random(getClass());
        KnownGraphs known =
                new KnownGraphs(
                        7,
                        List.of("urn:g", "urn:h"),
                        List.of(
                                new KnownGraphs.Oldest("urn:g", 2, 99),
                                new KnownGraphs.Oldest("urn:h", 0, 1)));
        byte[] good = frame(known::putTo);
        assertThat(KnownGraphs.decode(3, WireReader.of(good, 0))).isEqualTo(known);
        assertFails(
                WukongsException.Category.USER,
                "node",
                () -> KnownGraphs.decode(2, WireReader.of(good, 0)));
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = good.clone();
            bytes[5 + random.nextInt(bytes.length - 5)] ^= (byte) (1 << random.nextInt(8));
            try {
                KnownGraphs read = KnownGraphs.decode(3, WireReader.of(bytes, 0));
                assertThat(read.sn()).isNotNegative();
                read.oldest().forEach(oldest -> assertThat(oldest.node()).isBetween(0, 2));
            } catch (WukongsException | BufferUnderflowException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(500, 4_500);
    }

    /** Whatever bytes come, the node answers. */
    @Test
    void damagedRequestsAreAnswered() {
        Random random = Seeds.random(getClass());
        try (LocalCluster nodes = new LocalCluster(2, NodeThreads.NONE)) {
            nodes.node(1).streams().register(STREAM);
            int refused = 0;
            for (int i = 0; i < 5_000; i++) {
                PeerMessage type =
                        List.of(
                                        PeerMessage.BEGIN_REPLICA,
                                        PeerMessage.READ_REPLICA,
                                        PeerMessage.END_REPLICA)
                                .get(random.nextInt(3));
                WireWriter out = new WireWriter().begin(type.code());
                switch (type) {
                    case BEGIN_REPLICA -> out.putString("urn:s");
                    case READ_REPLICA -> WANTED.putTo(out);
                    default -> out.putString("urn:s").putLong(random.nextInt(10));
                }
                byte[] bytes = out.toBytes();
                if (random.nextBoolean()) {
                    bytes[5 + random.nextInt(bytes.length - 5)] ^= (byte) (1 << random.nextInt(8));
                }
                WireWriter answer = new WireWriter();
                nodes.node(1).served().answer(0, WireReader.of(bytes, 0), answer);
                boolean isError =
                        WireReader.of(answer.toBytes(), 0).type() == FrameDescriptor.REPLY_ERROR;
                refused += isError ? 1 : 0;
            }
            assertThat(refused).isBetween(300, 4_000);
        }
    }

    /** Ids that nobody has given are refused before they come into a window. */
    @Test
    void idsThatNobodyHasGivenAreRefused() {
        try (LocalCluster nodes = new LocalCluster(2, NodeThreads.NONE)) {
            Random random = Seeds.random(getClass());
            ReplicaTuples unknown = tuples(random);
            Peer lying = request -> () -> WireReader.of(frame(unknown::putTo), 0);
            Members members = new Members(VertexOwners.of(2), 0, List.of(lying, lying));
            RemoteStreams remote = new RemoteStreams(members, nodes.node(0).dictionary());
            assertFails(
                    WukongsException.Category.USER,
                    "has this id",
                    () -> remote.read(1, STREAM, WANTED));
        }
    }
}
