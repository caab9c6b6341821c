package org.wukongs.store.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.ReaderId;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The bytes of each type of record, which a store has to read for ever. */
class NodeRecordFormatTest {

    private static final EncodedBatch TUPLES =
            new EncodedBatch(
                    3,
                    false,
                    new long[] {300, 310},
                    new long[] {5, 6},
                    new long[] {1, 2},
                    new long[] {7, 8});

    private static final ReaderId READER = ReaderId.ofQuery("r", "q");

    private static final List<NodeRecord> RECORDS =
            List.of(
                    new NodeRecord.Start(9),
                    new NodeRecord.RegisterStream(
                            new StreamDefinition("s", 100, "g", Set.of("http://x/t"))
                                    .with(new Retention(300, Map.of("http://x/p", 500L)))),
                    new NodeRecord.DropStream("s"),
                    new NodeRecord.OpenWriter(
                            new WriterId("s", 1, 2, "job", 3),
                            WriterOrigin.restored(List.of(new MessageId(4, 1, 7))),
                            5),
                    new NodeRecord.Message("s", 5, 1, ShardBatch.whole(8, TUPLES)),
                    new NodeRecord.OwnTuples("s", 5, TUPLES),
                    new NodeRecord.Close("s", 5, 1, 3),
                    new NodeRecord.Idle("s", 5, 1),
                    new NodeRecord.CloseIdle("s", 3),
                    new NodeRecord.Plan(12, 1 << 18, 77),
                    new NodeRecord.RegisterQuery("REGISTER"),
                    new NodeRecord.UnregisterQuery("q"),
                    new NodeRecord.PlaceReader(READER, 400),
                    new NodeRecord.Release(READER, 500),
                    new NodeRecord.DropReader(READER),
                    new NodeRecord.LoseWindows("q", true, 100, 200),
                    new NodeRecord.PutEntry(new CatalogEntry("k", Map.of("v", "1"))),
                    new NodeRecord.ReplaceEntry(
                            new CatalogEntry("k", Map.of()), new CatalogEntry("l", Map.of())),
                    new NodeRecord.RemoveEntry("k"),
                    new NodeRecord.Triples(
                            "g", true, new long[] {5}, new long[] {1}, new long[] {7}),
                    new NodeRecord.Load("g", true),
                    new NodeRecord.Update(List.of(new NodeRecord.GraphFate("g", true, false))),
                    new NodeRecord.Reclaim("s", 300),
                    new NodeRecord.Intake("s", 4, 310),
                    new NodeRecord.Derived("d", 400, 3, 200),
                    new NodeRecord.Checkpoint(7),
                    new NodeRecord.Stage(
                            2,
                            1L << 36,
                            3,
                            "g",
                            1,
                            6,
                            List.of(
                                    new NodeRecord.Due(
                                            new NodeRecord.Halves(
                                                    new long[] {5}, new long[] {1}, new long[] {7}),
                                            new long[] {6})),
                            List.of(
                                    new NodeRecord.Halves(
                                            new long[] {5}, new long[] {1}, new long[] {7}))),
                    new NodeRecord.StageMove(
                            new NodeRecord.Stage(2, 9, 3, "g", 1, -2, List.of(), List.of()),
                            new long[] {4},
                            true,
                            List.of(
                                    new NodeRecord.Repeated(
                                            new NodeRecord.Halves(
                                                    new long[] {5}, new long[] {1}, new long[] {7}),
                                            new long[] {8},
                                            new long[] {2}))),
                    new NodeRecord.Unstage(2, 9),
                    new NodeRecord.HandOn(9),
                    new NodeRecord.Turn(12, 2, 9),
                    new NodeRecord.BeginReplica(
                            new StreamDefinition("s", 100, "g", Set.of("http://x/t"))
                                    .with(new Retention(300, Map.of("http://x/p", 500L))),
                            1,
                            3,
                            120,
                            8,
                            100),
                    new NodeRecord.EndReplica("s", 3),
                    new NodeRecord.ReplicaReader("s", 1, 3, true),
                    new NodeRecord.Enter(
                            11,
                            List.of("g", "h"),
                            List.of(new NodeRecord.OldestMention("g", 2, 6))),
                    new NodeRecord.StageHomes(2, 9, 3, 1, new byte[] {7, 8}),
                    new NodeRecord.AdoptHomes(
                            2, 9, List.of(new NodeRecord.AdoptHomes.Copy("s", 3, 4, 5))),
                    new NodeRecord.DropHomes(2, 9),
                    new NodeRecord.Together(
                            List.of(new NodeRecord.DropStream("s"), new NodeRecord.Start(9))));

