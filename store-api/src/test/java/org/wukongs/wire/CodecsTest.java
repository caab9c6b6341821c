package org.wukongs.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.FetchedTuples;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.OneShotHead;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.client.StoreStatus.CopyStatus;
import org.wukongs.client.StoreStatus.JoiningNode;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.StoreStatus.RestoredStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.TripleChange;
import org.wukongs.client.WindowsWanted;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** The bytes of every record, pinned, and random values there and back. */
class CodecsTest {

    @Test
    void encodedBatch() {
        Goldens.assertGolden(
                new EncodedBatch(
                        -2,
                        true,
                        new long[] {5},
                        new long[] {1024},
                        new long[] {1},
                        new long[] {-1}),
                Codecs::put,
                Codecs::encodedBatch,
                "0000003a 7f fffffffffffffffe 01 00000001 0000000000000005 00000001 0000000000000400"
                        + " 00000001 0000000000000001 00000001 ffffffffffffffff");
    }

    @Test
    void shardBatch() {
        long[] one = {1};
        EncodedBatch tuple = new EncodedBatch(2, false, one, one, one, one);
        String columns = " 00000001 0000000000000001".repeat(4);
        Goldens.assertGolden(
                new ShardBatch(3, 4, tuple, new byte[] {ShardBatch.IN}),
                Codecs::put,
                Codecs::shardBatch,
                "0000004b 7f 00000003 0000000000000004 0000000000000002 00"
                        + columns
                        + " 00000001 02");
        Goldens.assertGolden(
                ShardBatch.whole(4, tuple),
                Codecs::put,
                Codecs::shardBatch,
                "0000004a 7f 00000000 0000000000000004 0000000000000002 00"
                        + columns
                        + " ffffffff");
    }

    @Test
    void streamDefinition() {
        Goldens.assertGolden(
                new StreamDefinition("s", 100, "STORED", Set.of("q:q", "p:p")),
                Codecs::put,
                Codecs::streamDefinition,
                "00000036 7f 00000001 73 0000000000000064 00000006 53544f524544"
                        + " 00000002 00000003 703a70 00000003 713a71 7fffffffffffffff 00000000");
        Goldens.assertGolden(
                StreamDefinition.of("s").with(Retention.parse("60s,<q:q>=1ms,<p:p>=forever")),
                Codecs::put,
                Codecs::streamDefinition,
                "00000046 7f 00000001 73 0000000000000064 00000006 53544f524544 00000000"
                        + " 000000000000ea60 00000002 00000003 703a70 7fffffffffffffff"
                        + " 00000003 713a71 0000000000000001");
    }

    @Test
    void writerId() {
        Goldens.assertGolden(
                new WriterId("s", 1, 2, "job", 3),
                Codecs::put,
                Codecs::writerId,
                "00000019 7f 00000001 73 00000001 00000002 00000003 6a6f62 00000003");
    }

    @Test
    void messageId() {
        Goldens.assertGolden(
                new MessageId(1, 2, 3),
                Codecs::put,
                Codecs::messageId,
                "00000015 7f 0000000000000001 00000002 0000000000000003");
    }

    @Test
    void writerOrigin() {
        Goldens.assertGolden(
                WriterOrigin.UNRELATED,
                Codecs::put,
                Codecs::writerOrigin,
                "00000006 7f 00 00000000");
        Goldens.assertGolden(
                WriterOrigin.restored(List.of(new MessageId(1, 2, 3))),
                Codecs::put,
                Codecs::writerOrigin,
                "0000001a 7f 01 00000001 0000000000000001 00000002 0000000000000003");
    }

    @Test
    void queryDescription() {
        Goldens.assertGolden(
                new QueryDescription("Q", "T", ResultForm.ASK, List.of(), List.of("s"), 7, "t"),
                Codecs::put,
                Codecs::queryDescription,
                "00000026 7f 00000001 51 00000001 54 01 00000000 00000001 00000001 73"
                        + " 0000000000000007 00000001 74");
    }

    @Test
    void oneShotHead() {
        Goldens.assertGolden(
                new OneShotHead(5, ResultForm.GRAPH, List.of("s"), 7, 6),
                Codecs::put,
                Codecs::oneShotHead,
                "00000023 7f 0000000000000005 02 00000001 00000001 73 0000000000000007"
                        + " 0000000000000006");
    }

    @Test
    void queryPlan() {
        Goldens.assertGolden(
                new QueryPlan("e", List.of(new QueryPlan.Step("k", 2, "d", 0.5, 3, -1))),
                Codecs::put,
                Codecs::queryPlan,
                "00000030 7f 00000001 65 00000001 00000001 6b 00000002 00000001 64 3fe0000000000000"
                        + " 0000000000000003 ffffffffffffffff");
    }

