package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;

/** The same random graph, written by RDF4J in every format, plain and compressed. */
class FormatsTest {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int STATEMENTS = 300;
    private static final int THREADS = 3;
    private static final String DEFAULT_GRAPH = "urn:default";

    @TempDir private Path folder;

    private final Random random = Seeds.random(getClass());
    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nt", "nq", "ttl", "trig", "jsonld", "rdf"})
    void everyFormatPlainAndCompressed(String extension) throws IOException {
        RDFFormat format = Rio.getParserFormatForFileName("x." + extension).orElseThrow();
        Model model = randomModel(format.supportsContexts());
        StringWriter text = new StringWriter();
        Rio.write(model, text, format);
        for (String compression : List.of("", ".gz", ".zst")) {
            Path file = folder.resolve("data." + extension + compression);
            write(file, text.toString());
            for (int threads : new int[] {1, THREADS}) {
                LoadOptions options =
                        new LoadOptions(
                                false, bytes -> {}, threads, executor, Long.MAX_VALUE, 1 << 10);
                Loaded loaded = Loaded.of(options, List.of(file));
                assertThat(Models.isomorphic(model(loaded), withDefaultGraph(model)))
                        .as(file + " threads=" + threads)
                        .isTrue();
                assertThat(loaded.summary.statementCount()).isEqualTo(model.size());
            }
        }
    }

    /** Several files of formats that are not line by line at once, more than a chunk each. */
    @Test
    void severalTurtleFilesAtOnce() throws IOException {
        List<Path> files = new ArrayList<>();
        int count = 2 * StatementChunk.LENGTH_MAX + 1;
        for (int file = 0; file < 2 * THREADS; file++) {
            StringBuilder text = new StringBuilder("@prefix : <urn:> .\n:s" + file + " :p 0");
            for (int i = 1; i < count; i++) {
                text.append(", ").append(i);
            }
            files.add(Files.writeString(folder.resolve(file + ".ttl"), text.append(" .")));
        }
        LoadOptions options =
                new LoadOptions(false, bytes -> {}, THREADS, executor, Long.MAX_VALUE, 1 << 10);
        Loaded loaded = Loaded.of(options, files);
        assertThat(loaded.quads).hasSize(files.size() * count);
        assertThat(loaded.dictionary.termCount()).isLessThan(count + 20L);
    }

    /** Loads that are separate commands share no numbers of files, only the files themselves. */
    @Test
    void blankNodesBelongToOneVersionOfOneFile() throws IOException {
        Path one = Files.writeString(folder.resolve("one.nt"), "_:b <u:p> <u:o> .");
        Path other = Files.writeString(folder.resolve("other.nt"), "_:b <u:p> <u:o> .");
        String ofOne = subject(one);
        assertThat(subject(one)).isEqualTo(ofOne);
        assertThat(subject(other)).startsWith("_:").isNotEqualTo(ofOne);
        Files.writeString(one, "_:b <u:p> <u:o> . # a longer file");
        assertThat(subject(one)).startsWith("_:").isNotEqualTo(ofOne);
    }

