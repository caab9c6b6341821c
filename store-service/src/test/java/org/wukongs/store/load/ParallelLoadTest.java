package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;

/** Random files, cut into many small blocks for many threads, against RDF4J and a set. */
class ParallelLoadTest {

    private static final int THREADS = 4;
    private static final int BLOCK_BYTES = 256;
    private static final int FILES = 5;
    private static final int LINES = 400;
    private static final int RUNS = 8;
    private static final byte[][] LINE_ENDS = {{'\n'}, {'\r', '\n'}, {'\r'}};

    @TempDir private Path folder;

    private final Random random = Seeds.random(getClass());
    private final RandomLines lines = new RandomLines(random);
    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    private LoadOptions options(boolean skipBad) {
        return new LoadOptions(
                skipBad, bytes -> {}, THREADS, executor, Long.MAX_VALUE, BLOCK_BYTES);
    }

    /** Right lines only; some of them in several files, some more than once in one. */
    @Test
    void manyThreadsLoadWhatRdf4jReads() throws IOException {
        for (int run = 0; run < RUNS; run++) {
            loadRandomFiles();
        }
    }

    private void loadRandomFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        Set<List<String>> expected = new LinkedHashSet<>();
        long statementCount = 0;
        for (int file = 0; file < FILES; file++) {
            boolean quads = random.nextBoolean();
            byte[] bytes = goodLines(quads);
            RDFFormat format = quads ? RDFFormat.NQUADS : RDFFormat.NTRIPLES;
            Path path = Files.write(folder.resolve("f" + file + (quads ? ".nq" : ".nt")), bytes);
            files.add(path);
            List<List<String>> statements =
                    RioReference.statements(bytes, format, SourceFile.blankNodePrefix(path));
            statementCount += statements.size();
            expected.addAll(Loaded.quads(statements, Loaded.GRAPH));
        }
        for (LoadOptions options : List.of(LoadOptions.STRICT, options(false))) {
            Loaded loaded = Loaded.of(options, files);
            assertThat(loaded.quads).isEqualTo(expected);
            assertThat(loaded.summary.statementCount()).isEqualTo(statementCount);
            assertThat(loaded.summary.newCount()).isEqualTo(expected.size());
            assertThat(loaded.summary.duplicateCount()).isEqualTo(statementCount - expected.size());
        }
    }

    private byte[] goodLines(boolean quads) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        List<String> written = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            String line = random.nextInt(10) > 0 ? lines.line(quads) : pick(written);
            if (isGood(line, quads)) {
                written.add(line);
                write(file, line.getBytes(StandardCharsets.UTF_8));
            } else {
                write(
                        file,
                        (random.nextBoolean() ? "# c" : " \t").getBytes(StandardCharsets.UTF_8));
            }
        }
        write(file, "<x:the> <x:last> <x:line> .".getBytes(StandardCharsets.UTF_8));
        return file.toByteArray();
    }

    private String pick(List<String> from) {
        return from.isEmpty() ? "" : from.get(random.nextInt(from.size()));
    }

    private void write(ByteArrayOutputStream file, byte[] line) {
        file.writeBytes(line);
        file.writeBytes(LINE_ENDS[random.nextInt(LINE_ENDS.length)]);
    }

    private static boolean isGood(String line, boolean quads) {
        return RioReference.statements(
                        line.getBytes(StandardCharsets.UTF_8),
                        quads ? RDFFormat.NQUADS : RDFFormat.NTRIPLES,
                        "_:")
                != null;
    }

    /** Right and wrong lines: the wrong ones, and only they, are passed over and counted. */
    @Test
    void badLinesAreSkippedAndCounted() throws IOException {
        for (int run = 0; run < RUNS; run++) {
            skipBadLines();
        }
    }

    private void skipBadLines() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        List<Integer> bad = new ArrayList<>();
        for (int i = 1; i <= LINES; i++) {
            String line = lines.line(false);
            write(file, line.getBytes(StandardCharsets.UTF_8));
            if (isGood(line, false)) {
                good.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
            } else {
                bad.add(i);
            }
        }
        Path path = Files.write(folder.resolve("mixed.nt"), file.toByteArray());
        List<List<String>> statements =
                RioReference.statements(
                        good.toByteArray(), RDFFormat.NTRIPLES, SourceFile.blankNodePrefix(path));
        Set<List<String>> expected = Set.copyOf(Loaded.quads(statements, Loaded.GRAPH));
        Loaded loaded = Loaded.of(options(true), List.of(path));
        assertThat(loaded.quads).isEqualTo(expected);
        assertThat(loaded.summary.badCount()).isEqualTo(bad.size());
        List<String> named = loaded.summary.bad();
        assertThat(named).hasSize(Math.min(bad.size(), 10));
        for (int i = 0; i < named.size(); i++) {
            assertThat(named.get(i)).contains("(" + path + ", line " + bad.get(i) + ", column ");
        }
    }

    /** Of many errors the first one is told, and nothing goes into a graph. */
    @Test
    void theFirstBadLineEndsTheLoad() throws IOException {
        for (int run = 0; run < RUNS; run++) {
            failAtFirstBadLine();
        }
    }

    private void failAtFirstBadLine() throws IOException {
        int first = 1 + random.nextInt(LINES);
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= LINES; i++) {
            boolean isBad = i == first || (i > first && random.nextBoolean());
            text.append("<x:s> <x:p> ").append(isBad ? "oops" : "<x:" + i + ">").append(" .\n");
        }
        Path good =
                Files.writeString(folder.resolve("good.nt"), "<x:s> <x:p> <x:o> .\n".repeat(99));
        Path bad = Files.writeString(folder.resolve("bad.nt"), text);
        Loaded loaded = new Loaded();
        RdfLoader loader = new RdfLoader(loaded.dictionary, options(false));
        List.of(good, bad, good).forEach(file -> loader.add(Loaded.GRAPH, file));
        assertThatThrownBy(() -> loader.insert(loaded))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith("bad RDF: ")
                .hasMessageEndingWith("(" + bad + ", line " + first + ", column 13)");
        assertThat(loaded.quads).isEmpty();
    }

    /** A line that is longer than a block. */
    @Test
    void longLines() throws IOException {
        String text = "x".repeat(50 * BLOCK_BYTES + random.nextInt(BLOCK_BYTES));
        Path file =
                Files.writeString(
                        folder.resolve("long.nt"),
                        "<x:s> <x:p> \"a\" .\n<x:s> <x:p> \"" + text + "\" .\n<x:s> <x:p> \"b\" .");
        assertThat(Loaded.of(options(false), List.of(file)).quads)
                .extracting(quad -> quad.get(3))
                .containsExactlyInAnyOrder("\"a\"", "\"" + text + "\"", "\"b\"");
    }

    @Test
    void aLoadThatIsInterruptedEndsAndSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("a.nt"), "<x:s> <x:p> <x:o> .\n".repeat(9999));
        LoadOptions interrupting =
                new LoadOptions(
                        false,
                        bytes -> Thread.currentThread().interrupt(),
                        THREADS,
                        executor,
                        Long.MAX_VALUE,
                        BLOCK_BYTES);
        Loaded loaded = new Loaded();
        RdfLoader loader = new RdfLoader(loaded.dictionary, interrupting);
        loader.add(Loaded.GRAPH, file);
        assertThatThrownBy(() -> loader.insert(loaded))
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e ->
                                assertThat(e.category())
                                        .isEqualTo(WukongsException.Category.RETRIABLE));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(loaded.quads).isEmpty();
        assertThat(Loaded.of(options(false), List.of(file)).quads).hasSize(1);
    }

    /** What fails in a worker reaches the caller, and all workers end. */
    @Test
    void aFullDictionaryEndsTheLoad() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("<x:s> <x:p> <x:").append(i).append("> .\n");
        }
        Path file = Files.writeString(folder.resolve("a.nt"), text);
        RdfLoader loader = new RdfLoader(new TermDictionary(LINES / 2), options(false));
        loader.add(Loaded.GRAPH, file);
        assertThatThrownBy(() -> loader.insert(triples -> 0)).hasMessageContaining("--terms-max");
        assertThat(Loaded.of(options(false), List.of(file)).quads).hasSize(LINES);
    }

    @Test
    void stagedTriplesHaveALimit() throws IOException {
        Path file = Files.writeString(folder.resolve("a.nt"), "<x:s> <x:p> <x:o> .\n".repeat(999));
        LoadOptions tight =
                new LoadOptions(false, bytes -> {}, THREADS, executor, 999 * 20, BLOCK_BYTES);
        assertThatThrownBy(() -> Loaded.of(tight, List.of(file)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("-Xmx");
    }
}