    @Test
    void storeStatus() {
        Goldens.assertGolden(
                new StoreStatus(
                        1,
                        2,
                        new RestoredStatus("d", 14, 15, 16, 17, 18),
                        List.of(
                                new StreamStatus(
                                        "s", 10, "g", 3, 4, 5, 11, 12, 6, 2, 1, true, 13, 19, 22,
                                        26, 27)),
                        List.of(
                                new QueryStatus(
                                        "Q",
                                        7,
                                        8,
                                        9,
                                        10,
                                        11,
                                        20,
                                        List.of(new ReaderStatus("r", 21, true)),
                                        0.5,
                                        1,
                                        2)),
                        List.of(new ChangelogStatus("g", 22, 23, 24, 25)),
                        new LogStatus(31, 30, 29, "full", 28),
                        new CopyStatus("s3://b/p/", true, 27, 26, 25, "gone"),
                        List.of(
                                new NodeStatus(
                                        33,
                                        true,
                                        "h:1",
                                        "h:2",
                                        "x",
                                        "shm",
                                        34,
                                        List.of("s", "t"),
                                        35,
                                        36,
                                        new NodeSize(37, 38, 39, 40, "http://h:3"))),
                        List.of(new JoiningNode(47, "h:4", "h:5", "z")),
                        List.of(new ReplicaStatus("s", 41, 42, 43, 44, 45, 46, "y"))),
                Codecs::put,
                Codecs::storeStatus,
                "0000025b 7f 0000000000000001 0000000000000002 00000001 00000001 64"
                        + " 000000000000000e 000000000000000f 0000000000000010 00000011 00000012"
                        + " 00000001 00000001 73 000000000000000a 00000001 67 0000000000000003"
                        + " 0000000000000004 0000000000000005 000000000000000b 000000000000000c"
                        + " 0000000000000006 00000002 00000001 01 000000000000000d 0000000000000013"
                        + " 0000000000000016 000000000000001a 000000000000001b"
                        + " 00000001 00000001 51 0000000000000007 0000000000000008 0000000000000009"
                        + " 000000000000000a 000000000000000b 0000000000000014 00000001 00000001 72"
                        + " 0000000000000015 01 3fe0000000000000 3ff0000000000000 4000000000000000"
                        + " 00000001 00000001 67 00000016 0000000000000017 0000000000000018"
                        + " 0000000000000019"
                        + " 00000001 000000000000001f 000000000000001e 000000000000001d"
                        + " 00000004 66756c6c 000000000000001c"
                        + " 00000001 00000009 73333a2f2f622f702f 01 000000000000001b"
                        + " 000000000000001a 0000000000000019 00000004 676f6e65"
                        + " 00000001 00000021 01 00000003 683a31 00000003 683a32 00000001 78"
                        + " 00000003 73686d"
                        + " 00000022 00000002 00000001 73 00000001 74"
                        + " 0000000000000023 0000000000000024 00000001 0000000000000025"
                        + " 0000000000000026 0000000000000027 00000028"
                        + " 0000000a 687474703a2f2f683a33"
                        + " 00000001 0000002f 00000003 683a34 00000003 683a35 00000001 7a"
                        + " 00000001 00000001 73 00000029 0000002a 000000000000002b"
                        + " 000000000000002c 000000000000002d 000000000000002e 00000001 79");
    }

    @Test
    void homeSubject() {
        Goldens.assertGolden(
                HomeSubject.template("t"),
                Codecs::put,
                Codecs::homeSubject,
                "00000007 7f 02 00000001 74");
        assertThat(HomeSubject.Kind.values())
                .containsExactly(
                        HomeSubject.Kind.STREAM, HomeSubject.Kind.QUERY, HomeSubject.Kind.TEMPLATE);
    }

    @Test
    void anotherNodeIsNamed() {
        ElsewhereException there = new ElsewhereException("gone:", 7, "h:1");
        byte[] frame = Frames.bytes(3, out -> Codecs.put(there, out));
        ElsewhereException read = Codecs.elsewhere(Frames.read(frame));
        assertThat(read).hasMessage("gone: node=7 address=h:1");
        assertThat(read.address()).isEqualTo("h:1");
        assertThat(read.node()).isEqualTo(7);
    }

    @Test
    void changelogPosition() {
        Goldens.assertGolden(
                new ChangelogPosition(1, 2, 3, 4),
                ChangelogCodecs::put,
                ChangelogCodecs::position,
                "00000021 7f 0000000000000001 0000000000000002 0000000000000003 0000000000000004");
    }