    private static String subject(Path file) {
        return Loaded.of(LoadOptions.STRICT, List.of(file)).quads.iterator().next().get(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.ttl  | @prefix : <urn:> .\\n:a :b :c .\\n:a :b ; .         | line 3, column 8",
                "a.trig | <urn:a> <urn:b> <urn:c> .\\n<urn:g> { <urn:a> }    | line 2, column 19",
                "a.ttl  | @prefix : <urn:> .\\n:a :b '\\uD800' .             | line 2, column",
                "a.ttl  | @prefix : <urn:> .\\n<< :a :b :c >> :d :e .        | line 2, column",
                "a.rdf  | <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\\n</x> | line 2, column",
                "a.nq   | \\n<urn:a> <urn:b> <urn:c> <urn:d> <urn:e> .       | line 2, column 33",
                "a.nt   | \\n<urn:a> <urn:b> '\\uD800' .                     | line 2, column",
                "a.nt   | \\n\\n<urn:a> <urn:b> \"a                          | line 3, column 19",
            })
    void errorsNameTheirPlace(String name, String text, String place) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text.replace("\\n", "\n"));
        Loaded loaded = new Loaded();
        RdfLoader loader = new RdfLoader(loaded.dictionary, LoadOptions.STRICT);
        loader.add(Loaded.GRAPH, file);
        assertThatThrownBy(() -> loader.insert(loaded))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith("bad RDF: ")
                .hasMessageContaining("(" + file + ", " + place);
        assertThat(loaded.quads).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut.nt.gz", "cut.nt.zst", "cut.ttl.gz"})
    void aFileThatIsCutOffCannotBeRead(String name) throws IOException {
        Path file = folder.resolve(name);
        write(file, "<urn:a> <urn:b> <urn:c> .\n".repeat(1000));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> Loaded.of(LoadOptions.STRICT, List.of(file)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(file.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttl | <#me> <p> <../x> .",
                "trig | <#me> <p> <../x> . <g> { <s> <p> <o> }",
                "rdf | <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:n='BASE'>"
                        + "<rdf:Description rdf:ID='me'><n:p rdf:resource='../x'/></rdf:Description></rdf:RDF>",
                "jsonld | {'@id': '#me', 'BASEp': {'@id': '../x'}}"
            })
    void relativeIrisAreTheFilesOwn(String extension, String text) throws IOException {
        List<Path> files = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        for (String compression : List.of("", ".gz", ".zst")) {
            // RDF4J's parser of JSON-LD makes blanks of the base's %20.
            String name = (extension.equals("jsonld") ? "ab" : "a b") + compression;
            Path own = Files.createDirectories(folder.resolve(name));
            Path file = own.resolve("p." + extension + compression);
            String base = own.toUri().toString();
            String json = text.replace('\'', '"');
            write(file, (extension.equals("rdf") ? text : json).replace("BASE", base));
            files.add(file);
            String me = "<" + base + "p." + extension + "#me>";
            expected.add(List.of(Loaded.GRAPH, me, "<" + base + "p>", "<" + folder.toUri() + "x>"));
            if (extension.equals("trig")) {
                String b = "<" + base;
                expected.add(List.of(base + "g", b + "s>", b + "p>", b + "o>"));
            }
        }
        assertThat(Loaded.of(LoadOptions.STRICT, files).quads)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"nq | <u:s> <u:p> <u:o> _:b .", "trig | _:b { <u:s> <u:p> <u:o> }"})
    void aBlankNodeThatNamesAGraphBecomesAnIri(String extension, String text) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            files.add(folder.resolve("g" + i + "." + extension));
            write(files.get(i), text);
        }
        List<String> graphs =
                Loaded.of(LoadOptions.STRICT, files).quads.stream()
                        .map(quad -> quad.get(0))
                        .toList();
        assertThat(graphs).hasSize(2).doesNotHaveDuplicates();
        assertThat(graphs)
                .allSatisfy(
                        graph -> assertThat(graph).matches("urn:wukongs:blank:f[0-9a-f]{12}x.*"));
    }

    @Test
    void aGraphOfAnEmptyFileIsThere() throws IOException {
        for (String name : List.of("e.nt", "e.nq", "e.ttl", "e.trig")) {
            Path file = folder.resolve(name);
            write(file, "");
            TermDictionary terms = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);
            RdfLoader embedded = new RdfLoader(terms, LoadOptions.STRICT);
            embedded.add("urn:g", file);
            List<String> graphs = new ArrayList<>();
            embedded.insert(
                    triples -> {
                        graphs.addAll(triples.keySet());
                        return 0;
                    });
            RdfLoader remote = new RdfLoader(terms, LoadOptions.STRICT);
            remote.add("urn:g", file);
            remote.finish((graph, triples) -> graphs.add(graph + " " + triples.size()));
            assertThat(graphs).as(name).containsExactly("urn:g", "urn:g 0");
        }
    }

    private static void write(Path file, String text) throws IOException {
        String name = file.getFileName().toString();
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out =
                        name.endsWith(".gz")
                                ? new GZIPOutputStream(plain)
                                : name.endsWith(".zst") ? new ZstdOutputStream(plain) : plain) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Model randomModel(boolean graphs) {
        Model model = new LinkedHashModel();
        for (int i = 0; i < STATEMENTS; i++) {
            Resource subject = random.nextInt(5) == 0 ? VALUES.createBNode("b" + i) : iri("s", 20);
            if (graphs && random.nextBoolean()) {
                model.add(subject, iri("p", 5), object(), iri("g", 3));
            } else {
                model.add(subject, iri("p", 5), object());
            }
        }
        return model;
    }

    private IRI iri(String kind, int count) {
        return VALUES.createIRI("http://example.org/" + kind + "#x" + random.nextInt(count));
    }

    private Value object() {
        return switch (random.nextInt(5)) {
            case 0 -> iri("s", 20);
            case 1 -> VALUES.createLiteral(random.nextInt(10));
            case 2 -> VALUES.createLiteral("a \"b\"\n\t\\ \u00E9\uD83D\uDE00" + random.nextInt(10));
            case 3 -> VALUES.createLiteral("text", random.nextBoolean() ? "en" : "de-at");
            default -> VALUES.createLiteral("2020-01-0" + random.nextInt(9), XSD.DATE);
        };
    }

    private static Model withDefaultGraph(Model model) {
        Model named = new LinkedHashModel();
        IRI defaultGraph = VALUES.createIRI(DEFAULT_GRAPH);
        model.forEach(
                statement ->
                        named.add(
                                statement.getSubject(),
                                statement.getPredicate(),
                                statement.getObject(),
                                statement.getContext() == null
                                        ? defaultGraph
                                        : statement.getContext()));
        return named;
    }

    private static Model model(Loaded loaded) {
        Model model = new LinkedHashModel();
        for (List<String> quad : loaded.quads) {
            String graph = quad.get(0).equals(Loaded.GRAPH) ? DEFAULT_GRAPH : quad.get(0);
            model.add(
                    (Resource) TermDictionary.value(quad.get(1)),
                    (IRI) TermDictionary.value(quad.get(2)),
                    TermDictionary.value(quad.get(3)),
                    VALUES.createIRI(graph));
        }
        return model;
    }
}
