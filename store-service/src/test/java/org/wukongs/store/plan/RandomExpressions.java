package org.wukongs.store.plan;

import java.util.List;
import java.util.Random;

/**
 * Random SPARQL expressions over terms of all types. Left out is what RDF4J has otherwise than
 * SPARQL 1.1: {@code &&} of what is no boolean, IN, and an IF that is an error inside of something;
 * and durations, since adding a large one to a date takes RDF4J years, day by day.
 */
final class RandomExpressions {

    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";

    static final List<String> TERMS =
            List.of(
                    typed("0", "integer"),
                    typed("1", "integer"),
                    typed("01", "integer"),
                    typed("-7", "integer"),
                    typed("2", "int"),
                    typed("3", "unsignedByte"),
                    typed("9223372036854775807", "integer"),
                    typed("9223372036854775808", "integer"),
                    typed("x", "integer"),
                    typed("300", "byte"),
                    typed("1.0", "decimal"),
                    typed("0.5", "decimal"),
                    typed("-2.50", "decimal"),
                    typed("0.0", "decimal"),
                    typed("123456789012345678901234567890.5", "decimal"),
                    typed("1", "float"),
                    typed("0.1", "float"),
                    typed("NaN", "float"),
                    typed("1.0e0", "double"),
                    typed("0.5", "double"),
                    typed("-0.0", "double"),
                    typed("0.0", "double"),
                    typed("INF", "double"),
                    typed("NaN", "double"),
                    typed("true", "boolean"),
                    typed("1", "boolean"),
                    typed("false", "boolean"),
                    typed("maybe", "boolean"),
                    typed("2020-01-01T00:00:00Z", "dateTime"),
                    typed("2020-01-01T01:00:00+01:00", "dateTime"),
                    typed("2020-01-01T00:00:00.5Z", "dateTime"),
                    typed("2020-01-01T00:00:00", "dateTime"),
                    typed("2019-12-31T24:00:00", "dateTime"),
                    typed("2020-06-01T00:00:00", "dateTime"),
                    typed("not a time", "dateTime"),
                    typed("2020-01-01", "date"),
                    typed("2020-01-01Z", "date"),
                    typed("2020-01-02+14:00", "date"),
                    typed("12:00:00Z", "time"),
                    "\"\"",
                    "\"a\"",
                    "\"b\"",
                    "\"1\"",
                    "\"a\"@en",
                    "\"b\"@en",
                    "\"a\"@de",
                    "\"a\"^^<http://x/type>",
                    "\"b\"^^<http://x/type>",
                    "<http://x/a>",
                    "<http://x/b>");

    private static final List<String> OPERATORS = List.of("=", "!=", "<", "<=", ">", ">=");
    private static final List<String> VARS = List.of("?a", "?b", "?none");

    private final Random random;

    RandomExpressions(Random random) {
        this.random = random;
    }

    private static String typed(String label, String type) {
        return "\"" + label + "\"^^<" + XSD + type + ">";
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    String expression(int depth) {
        return switch (random.nextInt(8)) {
            case 0 -> "IF(" + condition(depth) + ", " + term(depth) + ", " + term(depth) + ")";
            case 1, 2, 3 -> term(depth);
            default -> condition(depth);
        };
    }

    private String term(int depth) {
        if (depth == 0) {
            return random.nextInt(4) > 0 ? pick(VARS) : pick(TERMS);
        }
        return switch (random.nextInt(9)) {
            case 0 -> "(" + term(depth - 1) + " + " + term(depth - 1) + ")";
            case 1 -> "(" + term(depth - 1) + " - " + term(depth - 1) + ")";
            case 2 -> "(" + term(depth - 1) + " * " + term(depth - 1) + ")";
            case 3 -> "(" + term(depth - 1) + " / " + term(depth - 1) + ")";
            case 4 -> "COALESCE(" + term(depth - 1) + ", " + pick(VARS) + ")";
            case 5 -> "STR(" + term(depth - 1) + ")";
            case 6 -> "DATATYPE(" + term(depth - 1) + ")";
            case 7 ->
                    "<" + XSD + pick(List.of("double", "integer", "string")) + ">(" + term(0) + ")";
            default -> term(0);
        };
    }

    private String condition(int depth) {
        if (depth == 0) {
            return "(" + term(0) + " " + pick(OPERATORS) + " " + term(0) + ")";
        }
        return switch (random.nextInt(10)) {
            case 0 -> "(" + condition(depth - 1) + " && " + condition(depth - 1) + ")";
            case 1 -> "(" + condition(depth - 1) + " || " + condition(depth - 1) + ")";
            case 2 -> "(!" + (random.nextBoolean() ? term(0) : condition(depth - 1)) + ")";
            case 3 -> "BOUND(" + pick(VARS) + ")";
            case 4 -> "sameTerm(" + term(depth - 1) + ", " + term(depth - 1) + ")";
            case 5 -> "isBlank(" + term(depth - 1) + ")";
            case 6 -> pick(List.of("isIRI(", "isLiteral(")) + term(depth - 1) + ")";
            case 7 -> "CONTAINS(STR(" + term(0) + "), \"1\")";
            default -> "(" + term(depth - 1) + " " + pick(OPERATORS) + " " + term(depth - 1) + ")";
        };
    }
}