    @Test
    void fetchedChanges() {
        Goldens.assertGolden(
                new FetchedChanges(
                        List.of(new TripleChange(5, true, "s", "p", "o")),
                        new ChangelogPosition(1, 2, 3, 4),
                        6),
                ChangelogCodecs::put,
                ChangelogCodecs::fetchedChanges,
                "00000045 7f 00000001 0000000000000005 01 00000001 73 00000001 70 00000001 6f"
                        + " 0000000000000001 0000000000000002 0000000000000003 0000000000000004"
                        + " 0000000000000006");
    }

    @Test
    void fetchedTuples() {
        Goldens.assertGolden(
                new FetchedTuples(
                        7,
                        List.of(new Tuple(5, "s", "p", "o"), new Tuple(6, "s", "p", "q", true)),
                        8),
                TupleCodecs::put,
                TupleCodecs::fetchedTuples,
                "00000045 7f 0000000000000007 0000000000000008 00000002"
                        + " 0000000000000005 00 00000001 73 00000001 70 00000001 6f"
                        + " 0000000000000006 01 00000001 73 00000001 70 00000001 71");
    }

    @Test
    void storeCheck() {
        Goldens.assertGolden(
                new StoreCheck(1, 2, 3, List.of("v")),
                Codecs::put,
                Codecs::storeCheck,
                "00000022 7f 0000000000000001 0000000000000002 0000000000000003 00000001"
                        + " 00000001 76");
    }

    @Test
    void catalogEntry() {
        Goldens.assertGolden(
                new CatalogEntry("k", Map.of("b", "2", "a", "")),
                CatalogCodecs::put,
                CatalogCodecs::catalogEntry,
                "00000021 7f 00000001 6b 00000002 00000001 61 00000001 62 00000002 00000000 00000001 32");
    }

    @Test
    void checkpoints() {
        Goldens.assertGolden(
                new StoreCheckpoint(7, "d", 8, 9, 10, 11),
                Codecs::put,
                Codecs::storeCheckpoint,
                "0000002e 7f 0000000000000007 00000001 64 0000000000000008 0000000000000009"
                        + " 000000000000000a 000000000000000b");
    }

    @Test
    void errors() {
        List<Category> byCode = List.of(Category.USER, Category.RETRIABLE, Category.FATAL);
        assertThat(byCode).containsExactlyInAnyOrder(Category.values());
        for (Category category : byCode) {
            byte[] frame =
                    Frames.bytes(1, out -> Codecs.put(category, Reason.ROW_LIMIT, "bad", out));
            assertThat(Frames.hex(frame))
                    .isEqualTo("0000000a01" + "0" + byCode.indexOf(category) + "0000000362616402");
            WukongsException error = Codecs.error(Frames.read(frame));
            assertThat(error.category()).isEqualTo(category);
            assertThat(error.reason()).isEqualTo(Reason.ROW_LIMIT);
            assertThat(error).hasMessage("bad");
        }
    }

    @Test
    void reasonsKeepTheirCodesAndUnknownOnesAreOther() {
        List<Reason> byCode =
                List.of(
                        Reason.OTHER,
                        Reason.TIME_LIMIT,
                        Reason.ROW_LIMIT,
                        Reason.MEMORY_LIMIT,
                        Reason.COMPLEXITY_LIMIT,
                        Reason.NOT_AUTHENTICATED,
                        Reason.NOT_ALLOWED);
        assertThat(byCode).containsExactly(Reason.values());
        for (Reason reason : byCode) {
            assertThat(reason.code()).isEqualTo(byCode.indexOf(reason));
            assertThat(Reason.of(reason.code())).isEqualTo(reason);
        }
        assertThat(Reason.of(99)).isEqualTo(Reason.OTHER);
    }

    /** A store of an older version refuses HELLO so. */
    @Test
    void anErrorWithoutAReasonIsRead() {
        byte[] frame = Frames.bytes(1, out -> out.putByte(0).putString("bad"));
        WukongsException error = Codecs.error(Frames.read(frame));
        assertThat(error.reason()).isEqualTo(Reason.OTHER);
        assertThat(error).hasMessage("bad");
    }

