package org.wukongs.store.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.WindowsWanted;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireWriter;

/**
 * Requests of all types as clients write them, with what one of them has learnt from replies; now
 * and then with a number or text in them that no client would write. Then their bytes are changed.
 */
final class RandomFrames {

    static final int STREAM_COUNT = 4;
    private static final int WRONG_VALUE_IN = 25;

    private static final long[] LONGS = {
        0,
        1,
        -1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        1L << 62,
        (1L << 63) - 2,
        1L << 46,
        (1L << 46) - 1,
        1L << 36,
        1_000_000_000L,
        1L << 50,
        -(1L << 50),
        1024,
        1025,
        InputLimits.EVENT_TIME_MS_MAX,
        InputLimits.EVENT_TIME_MS_MAX + 1,
        Integer.MAX_VALUE,
        1L << 32
    };

    private static final int[] INTS = {
        0,
        1,
        -1,
        -2,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        300_000_000,
        1 << 16,
        (1 << 16) + 1,
        1 << 27,
        1 << 20,
        32_768,
        32_769,
        255
    };

    private static final List<String> TERMS =
            List.of(
                    "<http://x/a>",
                    "<http://x/b>",
                    "<http://x/50%>",
                    "\"plain\"",
                    "\"\u00e9t\u00e9\"@fr",
                    "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                    "_:b1",
                    "_:f1x\u00e9");

