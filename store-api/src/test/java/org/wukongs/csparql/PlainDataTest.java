package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.Seeds;
import org.wukongs.csparql.UpdateOperation.Modify;
import org.wukongs.ntriples.TermBytes;

/** What is read as plain data is what the parser makes of the same text. */
class PlainDataTest {

    private static final int TEXTS = 20_000;

    private static final String[] IRIS = {
        "<http://a/b>",
        "<http://a/b>",
        "<urn:x:y>",
        "<http://a>",
        "<http://A.b:80/c%20d?e=f#g>",
        "<http://a/./b/../c>",
        "<http://a/b/>",
        "<HTTP://a/%7e>",
        "<tag:x,2020:y>",
        "<mailto:a@b>",
        "<urn:wukongs:stored>",
        "<urn:wukongs:name:g>",
        "<file:///tmp/x>",
        "<x:>",
        "<b>",
        "<http://\u00e9/\u4e2d>",
        "p:x",
        "p:x",
        "p:0-y_Z",
        "q:x.y",
        "q:-x",
        "q:x%20",
        "Q:z",
        ":x",
        "p:",
        "graph:x",
        "a",
        "_:b",
    };
    private static final String[] LITERALS = {
        "\"\"",
        "\"x\"",
        "\"\\n \\\" \\\\\"",
        "\"\u00e9 \u4e2d \uD83D\uDE00\"",
        "\"\\u0041\"",
        "\"\\\\u0041\"",
        "\"?\"",
        "'x'",
        "\"\"\"x\"\"\"",
        "7",
        "true",
    };
    private static final String[] SUFFIXES = {
        "",
        "",
        "",
        "@en",
        "@en-GB",
        "@EN-gb-x-1",
        "@x--ltr",
        "^^<http://www.w3.org/2001/XMLSchema#string>",
        "^^<http://www.w3.org/2001/XMLSchema#integer>",
        "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>",
        "^^<urn:t>",
        "^^p:t",
    };
    private static final String[] BLANKS = {"", " ", " ", "\n", "\t", " \r\n ", " # c\n"};
    private static final String[] STARTS = {
        "",
        "",
        "",
        " ",
        "BASE <http://base/x/y>\n",
        "base<urn:b> BASE <c>",
        "PREFIX p: <urn:p>\n",
        "PREFIX p: <http://p/>\n",
        "prefix p:<http://p/q#>Prefix Q: <urn:x/>\n",
        "BASE <http://b/> PREFIX p: <http://p/> PREFIX q: <http://q/> PREFIX : <http://e/>\n",
        "PREFIX p: <http://p/> PREFIX p: <http://q/> PREFIX graph: <http://g/>\n",
        "PREFIX p: <http://> ",
        "PREFIX p: <p/>\n",
        "PREFIX p : <http://p/>\n",
        "PREFIX p: <http://h:8> "
    };
    private static final String CHARACTERS =
            " \n\t{}.;,<>\"'\\#@^:_-%?*aAgG0\u007F\u00e9\uFEFF\uD83D\uDE00";

    private Random random;

