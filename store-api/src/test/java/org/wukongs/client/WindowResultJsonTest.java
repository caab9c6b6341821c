package org.wukongs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.Seeds;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;

final class WindowResultJsonTest {

    @Test
    void solutionsHaveVarsAndRows() {
        WindowResult result =
                new WindowResult(
                        "L3",
                        12500,
                        125,
                        ResultForm.SELECT,
                        List.of("friend", "post"),
                        List.of(
                                new String[] {"<http://x/u1>", null},
                                new String[] {"_:b1", "\"a\"@en"}),
                        7);
        assertThat(WindowResultJson.toLine(result))
                .isEqualTo(
                        "{\"query\": \"L3\", \"windowEnd\": 12500, \"sn\": 125, \"vars\": [\"friend\",\"post\"],"
                                + " \"rows\": [[{\"type\":\"uri\",\"value\":\"http://x/u1\"},null],"
                                + "[{\"type\":\"bnode\",\"value\":\"b1\"},"
                                + "{\"type\":\"literal\",\"value\":\"a\",\"xml:lang\":\"en\"}]]}");
    }

    @Test
    void noSolutionsAndNoVars() {
        WindowResult result =
                new WindowResult("q", -100, 0, ResultForm.SELECT, List.of(), List.of(), 0);
        assertThat(WindowResultJson.toLine(result))
                .isEqualTo(
                        "{\"query\": \"q\", \"windowEnd\": -100, \"sn\": 0, \"vars\": [], \"rows\": []}");
    }

    @Test
    void askIsABoolean() {
        List<String[]> one = List.<String[]>of(new String[0]);
        assertThat(
                        WindowResultJson.toLine(
                                new WindowResult("a", 1, 2, ResultForm.ASK, List.of(), one, 0)))
                .isEqualTo("{\"query\": \"a\", \"windowEnd\": 1, \"sn\": 2, \"boolean\": true}");
        assertThat(
                        WindowResultJson.toLine(
                                new WindowResult(
                                        "a", 1, 2, ResultForm.ASK, List.of(), List.of(), 0)))
                .isEqualTo("{\"query\": \"a\", \"windowEnd\": 1, \"sn\": 2, \"boolean\": false}");
    }

    @Test
    void graphIsAnNTriplesDocument() {
        List<String[]> triples =
                List.of(
                        new String[] {"_:s", "<p>", "\"say \\\"x\\\"\""},
                        new String[] {"<s>", "<p>", "<o>"});
        WindowResult result =
                new WindowResult(
                        "g",
                        1,
                        2,
                        ResultForm.GRAPH,
                        List.of("subject", "predicate", "object"),
                        triples,
                        0);
        assertThat(WindowResultJson.toLine(result))
                .isEqualTo(
                        "{\"query\": \"g\", \"windowEnd\": 1, \"sn\": 2, \"triples\": "
                                + "\"_:s <p> \\\"say \\\\\\\"x\\\\\\\"\\\" .\\n<s> <p> <o> .\\n\"}");
    }

    @Test
    void literals() {
        assertThat(term("\"\"")).isEqualTo("{\"type\":\"literal\",\"value\":\"\"}");
        assertThat(term("\"a\"^^<http://www.w3.org/2001/XMLSchema#string>"))
                .isEqualTo("{\"type\":\"literal\",\"value\":\"a\"}");
        assertThat(term("\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"))
                .isEqualTo(
                        "{\"type\":\"literal\",\"value\":\"1\","
                                + "\"datatype\":\"http://www.w3.org/2001/XMLSchema#integer\"}");
        assertThat(term("\"a\\\"@en\"@de-AT"))
                .isEqualTo("{\"type\":\"literal\",\"value\":\"a\\\"@en\",\"xml:lang\":\"de-AT\"}");
        assertThat(term("\"back\\\\\"")).isEqualTo("{\"type\":\"literal\",\"value\":\"back\\\\\"}");
    }

    @Test
    void escapesAreResolvedOnceAndWrittenAgain() {
        assertThat(term("\"\\t\\b\\n\\r\\f\\'\\\"\\\\\\u00e9\\U0001F600\""))
                .isEqualTo(
                        "{\"type\":\"literal\",\"value\":\"\\t\\u0008\\n\\r\\u000c'\\\"\\\\\u00e9\ud83d\ude00\"}");
        assertThat(term("<http://x/\\u0041>"))
                .isEqualTo("{\"type\":\"uri\",\"value\":\"http://x/A\"}");
        assertThat(string("\ud800x\udc00")).isEqualTo("\"\\ud800x\\udc00\"");
        assertThat(string("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "<",
                "<>",
                "_:",
                "\"",
                "\"a",
                "\"a\\\"",
                "\"a\"@",
                "\"a\"^^",
                "\"a\"^^<>",
                "\"a\"x",
                "\"\\q\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\U00110000\"",
                "\"\\"
            })
    void whatIsNotATermIsAnError(String text) {
        assertThatThrownBy(() -> term(text))
                .isInstanceOf(WukongsException.class)
                .hasMessage("not an N-Triples term: term=" + text);
    }

    /**
     * Any string survives JSON escaping: what is between the quotes reads back as the string
     * itself.
     */
    @Test
    void randomStringsReadBack() {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(
                        (char)
                                (random.nextBoolean()
                                        ? random.nextInt(128)
                                        : random.nextInt(1 << 16)));
            }
            String json = string(text.toString());
            assertThat(json.chars().allMatch(c -> c >= 0x20)).as("wukongs.seed=%d", seed).isTrue();
            assertThat(readBack(json)).as("wukongs.seed=%d", seed).isEqualTo(text.toString());
        }
    }

    private static String readBack(String json) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < json.length() - 1; i++) {
            char c = json.charAt(i);
            if (c != '\\') {
                assertThat(c).isNotEqualTo('"');
                out.append(c);
                continue;
            }
            char escape = json.charAt(++i);
            int plain = "\"\\nrt".indexOf(escape);
            if (plain >= 0) {
                out.append("\"\\\n\r\t".charAt(plain));
            } else {
                assertThat(escape).isEqualTo('u');
                out.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                i += 4;
            }
        }
        return out.toString();
    }

    private static String term(String term) {
        StringBuilder out = new StringBuilder();
        WindowResultJson.appendTerm(out, term);
        return out.toString();
    }

    private static String string(String value) {
        StringBuilder out = new StringBuilder();
        WindowResultJson.appendString(out, value);
        return out.toString();
    }
}