    private static final List<String> TEXTS =
            List.of(
                    "",
                    "abc",
                    "<",
                    "\"a\"@",
                    "a b",
                    "\u0000",
                    "<a>",
                    "\"a",
                    "<http://x/a b>",
                    "<<<http://x> <http://x> <http://x>>>",
                    "\ufffd");

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * WHERE { ?s ?p ?o } LIMIT 20",
                    "ASK { ?s <http://x/p0> ?o }",
                    "SELECT (COUNT(*) AS ?c) WHERE { ?s ?p ?o . ?o ?q ?r }",
                    "CONSTRUCT { ?s <http://x/made> ?o } WHERE { ?s <http://x/p1> ?o } LIMIT 5",
                    "SELECT ?x WHERE { ?x <http://x/p0> <http://x/a> FILTER(?x != <http://x/b>) }",
                    "SELECT * WHERE {");

    private static final List<String> UPDATES =
            List.of(
                    "INSERT DATA { <http://x/a> <http://x/p0> 1 . GRAPH <http://x/g> { <http://x/a> <http://x/p1> 2 } }",
                    "DELETE { ?s ?p ?o } INSERT { ?s ?p <http://x/b> } WHERE { ?s ?p ?o . ?s <http://x/p0> ?o }",
                    "DELETE WHERE { ?s <http://x/p1> ?o }",
                    "COPY DEFAULT TO <http://x/h> ; DROP SILENT GRAPH <http://x/g>",
                    "LOAD <file:///etc/hostname>",
                    "INSERT DATA {");

    private final Random random;
    final List<Long> vids = new ArrayList<>();
    final List<Long> pids = new ArrayList<>();
    String stream;
    long epoch;
    long sequence;
    long batch;
    private int writerIndex;
    private int writerCount = 1;

    RandomFrames(Random random) {
        this.random = random;
        this.stream = name();
    }

    byte[] frame(MessageType type) {
        WireWriter out = new WireWriter().begin(type);
        put(type, out);
        return FuzzClient.bytes(out);
    }

    private void put(MessageType type, WireWriter out) {
        switch (type) {
            case HELLO ->
                    out.putInt(value(FrameDescriptor.MAGIC)).putInt(value(FrameDescriptor.VERSION));
            case VERTEX_IDS -> out.putStrings(terms());
            case PREDICATE_IDS -> out.putStrings(predicates());
            case REGISTER_STREAM -> putStream(out);
            case REGISTER_QUERY -> out.putString(text(continuousQuery()));
            case DESCRIBE_QUERY, UNREGISTER_QUERY -> out.putString(text(query()));
            case OPEN_WRITER -> putOpen(out);
            case INJECT -> putInject(out);
            case CLOSE_UP_TO -> out.putLong(value(batch++)).putLong(value(sequence));
            case ATTACH_READER -> putAttach(out);
            case DETACH_READER -> putReader(out);
            case RELEASE_WINDOWS -> putReleased(out);
            case FETCH_WINDOWS ->
                    out.putString(text(reader()))
                            .putList(wanted(), WindowCodecs::put)
                            .putInt(value(random.nextInt(64) + 1))
                            .putLong(random.nextInt(20));
            case FETCH_CHANGES -> putFetchChanges(out);
            case FETCH_TUPLES ->
                    out.putString(text(name()))
                            .putByte(value(random.nextInt(ReaderStart.Mode.values().length)))
                            .putLong(value((long) random.nextInt(200)))
                            .putInt(value(1 + random.nextInt(50)))
                            .putLong(random.nextInt(20));
            case END_CHANGES ->
                    out.putString(text(reader())).putString(text(StreamDefinition.STORED));
            case UPDATE -> out.putString(text(pick(UPDATES)));
            case QUERY -> out.putString(text(pick(QUERIES)));
            case EXPLAIN -> out.putString(text(pick(QUERIES))).putBoolean(random.nextBoolean());
            case EXPLAIN_QUERY ->
                    out.putString(text(query()))
                            .putBoolean(random.nextBoolean())
                            .putBoolean(random.nextBoolean());
            case LOAD -> Codecs.put(tuples(), out.putString(text("g" + random.nextInt(3))));
            case STATUS, CHECK, CHECKPOINT, LIST_STREAMS, LIST_GRAPHS, OFFER_RING -> {}
            case MARK_IDLE, FLUSH -> out.putLong(value(sequence));
            case DROP_STREAM -> out.putString(text(name()));
            case RESUME_WRITER -> {
                Codecs.put(writer(), out);
                out.putLong(value(epoch)).putLong(value(sequence));
            }
            case TEMPLATES -> out.putString(text("")).putInt(value(10));
            case TEMPLATE_MEMBERS ->
                    out.putString(text(template())).putLong(value(0L)).putInt(value(10));
            case DESCRIBE_TEMPLATE -> out.putString(text(template()));
            case COMMIT -> Codecs.put(message(writerIndex), out.putString(text(stream)));
            case PUT_ENTRY ->
                    CatalogCodecs.put(
                            new CatalogEntry("k" + random.nextInt(9), Map.of("a", "b")), out);
            case REPLACE_ENTRY -> {
                CatalogCodecs.put(new CatalogEntry("k" + random.nextInt(9), Map.of("a", "b")), out);
                CatalogCodecs.put(new CatalogEntry("k" + random.nextInt(9), Map.of("a", "c")), out);
            }
            case REMOVE_ENTRY -> out.putString(text("k" + random.nextInt(9)));
            case LIST_ENTRIES -> out.putString(text("k"));
            case LOCATE -> out.putInt(value(1)).putByte(random.nextInt(5)).putString(text(name()));
            case TAKE_RING -> {
                out.putLong(value(1L)).putLong(value(2L));
                out.putString(random.nextBoolean() ? null : text("no"));
            }
            case MOVE_PARTITIONS -> out.putInt(value(0)).putInt(value(9)).putInt(value(1));
            case REMOVE_NODE, MOVE_HOMES -> out.putInt(value(1));
        }
    }

    /** Without what the fuzzer cannot know: where another request has come to. */
    private void putFetchChanges(WireWriter out) {
        out.putString(text(reader()))
                .putString(text(random.nextBoolean() ? StreamDefinition.STORED : "g0"));
        boolean begins = random.nextInt(3) == 0;
        out.putLong(value(begins ? -1 : random.nextInt(200)))
                .putLong(value(begins ? 0L : random.nextInt(3)))
                .putLong(value(begins ? 0L : random.nextInt(1 << 14)))
                .putLong(value(random.nextBoolean() ? Long.MAX_VALUE : 0L))
                .putLong(value((long) random.nextInt(100)))
                .putInt(value(1 + random.nextInt(50)))
                .putLong(random.nextInt(20));
    }

    private String reader() {
        return random.nextInt(4) == 0 ? ":stream" : "r" + random.nextInt(3);
    }

    private void putReleased(WireWriter out) {
        int count = random.nextInt(3);
        out.putInt(value(count));
        for (int i = 0; i < count; i++) {
            putReader(out).putLong(value(windowEnd()));
        }
    }

    private WireWriter putReader(WireWriter out) {
        boolean template = random.nextInt(3) == 0;
        return out.putString(text(reader()))
                .putByte(value(template ? 1 : 0))
                .putString(text(template ? template() : query()));
    }

    private void putAttach(WireWriter out) {
        putReader(out)
                .putByte(value(random.nextInt(ReaderStart.Mode.values().length)))
                .putLong(value(windowEnd()));
    }

    private void putStream(WireWriter out) {
        out.putString(text(name()))
                .putLong(value(100L))
                .putString(text(StreamDefinition.STORED))
                .putStrings(List.copyOf(Set.of(text("http://x/timing"))))
                .putLong(value(1_000L))
                .putList(
                        List.of(text("http://x/kept")),
                        (iri, to) -> to.putString(iri).putLong(value(Retention.FOREVER_MS)));
    }

    private void putOpen(WireWriter out) {
        stream = name();
        writerCount = 1 + random.nextInt(2);
        writerIndex = random.nextInt(writerCount);
        WriterId writer = writer();
        out.putString(text(writer.stream()))
                .putInt(value(writer.index()))
                .putInt(value(writer.count()))
                .putString(text(writer.incarnation()))
                .putInt(value(writer.attempt()));
        Codecs.put(
                random.nextBoolean()
                        ? WriterOrigin.UNRELATED
                        : WriterOrigin.restored(List.of(message(0))),
                out);
        sequence = 0;
    }

    /** The epoch is what the store has answered, maybe to a request that was not meant. */
    private MessageId message(int writer) {
        return new MessageId(epoch & Long.MAX_VALUE, writer, sequence & Long.MAX_VALUE);
    }

    private WriterId writer() {
        return new WriterId(stream, writerIndex, writerCount, "job" + random.nextInt(2), 0);
    }

    private void putInject(WireWriter out) {
        EncodedBatch tuples = tuples();
        byte[] halves = random.nextInt(10) == 0 ? new byte[tuples.size()] : null;
        if (halves != null) {
            Arrays.fill(halves, (byte) (1 + random.nextInt(3)));
        }
        Codecs.put(new ShardBatch(0, value(++sequence), tuples, halves), out);
    }

    private EncodedBatch tuples() {
        int count = random.nextInt(random.nextInt(20) == 0 ? 2_000 : 5);
        long[] times = new long[count];
        long[] subjects = new long[count];
        long[] predicates = new long[count];
        long[] objects = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = value(batch * 100 + random.nextInt(100));
            subjects[i] = value(id(vids));
            predicates[i] = value(id(pids));
            objects[i] = value(id(vids));
        }
        return new EncodedBatch(
                value(batch), random.nextInt(8) == 0, times, subjects, predicates, objects);
    }

    private long id(List<Long> known) {
        return known.isEmpty() ? 1 : pick(known);
    }

    private List<String> terms() {
        List<String> terms = new ArrayList<>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            boolean known = random.nextBoolean();
            terms.add(text(known ? pick(TERMS) : "<http://x/n" + random.nextInt(5_000) + ">"));
        }
        return terms;
    }

    private List<String> predicates() {
        List<String> predicates = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            predicates.add(text("<http://x/p" + random.nextInt(6) + ">"));
        }
        return predicates;
    }

    private String name() {
        return random.nextInt(12) == 0 ? "d0" : "s" + random.nextInt(STREAM_COUNT);
    }

    private String query() {
        return random.nextInt(4) == 0 ? "d" + random.nextInt(2) : "q" + random.nextInt(6);
    }

    private String template() {
        return "T" + (1 + random.nextInt(3));
    }

    private String continuousQuery() {
        String window = "FROM STREAM " + name() + " [RANGE 300ms STEP 100ms]";
        String object = random.nextBoolean() ? "?o" : pick(TERMS.subList(0, 2));
        return switch (random.nextInt(4)) {
            case 0 ->
                    "REGISTER STREAM d"
                            + random.nextInt(2)
                            + " AS CONSTRUCT { ?s <http://x/seen> ?o } "
                            + window
                            + " WHERE { ?s ?p ?o }";
            case 1 ->
                    "REGISTER QUERY "
                            + query()
                            + " AS SELECT ISTREAM ?s "
                            + window
                            + " WHERE { ?s <http://x/p0> ?o }";
            default ->
                    "REGISTER QUERY "
                            + query()
                            + " AS SELECT ?s "
                            + window
                            + " FROM STORED WHERE { ?s <http://x/p0> "
                            + object
                            + " }";
        };
    }

    private List<WindowsWanted> wanted() {
        List<WindowsWanted> wanted = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            boolean whole = random.nextInt(3) == 0;
            wanted.add(
                    new WindowsWanted(
                            whole ? ReaderId.Kind.TEMPLATE : ReaderId.Kind.QUERY,
                            text(whole ? template() : query()),
                            value(windowEnd()),
                            value(4)));
        }
        return wanted;
    }

    private long windowEnd() {
        return random.nextInt(3) == 0 ? Long.MIN_VALUE : 100L * random.nextInt(50);
    }

    private boolean wrong() {
        return random.nextInt(WRONG_VALUE_IN) == 0;
    }

    private long value(long right) {
        return wrong() ? LONGS[random.nextInt(LONGS.length)] : right;
    }

    private int value(int right) {
        return wrong() ? INTS[random.nextInt(INTS.length)] : right;
    }

    private String text(String right) {
        if (!wrong()) {
            return right;
        }
        return random.nextInt(20) == 0 ? "x".repeat(1 << random.nextInt(18)) : pick(TEXTS);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    // Bytes

    /** The frame with some of its bytes changed, its length perhaps too. */
    byte[] mutated(byte[] frame) {
        byte[] bytes = frame.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes = mutatedOnce(bytes);
        }
        return bytes;
    }

    private byte[] mutatedOnce(byte[] frame) {
        int at = random.nextInt(frame.length);
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        switch (random.nextInt(8)) {
            case 0 -> frame[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> frame[at] = (byte) random.nextInt(256);
            case 2 -> {
                if (at + Integer.BYTES <= frame.length) {
                    buffer.putInt(at, INTS[random.nextInt(INTS.length)]);
                }
            }
            case 3 -> {
                if (at + Long.BYTES <= frame.length) {
                    buffer.putLong(at, LONGS[random.nextInt(LONGS.length)]);
                }
            }
            case 4 -> {
                return resized(frame, Math.max(FrameDescriptor.PAYLOAD_OFFSET, at));
            }
            case 5 -> {
                return resized(frame, frame.length + random.nextInt(40));
            }
            case 6 ->
                    frame[FrameDescriptor.TYPE_OFFSET] =
                            (byte) random.nextInt(MessageType.values().length + 2);
            default -> {
                int delta = random.nextInt(9) - 4;
                buffer.putInt(0, random.nextInt(4) == 0 ? value(delta) : buffer.getInt(0) + delta);
            }
        }
        return frame;
    }

    /** Of another length, which its head says. */
    private static byte[] resized(byte[] frame, int length) {
        byte[] other = Arrays.copyOf(frame, length);
        ByteBuffer.wrap(other).putInt(0, length - Integer.BYTES);
        return other;
    }
}