    @Test
    void asTheParserReadsIt() {
        random = Seeds.random(getClass());
        int plainCount = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = random.nextInt(3) == 0 ? mutated(request()) : request();
            List<String> plain = plain(text);
            if (plain != null) {
                plainCount++;
                assertThat(plain).as(text).isEqualTo(parsed(text));
            }
        }
        assertThat(plainCount).isGreaterThan(TEXTS / 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT DATA { <http://a/b> <http://a/c> \"d\" . }",
                "insert data{<http://a/b><urn:c><urn:d>.<urn:e> <urn:f> \"g\"@en }",
                "DELETE DATA {\n<urn:a> <urn:b> \"1\"^^<urn:c> .\n<urn:a> <urn:b> <urn:d> .\n}\n",
                "DELETE DATA { }; INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:b> <urn:c> } } ;",
                "BASE <http://b/>\nINSERT DATA { <urn:a> <urn:b> \"\u00e9\\n\" GRAPH <urn:g> {} . }",
                "PREFIX e: <http://e/>\nINSERT DATA { e:m1 e:likes e:m-2 . e:a e:b \"c\"@en. }",
                "PREFIX : <http://e/#>PREFIX graph: <urn:g/> INSERT DATA { GRAPH <urn:g> { :a :b :c. }"
                        + " graph:g :b <urn:c>}",
            })
    void usualTextsArePlain(String text) {
        assertThat(plain(text)).isNotNull().isEqualTo(parsed(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "INSERT DATA {",
                "INSERTDATA { }",
                "INSERT DATA { } INSERT DATA { }",
                "INSERT DATA { <urn:a> <urn:b> <urn:c> <urn:d> <urn:e> <urn:f> }",
                "INSERT DATA { <urn:a> <urn:b> _:c }",
                "INSERT DATA { <urn:a> <urn:b> \"\uD83D\" }",
                "INSERT DATA { <urn:a> <urn:b> \"c }",
                "DELETE WHERE { <urn:a> <urn:b> <urn:c> }",
                "PREFIX p: <http://> INSERT DATA { p:a p:b p:c }",
                "PREFIX p: <http://p/> INSERT DATA { p:a q:b p:c }",
                "PREFIX p: <http://p/> INSERT DATA { p:a p:b p:c, p:d }",
                "PREFIX p: <http://p/> INSERT DATA { p:a p:b p:c.d }",
                "BASE <urn:b> INSERT DATA { <http://a/./b> <urn:b> <urn:c> }",
            })
    void otherTextsAreTheParsers(String text) {
        assertThat(plain(text)).isNull();
    }

    /** Null if the text is not plain. */
    private static List<String> plain(String text) {
        List<String> read = new ArrayList<>();
        PlainData.Visitor visitor =
                new PlainData.Visitor() {
                    private boolean deletes;

                    @Override
                    public void operation(boolean isDelete) {
                        deletes = isDelete;
                    }

                    @Override
                    public void triple(
                            TermBytes subject,
                            TermBytes predicate,
                            TermBytes object,
                            String graph) {
                        QuadTemplate quad =
                                new QuadTemplate(
                                        subject.string(),
                                        predicate.string(),
                                        object.string(),
                                        graph);
                        read.add((deletes ? "-" : "+") + quad);
                    }
                };
        return PlainData.read(text, visitor) ? read : null;
    }

    private static List<String> parsed(String text) {
        List<String> read = new ArrayList<>();
        for (UpdateOperation operation : UpdateParser.parse(text)) {
            Modify data = (Modify) operation;
            assertThat(data.where()).isNull();
            data.deleted().forEach(quad -> read.add("-" + quad));
            data.inserted().forEach(quad -> read.add("+" + quad));
        }
        return read;
    }

    // Texts

    private String request() {
        StringBuilder text = new StringBuilder(pick(STARTS));
        do {
            text.append(random.nextBoolean() ? "INSERT" : "Delete").append(blank()).append("DATA");
            text.append(blank()).append('{').append(quads()).append('}');
        } while (random.nextInt(4) == 0
                && text.append(blank()).append(';').append(blank()) != null);
        return text.append(random.nextInt(8) == 0 ? ";" : "").append(blank()).toString();
    }

    private String quads() {
        StringBuilder quads = new StringBuilder(blank());
        for (int i = random.nextInt(3); i > 0; i--) {
            if (random.nextInt(4) == 0) {
                quads.append("GRAPH").append(blank()).append(iri()).append(blank());
                quads.append('{').append(triples()).append('}').append(blank());
            } else {
                quads.append(triples());
            }
        }
        return quads.toString();
    }

    private String triples() {
        StringBuilder triples = new StringBuilder(blank());
        for (int i = random.nextInt(3); i > 0; i--) {
            triples.append(iri()).append(inner()).append(iri()).append(inner());
            triples.append(random.nextBoolean() ? iri() : literal()).append(inner());
            triples.append(i > 1 || random.nextBoolean() ? "." : "").append(blank());
        }
        return triples.toString();
    }

    private String iri() {
        // mostly plain ones, so that whole texts are
        return random.nextInt(4) > 0 ? IRIS[random.nextInt(4)] : pick(IRIS);
    }

    private String literal() {
        return random.nextInt(3) > 0
                ? LITERALS[random.nextInt(4)] + SUFFIXES[random.nextInt(5)]
                : pick(LITERALS) + pick(SUFFIXES);
    }

    private String inner() {
        return random.nextInt(8) == 0 ? blank() : " ";
    }

    private String blank() {
        return random.nextInt(3) == 0 ? pick(BLANKS) : " ";
    }

    private String pick(String[] all) {
        return all[random.nextInt(all.length)];
    }

    private String mutated(String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            int at = random.nextInt(changed.length());
            char c = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            switch (random.nextInt(3)) {
                case 0 -> changed.insert(at, c);
                case 1 -> changed.setCharAt(at, c);
                default -> changed.deleteCharAt(at);
            }
        }
        return changed.toString();
    }
}
