package org.wukongs.store.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.wukongs.client.CatalogEntry;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.naive.Failures;
import org.wukongs.naive.Seeds;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.metadata.UnusableMetadataException.Kind;

/** What is read back is what was written; anything else is refused by name. */
class MetadataRecordTest {

    private static final int PAYLOAD_OFFSET = 17;

    private static MetadataRecord record(Random random) {
        return new MetadataRecord(
                random.nextInt(9), random.nextLong() >>> 1, new RandomProposals(random).any(5, 3));
    }

    @Test
    void everyTypeComesBack() {
        Random random = Seeds.random(MetadataRecordTest.class);
        Set<ProposalType> types = EnumSet.noneOf(ProposalType.class);
        for (int i = 0; i < 2_000; i++) {
            MetadataRecord record = record(random);
            assertThat(MetadataRecord.decode(record.encode())).isEqualTo(record);
            types.add(record.proposal().type());
        }
        assertThat(types).isEqualTo(EnumSet.allOf(ProposalType.class));
    }

    @Test
    void theLayoutIsPinned() {
        MetadataRecord record =
                new MetadataRecord(
                        3, 7, new Proposal.PublishPlan(2, 7, List.of(new StreamBatch("s", 5))));
        assertThat(HexFormat.of().formatHex(record.encode()))
                .isEqualTo(
                        "574b4d31" // magic
                                + "d9b5d613" // CRC
                                + "00000008" // version
                                + "00000032" // length
                                + "06" // type
                                + "0000000000000003" // epoch
                                + "0000000000000007" // sequence
                                + "0000000000000002" // plan
                                + "0000000000000007" // change
                                + "00000001" // one stream
                                + "00000001"
                                + "73" // its name
                                + "0000000000000005"); // its batch
    }

    @Test
    void theLayoutOfAMoveIsPinned() {
        MetadataRecord record =
                new MetadataRecord(3, 7, new Proposal.MovePartitions(2, 7, 4, 1, List.of(5)));
        assertThat(HexFormat.of().formatHex(record.encode()))
                .isEqualTo(
                        "574b4d31" // magic
                                + "e1233ed8" // CRC
                                + "00000008" // version
                                + "00000035" // length
                                + "10" // type
                                + "0000000000000003" // epoch
                                + "0000000000000007" // sequence
                                + "0000000000000002" // plan
                                + "0000000000000007" // change
                                + "0000000000000004" // version of the owners
                                + "00000001" // the new owner
                                + "00000001" // one partition
                                + "00000005");
    }

    @Test
    void theLayoutOfHomesThatMoveIsPinned() {
        MetadataRecord record = new MetadataRecord(3, 7, new Proposal.MoveHomes(2, 7, 4, 1));
        assertThat(HexFormat.of().formatHex(record.encode()))
                .isEqualTo(
                        "574b4d31" // magic
                                + "f54512cd" // CRC
                                + "00000008" // version
                                + "0000002d" // length
                                + "12" // type
                                + "0000000000000003" // epoch
                                + "0000000000000007" // sequence
                                + "0000000000000002" // plan
                                + "0000000000000007" // change
                                + "0000000000000004" // version of the owners
                                + "00000001"); // the new home
    }

    @Test
    void theLayoutOfWhatLetsTheLogForgetIsPinned() {
        assertThat(hex(new Proposal.Checkpointed(5)))
                .isEqualTo(
                        "00000008" // version
                                + "00000019" // length
                                + "13" // type
                                + "0000000000000003" // epoch
                                + "0000000000000007" // sequence
                                + "0000000000000005"); // position
        assertThat(hex(new Proposal.SnapshotPart(5, 1, 2, new byte[] {10, 11})))
                .isEqualTo(
                        "00000008" // version
                                + "00000027" // length
                                + "14" // type
                                + "0000000000000003" // epoch
                                + "0000000000000007" // sequence
                                + "0000000000000005" // position
                                + "00000001" // part
                                + "00000002" // of so many
                                + "00000002" // bytes
                                + "0a0b");
    }

    /** Without magic and CRC. */
    private static String hex(Proposal proposal) {
        byte[] bytes = new MetadataRecord(3, 7, proposal).encode();
        return HexFormat.of().formatHex(bytes, 2 * Integer.BYTES, bytes.length);
    }

    @Test
    void everyFlippedBitIsRefused() {
        Random random = Seeds.random(MetadataRecordTest.class);
        for (int i = 0; i < 30; i++) {
            byte[] bytes = record(random).encode();
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                assertRefused(bytes, Kind.DAMAGED);
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
            for (int length = 0; length < bytes.length; length++) {
                assertRefused(Arrays.copyOf(bytes, length), Kind.DAMAGED);
            }
            assertRefused(Arrays.copyOf(bytes, bytes.length + 1), Kind.DAMAGED);
        }
    }

