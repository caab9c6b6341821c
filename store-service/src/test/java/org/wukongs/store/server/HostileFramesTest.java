package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.WindowsReleased;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.CatalogEntries;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.node.StreamCatalog;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireWriter;

/** Single frames with one thing wrong in them: each is a USER error that says it, and no more. */
@Timeout(60)
class HostileFramesTest {

    private static final long BATCH_MS = 100;

    private enum Dictionary {
        IN_MEMORY,
        ON_DISK
    }

    @TempDir private Path directory;

    private StoreServer server;
    private RawConnection connection;
    private long vid;
    private long pid;

    RawConnection connected(StoreAddress address) throws IOException {
        return RawConnection.greeted(address);
    }

    private void start(Dictionary dictionary) throws IOException {
        DictionaryConfig config =
                dictionary == Dictionary.IN_MEMORY
                        ? DictionaryConfig.inMemory(100_000)
                        : new DictionaryConfig(
                                directory.resolve("terms"), 100_000, 1 << 28, 1 << 20);
        server =
                StoreServer.start(
                        StoreConfig.builder()
                                .dictionary(config)
                                .ringTupleCountMax(10_000)
                                .storeMemoryBytes(1 << 24)
                                .build(),
                        "127.0.0.1",
                        0);
        connection = connected(server.address());
        vid = id(MessageType.VERTEX_IDS, "<http://x/a>");
        pid = id(MessageType.PREDICATE_IDS, "<http://x/p>");
    }

    private void open() throws IOException {
        start(Dictionary.IN_MEMORY);
        connection.ask(
                MessageType.REGISTER_STREAM, frame -> Codecs.put(StreamDefinition.of("s"), frame));
        openWriter();
    }

    private void openWriter() throws IOException {
        connection.ask(MessageType.OPEN_WRITER, frame -> putWriter(frame, 0, 1));
    }

    private static void putWriter(WireWriter frame, int index, int count) {
        frame.putString("s").putInt(index).putInt(count).putString("job").putInt(0);
        Codecs.put(WriterOrigin.UNRELATED, frame);
    }

    private long id(MessageType type, String term) throws IOException {
        return connection.ask(type, frame -> frame.putStrings(List.of(term))).getLongs()[0];
    }

    /** The store lives, is sound, and answers whoever asks for everything. */
    @AfterEach
    void assertUnhurt() throws IOException {
        assertThat(server.isClosed()).isFalse();
        assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        connection.ask(MessageType.QUERY, frame -> frame.putString("SELECT * { ?s ?p ?o }"));
        connection.close();
        server.close();
    }

    private void refused(String message, MessageType type, Consumer<WireWriter> payload)
            throws IOException {
        WukongsException refusal = connection.refusal(type, payload);
        assertThat(refusal).hasMessageContaining(message);
        assertThat(refusal.category()).isEqualTo(Category.USER);
    }

    private static EncodedBatch triple(long subject, long predicate, long object) {
        return tuple(0, 0, subject, predicate, object);
    }

    private static EncodedBatch tuple(
            long batch, long timeMs, long subject, long predicate, long object) {
        return new EncodedBatch(
                batch,
                false,
                new long[] {timeMs},
                new long[] {subject},
                new long[] {predicate},
                new long[] {object});
    }

    private static Consumer<WireWriter> inject(EncodedBatch tuples) {
        return frame -> Codecs.put(ShardBatch.whole(1, tuples), frame);
    }

    @ParameterizedTest
    @EnumSource(Dictionary.class)
    void idsThatNobodyWasGiven(Dictionary dictionary) throws IOException {
        start(dictionary);
        connection.ask(
                MessageType.REGISTER_STREAM, frame -> Codecs.put(StreamDefinition.of("s"), frame));
        openWriter();
        long[] strangers = {
            0,
            -1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            vid + 1,
            vid + (1 << 10),
            1L << 46,
            vid | 1L << 46
        };
        for (long stranger : strangers) {
            for (EncodedBatch triple :
                    List.of(triple(stranger, pid, vid), triple(vid, pid, stranger))) {
                String said = "given to no term: vid=" + stranger;
                refused(said, MessageType.INJECT, inject(triple));
                refused(
                        said,
                        MessageType.LOAD,
                        frame -> Codecs.put(triple, frame.putString("STORED")));
            }
        }
        long negative = -1L << 33; // without the bit of a removal
        for (long stranger :
                new long[] {0, negative, pid + 1, 1_000_000_000, 1 << 17, 1 << 18 | pid}) {
            String said = "given to no term: pid=" + stranger;
            EncodedBatch triple = triple(vid, stranger, vid);
            refused(said, MessageType.INJECT, inject(triple));
            refused(said, MessageType.LOAD, frame -> Codecs.put(triple, frame.putString("STORED")));
        }
        connection.ask(
                MessageType.LOAD,
                frame -> Codecs.put(triple(vid, pid, vid), frame.putString("STORED")));
    }

