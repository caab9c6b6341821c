package org.wukongs.store.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Random lines of N-Quads: right ones, and right ones with a few bytes changed. */
final class RandomLines {

    private static final String[] IRIS = {
        "<http://example.org/a>",
        "<http://www.Department0.University0.edu/GraduateStudent113>",
        "<http://swat.cse.lehigh.edu/onto/univ-bench.owl#name>",
        "<https://h:80/p?q=1&r=(2)#f/?@:>",
        "<http://h:/p>",
        "<http://user:pw@h/p>",
        "<http://1.2.3.4/p>",
        "<http://[::1]/p>",
        "<urn:isbn:1-2-3>",
        "<urn:rdf4j:triple:PDw8YT4gPGI-IDxjPj4=>",
        "<mailto:a@b.c>",
        "<file:///tmp/a%20b>",
        "<jar:http:a>",
        "<x:>",
        "<x:y#z>",
        "<a>",
        "<http://example.org/\u00E9>",
        "<http://example.org/\\u00E9\\U0001F600>",
        "<tag:a,2020:b;c=d!$'*+>"
    };
    private static final String[] LABELS = {
        "_:a", "_:b1", "_:B_2-c", "_:a.b", "_:0", "_:_", "_:a.."
    };
    private static final String[] TEXTS = {
        "",
        "x",
        "Publication0",
        "a b",
        "\u00E9\u4E2D\uD83D\uDE00",
        "\\n\\r\\t\\\"\\\\",
        "\\u0041",
        "\\b",
        "'",
        "^^<",
        "@en",
        " . "
    };
    private static final String[] SUFFIXES = {
        "",
        "",
        "@en",
        "@EN-us",
        "@x-1-ab",
        "^^<http://www.w3.org/2001/XMLSchema#string>",
        "^^<http://www.w3.org/2001/XMLSchema#integer>",
        "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>",
        "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>",
        "^^<urn:t>"
    };
    private static final String[] BLANKS = {" ", " ", " ", "", "\t", "  \t"};
    private static final String[] ENDS = {".", ".", " .", ". ", " . # c", ""};
    private static final byte[] BYTES =
            " \t\r.:/<>\"\\@^_#%-?&[]{}|`azAF09u\u0000\u007F\u00E9\uFEFF\u4E2D\uD83D\uDE00"
                    .getBytes(StandardCharsets.UTF_8);

    private final Random random;

    RandomLines(Random random) {
        this.random = random;
    }

    /** A line without its end. */
    String line(boolean quads) {
        StringBuilder line = new StringBuilder();
        line.append(pick(BLANKS).isBlank() && random.nextInt(8) == 0 ? " " : "");
        line.append(resource()).append(pick(BLANKS));
        line.append(pick(IRIS)).append(pick(BLANKS));
        line.append(random.nextBoolean() ? resource() : literal());
        if (quads && random.nextInt(3) > 0) {
            line.append(pick(BLANKS)).append(resource());
        }
        return line.append(pick(BLANKS)).append(pick(ENDS)).toString();
    }

    /** Bytes of a line, without line feeds; some changed, or none. */
    byte[] mutated(boolean quads) {
        byte[] line = line(quads).getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(3); i > 0; i--) {
            line = mutate(line);
        }
        return line;
    }

    private byte[] mutate(byte[] line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = random.nextInt(line.length + 1);
        int kind = random.nextInt(3);
        out.write(line, 0, at);
        if (kind > 0) {
            out.write(BYTES[random.nextInt(BYTES.length)]);
        }
        int rest = Math.min(line.length, kind < 2 ? at + 1 : at);
        out.write(line, rest, line.length - rest);
        return out.toByteArray();
    }

    private String resource() {
        return random.nextInt(4) == 0 ? pick(LABELS) : pick(IRIS);
    }

    private String literal() {
        return "\"" + pick(TEXTS) + pick(TEXTS) + "\"" + pick(SUFFIXES);
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }
}
