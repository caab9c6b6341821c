package org.wukongs.difftest;

import java.util.List;
import java.util.Random;

/** The names and literals that data and queries are made of, as N-Triples strings. */
final class Terms {

    static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    static final String DEFAULT_GRAPH = "urn:wukongs:stored";
    static final List<String> GRAPHS = List.of("http://x/g1", "http://x/g2", "http://x/g3");
    static final String TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

    static final List<String> NUMBERS =
            List.of(
                    typed("0", "integer"),
                    typed("1", "integer"),
                    typed("01", "integer"),
                    typed("2", "integer"),
                    typed("3", "integer"),
                    typed("-2", "integer"),
                    typed("10", "integer"),
                    typed("9007199254740993", "integer"),
                    typed("123456789012345678901234567890", "integer"),
                    typed("5", "int"),
                    typed("1.0", "decimal"),
                    typed("2.5", "decimal"),
                    typed("-2.5", "decimal"),
                    typed("0.10", "decimal"),
                    typed("1.0E0", "double"),
                    typed("2.5e0", "double"),
                    typed("-1.5E1", "double"),
                    typed("4.0E0", "double"),
                    typed("1.5", "float"));

    /** Numbers for which comparing and arithmetic are not as with all others. */
    static final List<String> UNUSUAL_NUMBERS =
            List.of(
                    typed("0", "double"),
                    typed("-0.0E0", "double"),
                    typed("NaN", "double"),
                    typed("INF", "double"));

    static final List<String> STRINGS =
            List.of(
                    "\"\"",
                    "\"a\"",
                    "\"b\"",
                    "\"abc\"",
                    "\"Ab c\"",
                    "\"12\"",
                    "\"\u00e9\ud83d\udc6a\"",
                    "\"a\"@en",
                    "\"a\"@de",
                    "\"abc\"@en",
                    "\"Chat\"@fr",
                    "\"abc\"@en-us");

    static final List<String> DATES =
            List.of(
                    typed("2020-01-01T00:00:00Z", "dateTime"),
                    typed("2020-01-01T01:00:00+01:00", "dateTime"),
                    typed("2020-01-01T00:00:00", "dateTime"),
                    typed("2019-06-15T12:30:45.5Z", "dateTime"),
                    typed("2021-03-04T05:06:07-08:00", "dateTime"),
                    typed("2019-06-15T12:30:45", "dateTime"));

    static final List<String> OTHERS =
            List.of(
                    typed("true", "boolean"),
                    typed("false", "boolean"),
                    typed("1", "boolean"),
                    typed("x", "integer"),
                    typed("1,5", "decimal"),
                    typed("maybe", "boolean"),
                    typed("2020-13-01T00:00:00Z", "dateTime"),
                    typed("2020-01-01", "date"),
                    "\"x\"^^<http://x/dt>",
                    "\"y\"^^<http://x/dt>");

    private final Random random;
    private final boolean unusual;
    private final List<String> graphs;

    /** {@code unusual}: with such numbers, which a known fault of RDF4J concerns. */
    Terms(Random random, boolean unusual) {
        this(random, unusual, GRAPHS);
    }

    /** {@code graphs}: names of graphs that triples may mention. */
    Terms(Random random, boolean unusual, List<String> graphs) {
        this.random = random;
        this.unusual = unusual;
        this.graphs = graphs;
    }

    String number() {
        return pick(unusual && random.nextInt(4) == 0 ? UNUSUAL_NUMBERS : NUMBERS);
    }

    static String typed(String label, String type) {
        return "\"" + label + "\"^^<" + XSD + type + ">";
    }

    <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    String iri() {
        return "<http://x/v" + random.nextInt(6) + ">";
    }

    String subject() {
        int kind = random.nextInt(12);
        if (kind == 0) {
            return "<" + pick(graphs) + ">";
        }
        if (kind == 1) {
            return predicate();
        }
        return kind <= 3 ? "_:b" + random.nextInt(3) : iri();
    }

    String predicate() {
        int kind = random.nextInt(8);
        return kind == 0 ? TYPE : "<http://x/p" + kind % 4 + ">";
    }

    String object() {
        return random.nextInt(9) < 5 ? subject() : literal();
    }

    String literal() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> number();
            case 3, 4 -> pick(STRINGS);
            case 5, 6 -> pick(DATES);
            default -> pick(OTHERS);
        };
    }

    /** Anything that may stand for a constant in a query: no blank nodes. */
    String constant() {
        String term = object();
        return term.startsWith("_:") ? iri() : term;
    }
}
