package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** The fast way from lines to ids gives what the slow one gives: parser, adaptor, encoder. */
class StreamEncoderTest {

    private static final int FILES = 120;
    private static final int LINES_MAX = 120;
    private static final int LINES_FEW = 20;
    private static final int LINES_LONG = 12_000;
    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 10, StreamDefinition.STORED, Set.of());
    private static final String[] TIMES = {
        "",
        "+5",
        "-3",
        "x",
        "1 ",
        "007",
        "9223372036854775808",
        "000000000000000000009",
        "\u0665",
        "1.5",
        " "
    };
    private static final String[] ENDS = {"\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n \t\n"};

    @TempDir private Path folder;

    private final Random random = Seeds.random(getClass());
    private final RandomLines lines = new RandomLines(random);
    private final TermDictionary dictionary = new TermDictionary(1_000_000);
    private int fileCount;

    @Test
    void filesAreReadAsTheReferenceReadsThem() throws IOException {
        int tupleCount = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = randomFile(random.nextInt(LINES_MAX), true, true);
            StreamReference reference = new StreamReference(bytes, false);
            Path file = file(bytes);
            try (StreamFileReader reader = new StreamFileReader(file, skipping())) {
                assertThat(stringsOf(takeAll(reader, new StreamEncoder(dictionary))))
                        .isEqualTo(asKept(reference.tuples));
                assertThat(reader.badCount()).isEqualTo(reference.badLines.size());
            }
            try (StreamFileReader reader = new StreamFileReader(file, skipping())) {
                assertThat(tuples(reader)).isEqualTo(reference.tuples);
            }
            assertEndsAtTheFirstBadLine(file, reference);
            tupleCount += reference.tuples.size();
        }
        assertThat(tupleCount).isGreaterThan(FILES * LINES_MAX / 50);
    }

    private void assertEndsAtTheFirstBadLine(Path file, StreamReference reference) {
        List<Tuple> taken = new ArrayList<>();
        try (StreamFileReader reader = new StreamFileReader(file, LoadOptions.STRICT)) {
            WukongsException error =
                    catchThrowableOfType(
                            WukongsException.class,
                            () -> {
                                for (Tuple t = reader.take(); t != null; t = reader.take()) {
                                    taken.add(t);
                                }
                            });
            if (reference.badLines.isEmpty()) {
                assertThat(error).isNull();
            } else {
                assertThat(error.category()).isEqualTo(WukongsException.Category.USER);
                assertThat(error)
                        .hasMessageContaining(
                                "(" + file + ", line " + reference.badLines.get(0) + ", column ");
            }
        }
        assertThat(taken).isEqualTo(reference.tuples.subList(0, reference.goodCount));
    }

    /** Ids too: the same terms are asked for in the same order, batch by batch. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idsAreThoseOfTheSlowWay(boolean onDisk) throws IOException {
        byte[] bytes = randomFile(LINES_LONG / (onDisk ? 10 : 1), false, true);
        List<Tuple> tuples = new StreamReference(bytes, false).tuples;
        try (TermDictionary fast = open(onDisk, "fast");
                TermDictionary slow = open(onDisk, "slow");
                StreamFileReader reader = new StreamFileReader(file(bytes), skipping())) {
            List<EncodedBatch> actual = takeAll(reader, new StreamEncoder(fast));
            StreamAdaptor adaptor = new StreamAdaptor(STREAM);
            tuples.forEach(adaptor::add);
            TupleEncoder encoder = new TupleEncoder(slow);
            List<EncodedBatch> expected =
                    adaptor.advanceTo(Long.MAX_VALUE).stream().map(encoder::encode).toList();
            assertThat(texts(actual, fast)).isEqualTo(texts(expected, slow));
            assertThat(fast.termCount()).isEqualTo(slow.termCount());
            assertThat(ids(actual)).isEqualTo(ids(expected));
            fast.check();
        }
    }

    /** Lines of a message, in any order: batches in order, in them tuples as they came. */
    @Test
    void messagesAreBatched() {
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = randomFile(random.nextInt(LINES_FEW), random.nextInt(4) == 0, false);
            StreamReference reference = new StreamReference(bytes, true);
            StreamEncoder encoder = new StreamEncoder(dictionary);
            if (reference.badLines.isEmpty()) {
                long closed = random.nextInt(20) - 5L;
                encoder.addLines(bytes);
                assertThat(encoder.size()).isEqualTo(reference.tuples.size());
                List<EncodedBatch> batches = encoder.take(STREAM, closed);
                assertThat(encoder.size()).isZero();
                assertThat(batches).allMatch(batch -> batch.late() == batch.batch() <= closed);
                assertThat(batches)
                        .isSortedAccordingTo((a, b) -> Long.compare(a.batch(), b.batch()));
                assertThat(byBatch(batches)).isEqualTo(naiveByBatch(asKept(reference.tuples)));
            } else {
                assertThatThrownBy(() -> encoder.addLines(bytes))
                        .isInstanceOf(WukongsException.class)
                        .hasMessageContaining("(line " + reference.badLines.get(0) + ", column ");
                assertThat(encoder.size()).isZero();
                assertThat(encoder.take(STREAM, 0)).isEmpty();
            }
        }
    }

    @Test
    void anEncoderOutlivesAFullDictionary() {
        byte[] known =
                "1\t<x:s> <x:p> \"o\" .\n2\t<x:s> <x:p> <x:s> .".getBytes(StandardCharsets.UTF_8);
        byte[] unknown = "1\t<x:s> <x:p> <x:new> .".getBytes(StandardCharsets.UTF_8);
        try (TermDictionary small = new TermDictionary(4)) {
            StreamEncoder encoder = new StreamEncoder(small);
            encoder.addLines(known);
            List<EncodedBatch> first = encoder.take(STREAM, 0);
            for (int i = 0; i < 3; i++) {
                encoder.addLines(unknown);
                assertThatThrownBy(() -> encoder.take(STREAM, 0))
                        .hasMessageContaining("--terms-max");
                assertThat(encoder.size()).isZero();
                encoder.addLines(known);
                assertThat(ids(encoder.take(STREAM, 0))).isEqualTo(ids(first));
            }
        }
    }

    /** Ids that a failed call would have given are not in the cache. */
    @Test
    void whatFailedIsAskedAgain() {
        FailingServer server = new FailingServer(dictionary);
        StreamEncoder encoder = new StreamEncoder(server);
        byte[] line = "1\t<x:a> <x:b> <x:c> .".getBytes(StandardCharsets.UTF_8);
        server.failing = true;
        encoder.addLines(line);
        assertThatThrownBy(() -> encoder.take(STREAM, 0)).isInstanceOf(WukongsException.class);
        server.failing = false;
        encoder.addLines(line);
        assertThat(stringsOf(encoder.take(STREAM, 0)))
                .containsExactly(new Tuple(1, "<x:a>", "<x:b>", "<x:c>"));
    }

    private static final class FailingServer implements TermServer {

        private final TermServer server;
        private boolean failing;

        FailingServer(TermServer server) {
            this.server = server;
        }

        @Override
        public void vertexIds(TermBatch batch) {
            server.vertexIds(batch);
        }

        @Override
        public void predicateIds(TermBatch batch) {
            if (failing) {
                throw WukongsException.retriable("not now");
            }
            server.predicateIds(batch);
        }
    }

    private LoadOptions skipping() {
        return new LoadOptions(true, bytes -> {});
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("s" + fileCount++ + ".tsv"), bytes);
    }

    private TermDictionary open(boolean onDisk, String name) {
        DictionaryConfig config = DictionaryConfig.inMemory(1_000_000);
        return TermDictionary.open(onDisk ? config.withDirectory(folder.resolve(name)) : config);
    }

    /** {@code mutated}: with lines that are bad in all their parts. */
    private byte[] randomFile(int lineCount, boolean mutated, boolean sorted) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long timeMs = random.nextInt(30) - 10L;
        for (int i = 0; i < lineCount; i++) {
            timeMs = sorted ? timeMs + random.nextInt(4) : random.nextInt(100);
            boolean bad = mutated && random.nextInt(8) == 0;
            boolean odd = bad && random.nextBoolean();
            write(out, odd ? TIMES[random.nextInt(TIMES.length)] : Long.toString(timeMs));
            write(out, bad && random.nextInt(4) == 0 ? " " : "\t");
            byte[] statement =
                    bad ? lines.mutated(false) : goodLine().getBytes(StandardCharsets.UTF_8);
            out.writeBytes(statement);
            write(out, ENDS[random.nextInt(i == lineCount - 1 ? ENDS.length : ENDS.length - 1)]);
        }
        byte[] bytes = out.toByteArray();
        boolean cut = lineCount > 0 && bytes[bytes.length - 1] == '\n' && random.nextBoolean();
        return cut ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
    }

    /** Right most of the time, of many terms and of a few. */
    private String goodLine() {
        String user = "<http://x.org/u" + random.nextInt(50) + "> ";
        String predicate = "<http://x.org/p" + random.nextInt(5) + "> ";
        return switch (random.nextInt(6)) {
            case 0 -> lines.line(false);
            case 1 -> user + predicate + "\"" + random.nextInt() + "\"^^<http://x.org/t> .";
            case 2 -> user + predicate + "\"t\u00E9\\n" + random.nextInt(9) + "\"@en-GB . # c";
            case 3 -> user + predicate + "\"" + "long ".repeat(random.nextInt(60)) + "\" .";
            case 4 -> "_:b" + random.nextInt(9) + " " + predicate + user + ".";
            default -> user + predicate + "<http://x.org/v" + random.nextInt() + "> .";
        };
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** By steps as a replay does. */
    private static List<EncodedBatch> takeAll(StreamFileReader reader, StreamEncoder encoder) {
        List<EncodedBatch> batches = new ArrayList<>();
        for (long next = reader.nextTimeMs(); next < Long.MAX_VALUE; next = reader.nextTimeMs()) {
            long endMs = STREAM.batchEndMs(STREAM.batchOf(next));
            int count = reader.takeBefore(endMs, encoder);
            assertThat(count).isPositive().isEqualTo(encoder.size());
            List<EncodedBatch> taken = encoder.take(STREAM, StreamAdaptor.NO_BATCH);
            assertThat(taken).hasSize(1).noneMatch(EncodedBatch::late);
            batches.addAll(taken);
        }
        assertThat(reader.take()).isNull();
        return batches;
    }

    private static List<Tuple> tuples(StreamFileReader reader) {
        List<Tuple> tuples = new ArrayList<>();
        while (reader.nextTimeMs() < Long.MAX_VALUE) {
            tuples.add(reader.take());
        }
        return tuples;
    }

    private List<Tuple> stringsOf(List<EncodedBatch> batches) {
        return texts(batches, dictionary);
    }

    private static List<Tuple> texts(List<EncodedBatch> batches, TermDictionary dictionary) {
        List<Tuple> tuples = new ArrayList<>();
        for (EncodedBatch batch : batches) {
            for (int i = 0; i < batch.size(); i++) {
                assertThat(batch.batch()).isEqualTo(STREAM.batchOf(batch.eventTimesMs()[i]));
                tuples.add(
                        new Tuple(
                                batch.eventTimesMs()[i],
                                dictionary.vertex(batch.subjects()[i]),
                                dictionary.predicate(batch.predicates()[i]),
                                dictionary.vertex(batch.objects()[i])));
            }
        }
        return tuples;
    }

    /** With language tags as they were spelt first. */
    private List<Tuple> asKept(List<Tuple> tuples) {
        List<Tuple> kept = new ArrayList<>();
        for (Tuple tuple : tuples) {
            String object = dictionary.vertex(dictionary.vertexId(tuple.object()));
            kept.add(new Tuple(tuple.eventTimeMs(), tuple.subject(), tuple.predicate(), object));
        }
        return kept;
    }

    private static List<List<Long>> ids(List<EncodedBatch> batches) {
        List<List<Long>> rows = new ArrayList<>();
        for (EncodedBatch batch : batches) {
            for (int i = 0; i < batch.size(); i++) {
                rows.add(
                        List.of(
                                batch.batch(),
                                batch.eventTimesMs()[i],
                                batch.subjects()[i],
                                batch.predicates()[i],
                                batch.objects()[i]));
            }
        }
        return rows;
    }

    private Map<Long, List<Tuple>> byBatch(List<EncodedBatch> batches) {
        Map<Long, List<Tuple>> byBatch = new TreeMap<>();
        for (EncodedBatch batch : batches) {
            assertThat(byBatch.put(batch.batch(), stringsOf(List.of(batch)))).isNull();
        }
        return byBatch;
    }

    private static Map<Long, List<Tuple>> naiveByBatch(List<Tuple> tuples) {
        StreamAdaptor adaptor = new StreamAdaptor(STREAM);
        tuples.forEach(adaptor::add);
        Map<Long, List<Tuple>> byBatch = new TreeMap<>();
        for (TupleBatch batch : adaptor.drain()) {
            byBatch.put(batch.batch(), batch.tuples());
        }
        return byBatch;
    }
}