    /** What was stored before such ids were refused, and what a fault might store. */
    @Test
    void checkFindsIdsThatTheDictionaryDoesNotKnow() throws IOException {
        start(Dictionary.IN_MEMORY);
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, () -> 0)) {
            long known = node.dictionary().vertexId("<http://x/a>");
            long predicate = node.dictionary().predicateId("<http://x/p>");
            TripleBuffer triples = new TripleBuffer();
            triples.append(known, predicate, known + 1024);
            triples.append(known, predicate + 1, known);
            node.stored().graphFor("g").insert(triples);
            assertThat(node.check().violations())
                    .anySatisfy(v -> assertThat(v).contains("a vertex that the dictionary"))
                    .anySatisfy(v -> assertThat(v).contains("a predicate that the dictionary"));
        }
        checkFindsIdsInStreams(1, 0);
        checkFindsIdsInStreams(0, 0);
    }

    /** Of a batch that is closed or open. */
    private static void checkFindsIdsInStreams(long closed, long tuples) {
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, () -> 0)) {
            long known = node.dictionary().vertexId("<http://x/a>");
            long predicate = node.dictionary().predicateId("<http://x/p>");
            node.streams().register(new StreamDefinition("s", 100, "STORED", Set.of()));
            node.registerQuery(
                    "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s] WHERE { ?s ?p ?o }");
            long epoch = node.writers().open(new WriterId("s", 0, 1, "job", 0));
            node.writers().inject("s", epoch, tuple(tuples, 1, known, predicate, known));
            assertThat(node.check().violations()).isEmpty();
            node.writers().inject("s", epoch, tuple(0, 1, known + 1024, predicate, known));
            node.writers().inject("s", epoch, tuple(0, 1, known, predicate + 1, known));
            if (closed > 0) {
                node.writers().closeUpTo(new WriterId("s", 0, 1, "job", 0), epoch, 0);
                node.advance();
            }
            assertThat(node.check().violations())
                    .anySatisfy(
                            v -> assertThat(v).contains("tuple has a vertex", "region=stream s"))
                    .anySatisfy(v -> assertThat(v).contains("tuple has a predicate"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 300_000_000, InputLimits.WRITER_COUNT_MAX + 1, 0, -1})
    void numbersOfWriters(int count) throws IOException {
        open();
        refused(
                "number of writers is out of bounds: value=" + count + " min=1 max=32768",
                MessageType.OPEN_WRITER,
                frame -> putWriter(frame, 0, count));
        refused("malformed", MessageType.OPEN_WRITER, frame -> putWriter(frame, 7, 7));
        refused("malformed", MessageType.OPEN_WRITER, frame -> putWriter(frame, -1, 7));
    }

    /** Each stream's writers may be many, those of all streams together may not be that many. */
    @Test
    void numbersOfAllWriters() throws IOException {
        start(Dictionary.IN_MEMORY);
        int full = (1 << 20) / InputLimits.WRITER_COUNT_MAX;
        for (int i = 0; i <= full; i++) {
            String name = "s" + i;
            connection.ask(
                    MessageType.REGISTER_STREAM,
                    frame -> Codecs.put(StreamDefinition.of(name), frame));
            Consumer<WireWriter> open =
                    frame -> {
                        frame.putString(name).putInt(0).putInt(InputLimits.WRITER_COUNT_MAX);
                        Codecs.put(WriterOrigin.UNRELATED, frame.putString("job").putInt(0));
                    };
            if (i < full) {
                connection.ask(MessageType.OPEN_WRITER, open);
            } else {
                refused("too many writers in all", MessageType.OPEN_WRITER, open);
                connection.ask(MessageType.DROP_STREAM, frame -> frame.putString("s0"));
                connection.ask(MessageType.OPEN_WRITER, open);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 62) - 2, (1L << 63) - 2, 2_534_023_008_000L})
    void batchesBehindTheEndOfTime(long batch) throws IOException {
        open();
        refused(
                "batch is out of bounds: value=" + batch,
                MessageType.CLOSE_UP_TO,
                frame -> frame.putLong(batch).putLong(0));
        refused(
                "batch is out of bounds",
                MessageType.INJECT,
                inject(tuple(batch, 0, vid, pid, vid)));
        long stableMs = connection.ask(MessageType.FLUSH, frame -> frame.putLong(0)).getLong();
        assertThat(stableMs).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theLastBatchAndThoseBefore1970() throws IOException {
        open();
        for (long before : new long[] {Long.MIN_VALUE, -1L << 62, -2, -1}) {
            connection.ask(MessageType.CLOSE_UP_TO, frame -> frame.putLong(before).putLong(0));
            assertThat(flushed()).isZero();
        }
        long last = InputLimits.EVENT_TIME_MS_MAX / BATCH_MS;
        connection.ask(
                MessageType.INJECT,
                inject(tuple(last, InputLimits.EVENT_TIME_MS_MAX, vid, pid, vid)));
        connection.ask(MessageType.CLOSE_UP_TO, frame -> frame.putLong(last).putLong(1));
        assertThat(flushed()).isEqualTo(InputLimits.EVENT_TIME_MS_MAX + 1);
    }

    private long flushed() throws IOException {
        return connection.ask(MessageType.FLUSH, frame -> frame.putLong(0)).getLong();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, InputLimits.EVENT_TIME_MS_MAX + 1})
    void eventTimes(long timeMs) throws IOException {
        open();
        EncodedBatch early = tuple(0, timeMs, vid, pid, vid);
        refused("event time", MessageType.INJECT, inject(early));
        EncodedBatch late =
                new EncodedBatch(
                        0,
                        true,
                        early.eventTimesMs(),
                        early.subjects(),
                        early.predicates(),
                        early.objects());
        refused("event time", MessageType.INJECT, inject(late));
    }

    @Test
    void sequenceNumbersWindowsAndWaits() throws IOException {
        open();
        refused(
                "sequence number is out of bounds: value=0 min=1",
                MessageType.INJECT,
                frame -> Codecs.put(ShardBatch.whole(0, triple(vid, pid, vid)), frame));
        refused("sequence number", MessageType.FLUSH, frame -> frame.putLong(-1));
        refused("sequence number", MessageType.MARK_IDLE, frame -> frame.putLong(Long.MIN_VALUE));
        connection.ask(
                MessageType.REGISTER_QUERY,
                frame ->
                        frame.putString(
                                "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s]"
                                        + " WHERE { ?s ?p ?o }"));
        for (ReaderStart.Mode mode : ReaderStart.Mode.values()) {
            ReaderStart start = new ReaderStart(mode, Long.MAX_VALUE - 1);
            refused(
                    "window end is out of bounds",
                    MessageType.ATTACH_READER,
                    frame -> putAttach(frame, "q", start));
        }
        refused(
                "window end is out of bounds",
                MessageType.RELEASE_WINDOWS,
                frame ->
                        WindowCodecs.put(
                                new WindowsReleased(ReaderId.ofQuery("r", "q"), Long.MAX_VALUE - 1),
                                frame.putInt(1)));
        refused(
                "number of readers is out of bounds",
                MessageType.RELEASE_WINDOWS,
                frame -> {
                    int count = InputLimits.WANTED_QUERY_COUNT_MAX + 1;
                    frame.putInt(count).putBytes(new byte[32 * count]);
                });
        refused(
                "malformed",
                MessageType.DETACH_READER,
                frame -> frame.putString("r").putByte(2).putString("q"));
        refused(
                "malformed",
                MessageType.FETCH_WINDOWS,
                frame ->
                        frame.putString("r")
                                .putInt(1)
                                .putByte(-1)
                                .putString("q")
                                .putLong(100)
                                .putInt(1)
                                .putInt(1)
                                .putLong(0));
        refused(
                "a reader's name must not begin with a colon",
                MessageType.DETACH_READER,
                frame -> WindowCodecs.put(ReaderId.ofQuery(":stream", "q"), frame));
        refused(
                "number of windows is out of bounds: value=0 min=1 max=65536",
                MessageType.FETCH_WINDOWS,
                frame -> putFetch(frame, 0, 0));
        refused("number of windows", MessageType.FETCH_WINDOWS, frame -> putFetch(frame, -1, 0));
        refused("wait in ms", MessageType.FETCH_WINDOWS, frame -> putFetch(frame, 1, -1));
    }

    private static void putAttach(WireWriter frame, String query, ReaderStart start) {
        WindowCodecs.put(ReaderId.ofQuery("r", query), frame);
        WindowCodecs.put(start, frame);
    }

    /** A reader attached to a query whose reader is the store, where its windows are long gone. */
    @Test
    void readersOfDerivedStreamsGoNowhere() throws IOException {
        open();
        connection.ask(
                MessageType.REGISTER_QUERY,
                frame ->
                        frame.putString(
                                "REGISTER STREAM d AS CONSTRUCT { ?s ?p ?o } FROM STREAM s"
                                        + " [RANGE 100ms STEP 100ms] WHERE { ?s ?p ?o }"));
        for (long batch = 1; batch < 20; batch++) {
            long number = batch;
            EncodedBatch tuples = tuple(number, number * BATCH_MS, vid, pid, vid);
            connection.ask(
                    MessageType.INJECT,
                    frame -> Codecs.put(ShardBatch.whole(number, tuples), frame));
            connection.ask(MessageType.CLOSE_UP_TO, frame -> frame.putLong(number).putLong(number));
            for (long fromMs : new long[] {0, -(1L << 50), 100, 1L << 50, Long.MIN_VALUE}) {
                connection.ask(
                        MessageType.ATTACH_READER,
                        frame -> putAttach(frame, "d", ReaderStart.at(fromMs)));
            }
        }
        long last = InputLimits.EVENT_TIME_MS_MAX / BATCH_MS;
        EncodedBatch tuples = tuple(last, InputLimits.EVENT_TIME_MS_MAX, vid, pid, vid);
        connection.ask(
                MessageType.INJECT, frame -> Codecs.put(ShardBatch.whole(20, tuples), frame));
        connection.ask(MessageType.CLOSE_UP_TO, frame -> frame.putLong(Long.MAX_VALUE).putLong(20));
        connection.ask(MessageType.STATUS, frame -> {});
    }

    private static void putFetch(WireWriter frame, int windowsMax, long waitMs) {
        frame.putString("r")
                .putInt(1)
                .putByte(0)
                .putString("q")
                .putLong(0)
                .putInt(1)
                .putInt(windowsMax)
                .putLong(waitMs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "<",
                "\"a\"@",
                "<a>",
                "a b",
                "\"a",
                "_:",
                "\"a\"@en x",
                "<http://x/a b>",
                "<http://x/a> ",
                "\"a\nb\"",
                "\"\\u00e9\"",
                "\"a\"^^<x>",
                "\"a\"b\"",
                "<<<http://x> <http://x> <http://x>>>",
                "<urn:rdf4j:triple:x>"
            })
    void termsThatAreNone(String term) throws IOException {
        start(Dictionary.IN_MEMORY);
        long before = server.dictionaryStatistics().termCount();
        refused("not ", MessageType.VERTEX_IDS, frame -> frame.putStrings(List.of(term)));
        refused("not ", MessageType.PREDICATE_IDS, frame -> frame.putStrings(List.of(term)));
        assertThat(server.dictionaryStatistics().termCount()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<http://x/a>",
                "<urn:a>",
                "<http://x/50%>",
                "<http://x/\\u00E9>",
                "\"\"",
                "\"a\"@en-GB",
                "\"\u00e9 \ud83d\ude00\"",
                "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                "\"abc\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                "_:a",
                "_:f1x\u00e9",
                "_:a.b",
                "\"a\\n\\\"b\\\\\""
            })
    void termsThatAreSome(String term) throws IOException {
        start(Dictionary.IN_MEMORY);
        long id = id(MessageType.VERTEX_IDS, term);
        String kept = server.ask(node -> node.dictionary().vertex(id));
        assertThat(kept).isEqualTo(term);
    }

    @Test
    void predicatesAreIris() throws IOException {
        start(Dictionary.IN_MEMORY);
        for (String term : List.of("\"a\"", "_:a", "\"a\"@en")) {
            refused("must be an IRI", MessageType.PREDICATE_IDS, f -> f.putStrings(List.of(term)));
        }
    }

    /** Malformed bytes never become another character. */
    @Test
    void textsThatAreNotUtf8() throws IOException {
        start(Dictionary.IN_MEMORY);
        byte[][] malformed = {
            {'"', (byte) 0xff, '"'},
            {'"', (byte) 0xc3, '"'},
            {'"', (byte) 0xc0, (byte) 0x80, '"'},
            {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
            {'<', 'x', ':', (byte) 0xe9, '>'}
        };
        for (byte[] text : malformed) {
            refused("UTF-8", MessageType.VERTEX_IDS, frame -> frame.putInt(1).putBytes(text));
            refused("UTF-8", MessageType.QUERY, frame -> frame.putBytes(text));
            refused("UTF-8", MessageType.DROP_STREAM, frame -> frame.putBytes(text));
        }
        assertThat(id(MessageType.VERTEX_IDS, "\"\ufffd\"")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "\u0000",
                "a\tb",
                "<a>",
                "a\u00a0b",
                "a\u2028b",
                "a\\b",
                "\u0085"
            })
    void namesOfStreamsAndGraphs(String name) throws IOException {
        start(Dictionary.IN_MEMORY);
        refused(
                "name of a stream ",
                MessageType.REGISTER_STREAM,
                frame ->
                        frame.putString(name)
                                .putLong(100)
                                .putString("STORED")
                                .putStrings(List.of()));
        refused(
                "graph of a stream ",
                MessageType.REGISTER_STREAM,
                frame -> frame.putString("s").putLong(100).putString(name).putStrings(List.of()));
        refused(
                "name of a graph ",
                MessageType.LOAD,
                frame -> Codecs.put(triple(vid, pid, vid), frame.putString(name)));
        refused(
                "not an absolute IRI",
                MessageType.REGISTER_STREAM,
                frame ->
                        frame.putString("s")
                                .putLong(100)
                                .putString("STORED")
                                .putStrings(List.of("http://x/" + name + "> <")));
    }

    @Test
    void textsThatAreTooLong() throws IOException {
        start(Dictionary.IN_MEMORY);
        String name = "n".repeat(InputLimits.NAME_CHARS_MAX + 1);
        String text = "n".repeat((1 << 20) + 1);
        refused("chars=1025 charsMax=1024", MessageType.DROP_STREAM, f -> f.putString(name));
        refused("chars=1025 charsMax=1024", MessageType.DESCRIBE_QUERY, f -> f.putString(name));
        refused("charsMax=1048576", MessageType.REGISTER_QUERY, f -> f.putString(text));
        refused("charsMax=1048576", MessageType.QUERY, f -> f.putString(text));
        refused(
                "characters of a catalog entry",
                MessageType.PUT_ENTRY,
                f -> f.putString("k").putStrings(List.of("a")).putStrings(List.of(text)));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, -1, Long.MIN_VALUE, InputLimits.BATCH_INTERVAL_MS_MAX + 1, Long.MAX_VALUE})
    void batchIntervals(long intervalMs) throws IOException {
        start(Dictionary.IN_MEMORY);
        refused(
                "batch interval",
                MessageType.REGISTER_STREAM,
                f -> f.putString("s").putLong(intervalMs).putString("g").putStrings(List.of()));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Retention.KEPT_MS_MAX + 1, Long.MAX_VALUE - 1})
    void retentions(long keptMs) throws IOException {
        start(Dictionary.IN_MEMORY);
        refused("retention in ms", MessageType.REGISTER_STREAM, f -> putRetained(f, keptMs, 1));
        refused("retention in ms", MessageType.REGISTER_STREAM, f -> putRetained(f, 1, keptMs));
        refused(
                "predicate with a retention is not an absolute IRI",
                MessageType.REGISTER_STREAM,
                f -> putRetained(f, 1, 1, "a"));
        refused(
                "number of predicates with a retention",
                MessageType.REGISTER_STREAM,
                f -> putRetained(f, 1, 1, names(InputLimits.TIMING_PREDICATE_COUNT_MAX + 1)));
    }

    private static void putRetained(WireWriter out, long keptMs, long otherMs, String... iris) {
        out.putString("s").putLong(100).putString("g").putStrings(List.of()).putLong(keptMs);
        List<String> all = iris.length == 0 ? List.of("urn:p") : List.of(iris);
        out.putList(all, (iri, to) -> to.putString(iri).putLong(otherMs));
    }

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "urn:" + i).toArray(String[]::new);
    }

    /** A count takes no memory before its elements are there. */
    @Test
    void countsWithoutElements() throws IOException {
        open();
        for (MessageType type : MessageType.values()) {
            if (type != MessageType.HELLO && type != MessageType.CHECKPOINT) {
                for (int count : new int[] {Integer.MAX_VALUE, 1 << 27, -2, Integer.MIN_VALUE}) {
                    connection.send(type, frame -> frame.putInt(count).putInt(count));
                    try {
                        connection.answer();
                    } catch (WukongsException e) {
                        assertThat(e.category()).as(type + " " + e).isNotEqualTo(Category.FATAL);
                    }
                }
            }
        }
        connection.ask(MessageType.STATUS, frame -> {});
    }

    @Test
    void moreStreamsThanThereMayBe() throws IOException {
        start(Dictionary.IN_MEMORY);
        for (int i = 0; i < StreamCatalog.STREAM_COUNT_MAX; i++) {
            StreamDefinition stream = StreamDefinition.of("s" + i);
            connection.ask(MessageType.REGISTER_STREAM, frame -> Codecs.put(stream, frame));
        }
        refused(
                "streamCountMax=4096",
                MessageType.REGISTER_STREAM,
                frame -> Codecs.put(StreamDefinition.of("more"), frame));
    }

    @Test
    void theDictionaryKnowsWhatItHasGiven() {
        assertGiven(new TermDictionary(1_000));
        assertGiven(
                TermDictionary.open(
                        new DictionaryConfig(directory.resolve("given"), 1_000, 1 << 28, 1 << 20)));
        // Opened anew, it has given what it gave before.
        try (TermDictionary again =
                TermDictionary.open(
                        new DictionaryConfig(
                                directory.resolve("given"), 1_000, 1 << 28, 1 << 20))) {
            assertThat(again.isGivenVid(again.findVertex("<http://x/5>"))).isTrue();
            assertThat(again.isGivenPid(2)).isTrue();
            assertThat(again.isGivenPid(3)).isFalse();
        }
        server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
        try {
            connection = connected(server.address());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertGiven(TermDictionary dictionary) {
        try (dictionary) {
            for (int i = 0; i < 100; i++) {
                long vid = dictionary.vertexId("<http://x/" + i + ">");
                assertThat(dictionary.isGivenVid(vid)).isTrue();
                assertThat(dictionary.isGivenVid(vid + (1L << 46))).isFalse();
                assertThat(dictionary.isGivenVid(vid + (100L << 10))).isFalse();
            }
            assertThat(dictionary.isGivenPid(1)).as("rdf:type").isTrue();
            assertThat(dictionary.isGivenPid(2)).isFalse();
            assertThat(dictionary.predicateId("<http://x/5>")).isEqualTo(2);
            assertThat(dictionary.isGivenPid(2)).isTrue();
            for (long none : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThat(dictionary.isGivenVid(none)).isFalse();
                assertThat(dictionary.isGivenPid(none)).isFalse();
            }
        }
    }

    @Test
    void catalogTextInAll() throws IOException {
        start(Dictionary.IN_MEMORY);
        String value = "v".repeat(InputLimits.CATALOG_ENTRY_CHARS_MAX - 10);
        byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
        int fit = (int) (CatalogEntries.CHARS_MAX / InputLimits.CATALOG_ENTRY_CHARS_MAX);
        for (int i = 0; i < fit; i++) {
            String key = "k" + i;
            connection.ask(MessageType.PUT_ENTRY, f -> putEntry(f, key, bytes));
        }
        refused("too large together", MessageType.PUT_ENTRY, f -> putEntry(f, "more", bytes));
        connection.ask(MessageType.REMOVE_ENTRY, f -> f.putString("k0"));
        connection.ask(MessageType.PUT_ENTRY, f -> putEntry(f, "more", bytes));
    }

    private static void putEntry(WireWriter frame, String key, byte[] value) {
        frame.putString(key).putStrings(List.of("a")).putInt(1).putBytes(value);
    }
}
