package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.naive.Seeds;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.ntriples.TermBytes;

class PlainLineTest {

    private static final int LINES = 15_000;

    /** Whatever is taken for plain, RDF4J takes too, with the very same terms. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void plainLinesAreWhatRdf4jMakesOfThem(boolean quads) {
        RandomLines lines = new RandomLines(Seeds.random(getClass()));
        PlainLine plain = new PlainLine(quads);
        int plainCount = 0;
        for (int i = 0; i < LINES; i++) {
            byte[] line = lines.mutated(quads);
            byte[] block = block(line);
            int next = plain.scan(block, 0);
            if (next >= 0) {
                plainCount++;
                assertThat(reference(Arrays.copyOf(block, next), quads))
                        .as(new String(line, StandardCharsets.UTF_8))
                        .isEqualTo(List.of(terms(plain)));
            }
        }
        assertThat(plainCount).isGreaterThan(LINES / 20);
    }

    /** RDF4J's parser says of a single line what it says of a file that has this line only. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void singleLinesAreParsedAsFilesAre(boolean quads) {
        RandomLines lines = new RandomLines(Seeds.random(getClass()));
        RioLine rio = new RioLine(quads);
        int goodCount = 0;
        for (int i = 0; i < LINES; i++) {
            byte[] bytes = lines.mutated(quads);
            String line = new String(bytes, StandardCharsets.UTF_8);
            if (line.indexOf('\r') < 0) {
                List<List<String>> expected =
                        reference(line.getBytes(StandardCharsets.UTF_8), quads);
                assertThat(parsed(rio, line)).as(line).isEqualTo(expected);
                goodCount += expected == null ? 0 : 1;
            }
        }
        assertThat(goodCount).isGreaterThan(LINES / 20);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<http://a/b> <http://c/d#e> <http://f/g?h> .",
                "_:a <http://c/d> _:b.c .",
                "<x:y>\t<x:y> \"text\" .  ",
                "<x:y> <x:y> \"\u00E9 \u4E2D \uD83D\uDE00 \\\" \\n\"@en-GB .",
                "<x:y> <x:y> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                "<x:y> <x:y> \"1\"^^<http://www.w3.org/2001/XMLSchema#string>.",
            })
    void usualLinesArePlain(String line) {
        byte[] block = block(line.getBytes(StandardCharsets.UTF_8));
        PlainLine plain = new PlainLine(false);
        assertThat(plain.scan(block, 0)).isEqualTo(block.length);
        assertThat(List.of(terms(plain))).isEqualTo(reference(block, false));
    }

    private static byte[] block(byte[] line) {
        byte[] block = Arrays.copyOf(line, line.length + 1);
        block[line.length] = '\n';
        return block;
    }

    private static List<List<String>> reference(byte[] bytes, boolean quads) {
        return RioReference.statements(bytes, quads ? RDFFormat.NQUADS : RDFFormat.NTRIPLES, "_:");
    }

    private static List<String> terms(PlainLine line) {
        List<String> terms = new ArrayList<>();
        for (TermBytes term : List.of(line.subject, line.predicate, line.object, line.graph)) {
            if (term.length() > 0) {
                terms.add(new String(term.bytes, term.from, term.length(), StandardCharsets.UTF_8));
            }
        }
        return terms;
    }

    private static List<List<String>> parsed(RioLine rio, String line) {
        try {
            Statement statement = rio.parseLine(line);
            return statement == null ? List.of() : List.of(RioReference.strings(statement, "_:"));
        } catch (RDFParseException e) {
            return null;
        }
    }
}