    private static final List<String> BYTES =
            List.of(
                    "000000090a0000000000000009",
                    "000000470b000000017300000000000000640000000167000000010000000a687474703a2f2f782f"
                            + "74000000000000012c000000010000000a687474703a2f2f782f7000000000000001f4",
                    "000000060c0000000173",
                    "0000003a0d00000001730000000100000002000000036a6f62000000030100000001000000000000"
                            + "00040000000100000000000000070000000000000005",
                    "0000007b0e0000000173000000000000000500000001000000000000000000000008000000000000"
                            + "00030000000002000000000000012c00000000000001360000000200000000000000050000000000"
                            + "00000600000002000000000000000100000000000000020000000200000000000000070000000000"
                            + "000008ffffffff",
                    "000000670f0000000173000000000000000500000000000000030000000002000000000000012c00"
                            + "00000000000136000000020000000000000005000000000000000600000002000000000000000100"
                            + "000000000000020000000200000000000000070000000000000008",
                    "0000001a1000000001730000000000000005000000010000000000000003",
                    "00000012110000000173000000000000000500000001",
                    "0000000e1200000001730000000000000003",
                    "0000001513000000000000000c00000000000400000000004d",
                    "0000000d14000000085245474953544552",
                    "00000006150000000171",
                    "000000141600000001720000000001710000000000000190",
                    "0000001417000000017200000000017100000000000001f4",
                    "0000000c180000000172000000000171",
                    "0000001719000000017101000000000000006400000000000000c8",
                    "000000181a000000016b000000010000000176000000010000000131",
                    "0000001b1b000000016b0000000000000000000000016c0000000000000000",
                    "000000061c000000016b",
                    "0000002b1d0000000167010000000100000000000000050000000100000000000000010000000100"
                            + "00000000000007",
                    "000000071e000000016701",
                    "0000000c1f0000000100000001670100",
                    "0000000e230000000173000000000000012c",
                    "0000001620000000017300000000000000040000000000000136",
                    "0000001e2100000001640000000000000190000000000000000300000000000000c8",
                    "00000009240000000000000007",
                    "0000007b32000000020000001000000000000000030000000167010000000000000006"
                            + "0000000100000001000000000000000500000001000000000000000100000001"
                            + "0000000000000007000000010000000000000006"
                            + "00000001"
                            + "00000001000000000000000500000001000000000000000100000001"
                            + "0000000000000007",
                    "000000743900000002000000000000000900000003000000016701fffffffffffffffe00"
                            + "000000000000000000000100000000000000040100000001000000010000000000000005"
                            + "000000010000000000000001000000010000000000000007000000010000000000000008"
                            + "000000010000000000000002",
                    "0000000d33000000020000000000000009",
                    "00000009340000000000000009",
                    "0000001535000000000000000c000000020000000000000009",
                    "0000006b36000000017300000000000000640000000167000000010000000a687474703a2f2f782f"
                            + "74000000000000012c000000010000000a687474703a2f2f782f7000000000000001f4"
                            + "00000001000000000000000300000000000000780000000000000008"
                            + "0000000000000064",
                    "0000000e3700000001730000000000000003",
                    "0000001338000000017300000001000000000000000301",
                    "0000002c3a000000000000000b0000000200000001670000000168000000010000000167000000"
                            + "020000000000000006",
                    "0000001b3b0000000200000000000000090000000300000001000000020708",
                    "0000002a3c000000020000000000000009"
                            + "0000000100000001730000000300000000000000040000000000000005",
                    "0000000d3d000000020000000000000009",
                    "0000001422000000020c00000001730a0000000000000009");

    private static byte[] bytes(NodeRecord record) {
        try {
            WireWriter frame = new WireWriter().begin(record.type().code());
            record.putTo(frame);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            frame.writeTo(bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachTypeHasItsBytes() {
        List<String> bytes = new ArrayList<>();
        RECORDS.forEach(record -> bytes.add(HexFormat.of().formatHex(bytes(record))));
        assertThat(bytes).isEqualTo(BYTES);
    }

    @Test
    void whatIsReadHasTheSameBytes() throws IOException {
        for (String text : BYTES) {
            byte[] bytes = HexFormat.of().parseHex(text);
            WireReader in = reader(bytes);
            NodeRecord read = NodeRecord.read(NodeRecordType.of(in.type()), in);
            assertThat(in.hasRemaining()).isFalse();
            assertThat(bytes(read)).isEqualTo(bytes);
        }
    }

    private static WireReader reader(byte[] bytes) throws IOException {
        WireReader in = new WireReader();
        assertThat(in.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)))).isTrue();
        return in;
    }

    /** A file that was made by somebody else must not end the stack, nor name what is not there. */
    @Test
    void recordsTogetherAreOfKnownTypesThatAreNotTogetherThemselves() throws IOException {
        byte[] nested = bytes(new NodeRecord.Together(List.of(new NodeRecord.Together(List.of()))));
        byte[] unknown = nested.clone();
        unknown[unknown.length - 5] = 99; // the type in front of an empty list
        for (byte[] bytes : List.of(nested, unknown)) {
            WireReader in = reader(bytes);
            assertThatThrownBy(() -> NodeRecord.read(NodeRecordType.TOGETHER, in))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("type");
        }
    }

    @Test
    void allTypesAreHere() {
        Set<NodeRecordType> types = EnumSet.noneOf(NodeRecordType.class);
        RECORDS.forEach(record -> types.add(record.type()));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(types)))
                .containsExactlyInAnyOrder(
                        NodeRecordType.TERMS,
                        NodeRecordType.RECLAIMED,
                        NodeRecordType.PREDICATES,
                        NodeRecordType.LAST_TERM,
                        NodeRecordType.OTHER_TERMS);
    }
}