    /** Bytes that somebody has sealed may be anything; they are read, or refused by name. */
    @Test
    void sealedContentIsNotTrusted() {
        Random random = Seeds.random(MetadataRecordTest.class);
        int refusedCount = 0;
        for (int i = 0; i < 40_000; i++) {
            byte[] bytes = record(random).encode();
            int changes = 1 + random.nextInt(3);
            for (int change = 0; change < changes; change++) {
                int at = PAYLOAD_OFFSET - 1 + random.nextInt(bytes.length - PAYLOAD_OFFSET + 1);
                bytes[at] =
                        random.nextInt(3) == 0
                                ? (byte) random.nextInt(256)
                                : (byte) (bytes[at] + 1);
            }
            SealedFrameTestBytes.seal(bytes);
            try {
                MetadataRecord read = MetadataRecord.decode(bytes);
                assertThat(MetadataRecord.decode(read.encode())).isEqualTo(read);
            } catch (UnusableMetadataException e) {
                assertThat(e.kind()).isEqualTo(Kind.DAMAGED);
                refusedCount++;
            }
        }
        assertThat(refusedCount).isBetween(1_000, 39_000);
    }

    @Test
    void snapshotsAreNotTrustedEither() {
        Random random = Seeds.random(MetadataRecordTest.class);
        ClusterState state = new ClusterState();
        state.apply(1, new MetadataRecord(0, 1, RandomProposals.found()));
        RandomProposals proposals = new RandomProposals(random);
        for (int i = 2; i < 200; i++) {
            int node = proposals.node();
            NodeIdentity identity = new NodeIdentity(node, node, 1, 0);
            Proposal proposal =
                    i < 12
                            ? RandomProposals.join(identity)
                            : proposals.any(state.newestPlan(), state.ownersVersion());
            state.apply(i, new MetadataRecord(1 + random.nextInt(5), i, proposal));
        }
        byte[] good = ClusterSnapshot.encode(new MetadataPoint("log", 199), state);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = good.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> ClusterSnapshot.decode(bytes))
                    .isInstanceOf(UnusableMetadataException.class);
            SealedFrameTestBytes.seal(bytes);
            try {
                ClusterSnapshot.decode(bytes);
            } catch (UnusableMetadataException e) {
                assertThat(e).hasMessageContaining("what=");
            }
        }
    }

    /** It was written when owners had no versions. */
    @Test
    void aSnapshotOfTheFirstVersionIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of("src/test/resources/metadata/snapshot-1"));
        ClusterState state = ClusterSnapshot.decode(bytes).state();
        assertThat(state.cluster()).isEqualTo("c");
        assertThat(state.ownersVersion()).isEqualTo(ClusterState.OWNERS_FIRST);
        assertThat(state.ownersVersions()).hasSize(1);
        assertThat(state.owner(0)).isEqualTo(1);
        assertThat(state.owner(Vids.PARTITION_COUNT - 1)).isEqualTo(3);
        assertThat(state.members()).hasSize(3);
        assertThat(state.newestPlan()).isEqualTo(1);
        assertThat(state.queryTemplate("q")).isEqualTo("t");
        byte[] again = ClusterSnapshot.encode(new MetadataPoint("log", 7), state);
        assertThat(ClusterSnapshot.decode(again).state().ownersVersion()).isEqualTo(1);
    }

    /** It was written when only founding nodes took part, after two partitions had moved. */
    @Test
    void aSnapshotOfTheSecondVersionIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of("src/test/resources/metadata/snapshot-2"));
        ClusterState state = ClusterSnapshot.decode(bytes).state();
        assertThat(state.ownersVersion()).isEqualTo(ClusterState.OWNERS_FIRST + 1);
        assertThat(state.ownersVersions()).hasSize(2);
        assertThat(state.ownersVersions().get(0).owners()[0]).isEqualTo(1);
        assertThat(state.owner(0)).isEqualTo(2);
        assertThat(state.owner(5)).isEqualTo(2);
        assertThat(state.owner(Vids.PARTITION_COUNT - 1)).isEqualTo(3);
        assertThat(state.newestPlan()).isEqualTo(2);
        assertThat(state.entered()).isEmpty();
        byte[] again = ClusterSnapshot.encode(new MetadataPoint("log", 8), state);
        assertThat(ClusterSnapshot.decode(again).state().ownersVersions()).hasSize(2);
    }

    /** It was written when no node left, after a fourth one had entered and got a partition. */
    @Test
    void aSnapshotOfTheThirdVersionIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of("src/test/resources/metadata/snapshot-3"));
        ClusterState state = ClusterSnapshot.decode(bytes).state();
        assertThat(state.ownersVersion()).isEqualTo(ClusterState.OWNERS_FIRST + 2);
        assertThat(state.entered()).containsExactly(new EnteredNode(4, 2, 2));
        assertThat(state.owner(0)).isEqualTo(4);
        assertThat(state.hasLeft(4)).isFalse();
        assertThat(state.ownersVersions().get(2).left()).isEmpty();
        byte[] again = ClusterSnapshot.encode(new MetadataPoint("log", 9), state);
        assertThat(ClusterSnapshot.decode(again).state().ownersVersions()).hasSize(3);
    }

    /** It was written when the first founding node had the entries of catalogs. */
    @Test
    void aSnapshotOfTheFourthVersionIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of("src/test/resources/metadata/snapshot-4"));
        ClusterState state = ClusterSnapshot.decode(bytes).state();
        assertThat(state.streams()).isEqualTo(Map.of("s", 1));
        assertThat(state.hasLeft(4)).isTrue();
        assertThat(state.entries("")).isEmpty();
        CatalogEntry entry = new CatalogEntry("k", Map.of("a", "b"));
        NodeRecord put = new NodeRecord.PutEntry(entry);
        state.apply(9, new MetadataRecord(1, 9, new Proposal.Change(put)));
        byte[] again = ClusterSnapshot.encode(new MetadataPoint("log", 9), state);
        assertThat(ClusterSnapshot.decode(again).state().entries("")).containsExactly(entry);
    }

    /** By the rules of version 6 the first founding node stays. */
    @Test
    void aNodeThatLeavesByAnOlderRecordIsNotTheFirst() {
        byte[] bytes = new MetadataRecord(1, 1, new Proposal.Leave(5)).encode();
        ByteBuffer.wrap(bytes).putInt(SealedFrameTestBytes.VERSION_OFFSET, 6);
        SealedFrameTestBytes.seal(bytes);
        assertThat(MetadataRecord.decode(bytes).proposal()).isEqualTo(new Proposal.Leave(5, false));
    }

    @Test
    void newerVersionsHaveAName() {
        byte[] bytes = record(Seeds.random(MetadataRecordTest.class)).encode();
        ByteBuffer.wrap(bytes)
                .putInt(SealedFrameTestBytes.VERSION_OFFSET, MetadataRecord.VERSION + 1);
        assertRefused(bytes, Kind.DAMAGED); // whatever a damaged one says
        SealedFrameTestBytes.seal(bytes);
        assertRefused(bytes, Kind.NEWER);
        ByteBuffer.wrap(bytes).putInt(SealedFrameTestBytes.VERSION_OFFSET, 0);
        SealedFrameTestBytes.seal(bytes);
        assertRefused(bytes, Kind.DAMAGED);
    }

    @Test
    void valuesHaveBounds() {
        assertUser("number of a node", () -> new Proposal.Leave(-1));
        assertUser("vertex partition", () -> new Proposal.TakeOver(1, 2, List.of(1024)));
        assertUser("number of a plan", () -> new Proposal.PublishPlan(0, 1, List.of()));
        assertUser("version of owners", () -> new Proposal.MovePartitions(1, 1, 0, 1, List.of(1)));
        assertUser("not distinct", () -> new Proposal.MovePartitions(1, 1, 1, 1, List.of(1, 1)));
        assertUser("is empty", () -> new Proposal.Found("", 1, List.of(1)));
        assertUser("not distinct", () -> new Proposal.Found("c", 1, List.of(1, 1)));
        assertUser("must be an IRI", () -> new Proposal.AddPredicates(List.of("\"a\"")));
        assertUser(
                "not a change of a whole cluster",
                () -> new Proposal.Change(new NodeRecord.Start(1)));
        String host = "h".repeat(ClusterLimits.ADDRESS_CHARS_MAX + 1);
        NodeIdentity identity = new NodeIdentity(1, 1, 1, 1);
        assertUser(
                "host is too long",
                () -> new Proposal.Join("c", 1, identity, host, List.of("a:1")));
        String longIri = "<http://" + "p".repeat(16_000) + "/";
        List<String> terms = IntStream.range(0, 1_000).mapToObj(i -> longIri + i + ">").toList();
        assertUser(
                "too large for the metadata log",
                () -> new MetadataRecord(1, 1, new Proposal.AddPredicates(terms)).encode());
    }

    private static void assertUser(String message, Runnable call) {
        Failures.assertFails(Category.USER, message, call);
    }

    private static void assertRefused(byte[] bytes, Kind kind) {
        assertThatThrownBy(() -> MetadataRecord.decode(bytes))
                .isInstanceOf(WukongsException.class)
                .isInstanceOfSatisfying(
                        UnusableMetadataException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }
}