    @Test
    void messageTypesKeepTheirCodes() {
        String names =
                "HELLO VERTEX_IDS PREDICATE_IDS REGISTER_STREAM REGISTER_QUERY DESCRIBE_QUERY"
                        + " UNREGISTER_QUERY OPEN_WRITER INJECT CLOSE_UP_TO ATTACH_READER FETCH_WINDOWS"
                        + " RELEASE_WINDOWS QUERY LOAD STATUS EXPLAIN CHECK MARK_IDLE DROP_STREAM"
                        + " RESUME_WRITER TEMPLATES TEMPLATE_MEMBERS - - - FLUSH COMMIT"
                        + " LIST_STREAMS LIST_GRAPHS PUT_ENTRY REMOVE_ENTRY LIST_ENTRIES CHECKPOINT - -"
                        + " REPLACE_ENTRY DETACH_READER DESCRIBE_TEMPLATE UPDATE FETCH_CHANGES"
                        + " END_CHANGES LOCATE MOVE_PARTITIONS REMOVE_NODE OFFER_RING TAKE_RING"
                        + " FETCH_TUPLES EXPLAIN_QUERY MOVE_HOMES";
        int code = 0;
        int retired = 0;
        for (String name : names.split(" ", -1)) {
            if (name.equals("-")) {
                assertThat(MessageType.of(code++)).isNull();
                retired++;
                continue;
            }
            assertThat(MessageType.of(code)).isEqualTo(MessageType.valueOf(name));
            assertThat(MessageType.valueOf(name).code()).isEqualTo(code++);
        }
        assertThat(MessageType.values()).hasSize(code - retired);
        assertThat(MessageType.of(code)).isNull();
        assertThat(MessageType.of(-1)).isNull();
    }

    /** Random records of every kind. */
    private static final class Values {

        final Random random;

        Values(Random random) {
            this.random = random;
        }

        String string() {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(10); i > 0; i--) {
                text.appendCodePoint(random.nextInt(3) > 0 ? random.nextInt(0x300) : 0x1F600);
            }
            return text.toString();
        }

        /** What streams and graphs may be called. */
        String name() {
            return "x:"
                    + string().codePoints().filter(c -> c > 0x1FF).count()
                    + "\u0101\ud83d\ude00";
        }

        Retention retention() {
            Map<String, Long> byPredicate = new HashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                byPredicate.put(name() + "#" + i, keptMs());
            }
            return new Retention(keptMs(), byPredicate);
        }

        private long keptMs() {
            return random.nextInt(3) == 0
                    ? Retention.FOREVER_MS
                    : 1 + random.nextLong(Retention.KEPT_MS_MAX);
        }

        List<String> strings() {
            List<String> strings = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                strings.add(string());
            }
            return strings;
        }

        long[] longs(int count) {
            return random.longs(count).toArray();
        }

        ResultForm form() {
            return List.of(ResultForm.SELECT, ResultForm.ASK, ResultForm.GRAPH)
                    .get(random.nextInt(3));
        }
    }

    @Test
    void randomValuesThereAndBack() {
        Values values = new Values(Seeds.random(getClass()));
        Random random = values.random;
        for (int i = 0; i < 300; i++) {
            int count = random.nextInt(i % 50 == 0 ? 3_000 : 20);
            roundTrip(
                    new EncodedBatch(
                            random.nextLong(),
                            random.nextBoolean(),
                            values.longs(count),
                            values.longs(count),
                            values.longs(count),
                            values.longs(count)),
                    Codecs::put,
                    Codecs::encodedBatch);
            roundTrip(
                    new StreamDefinition(
                            values.name(),
                            1 + random.nextInt(1_000),
                            values.name(),
                            Set.of(values.name(), values.name() + "#"),
                            values.retention()),
                    Codecs::put,
                    Codecs::streamDefinition);
            int writers = 1 + random.nextInt(9);
            roundTrip(
                    new WriterId(
                            values.string(),
                            random.nextInt(writers),
                            writers,
                            values.string(),
                            random.nextInt()),
                    Codecs::put,
                    Codecs::writerId);
            roundTrip(
                    new QueryDescription(
                            values.string(),
                            values.string(),
                            values.form(),
                            values.strings(),
                            values.strings(),
                            random.nextLong(),
                            values.string()),
                    Codecs::put,
                    Codecs::queryDescription);
            roundTrip(
                    WindowsWanted.ofTemplate(values.string(), random.nextLong(), random.nextInt()),
                    WindowCodecs::put,
                    WindowCodecs::windowsWanted);
            roundTrip(
                    new OneShotHead(
                            random.nextLong(),
                            values.form(),
                            values.strings(),
                            random.nextLong(),
                            random.nextLong()),
                    Codecs::put,
                    Codecs::oneShotHead);
            roundTrip(
                    new StoreCheck(
                            random.nextLong(),
                            random.nextLong(),
                            random.nextLong(),
                            values.strings()),
                    Codecs::put,
                    Codecs::storeCheck);
        }
    }

    private static <T> void roundTrip(
            T value, BiConsumer<T, WireWriter> put, Function<WireReader, T> get) {
        byte[] frame = Frames.bytes(Goldens.TYPE, out -> put.accept(value, out));
        Goldens.assertSame(get.apply(Frames.read(frame)), value);
    }
}
