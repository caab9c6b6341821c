package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Expressions over the variables in scope, half of them such that the value a variable has in one
 * known solution fits; the rest are errors often enough.
 */
final class RandomExpressions {

    private static final List<String> COMPARE = List.of("=", "!=", "<", ">", "<=", ">=");
    private static final List<String> ARITHMETIC = List.of("+", "-", "*", "/");
    private static final List<String> DATE_PARTS =
            List.of("YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS");
    private static final List<String> TESTS =
            List.of("isIRI", "isBlank", "isLiteral", "isNumeric", "isURI");
    private static final List<String> CASTS =
            List.of("integer", "decimal", "double", "float", "string", "boolean", "dateTime");
    private static final List<String> PATTERNS =
            List.of("\"^a\"", "\"b\"", "\"[0-9]+\"", "\"c$\"", "\"^(a|b).*\"", "\".\"");

    private final Random random;
    private final Terms terms;
    private final Scope scope;

    RandomExpressions(Random random, Terms terms, Scope scope) {
        this.random = random;
        this.terms = terms;
        this.scope = scope;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    Node condition(int depth) {
        int kind = random.nextInt(depth > 0 ? 14 : 9);
        return switch (kind) {
            case 0, 1 -> Node.call(terms.pick(COMPARE), variable(), fitting());
            case 2 -> Node.call(terms.pick(COMPARE), number(depth), number(depth));
            case 3 -> Node.call(terms.pick(COMPARE), variable(), variable());
            case 4 -> stringTest(depth);
            case 5 -> Node.call(terms.pick(TESTS), term(depth));
            case 6 -> Node.call("BOUND", variable());
            case 7 -> among(depth);
            case 8 -> Node.call("sameTerm", variable(), fitting());
            case 9 -> Node.call("&&", condition(depth - 1), condition(depth - 1));
            case 10 -> Node.call("||", condition(depth - 1), condition(depth - 1));
            case 11 -> Node.call("!", condition(depth - 1));
            case 12 -> Node.call(terms.pick(COMPARE), any(depth - 1), any(depth - 1));
            default -> any(depth - 1);
        };
    }

    private Node among(int depth) {
        List<Node> args = new ArrayList<>(List.of(variable()));
        for (int i = random.nextInt(3); i >= 0; i--) {
            args.add(oneIn(4) ? term(depth) : fitting());
        }
        return new Node(Kind.CALL, oneIn(3) ? "NOT IN" : "IN", args);
    }

    private Node stringTest(int depth) {
        Node text = string(depth);
        return switch (random.nextInt(6)) {
            case 0 -> Node.call("CONTAINS", text, string(0));
            case 1 -> Node.call("STRSTARTS", text, string(0));
            case 2 -> Node.call("STRENDS", text, string(0));
            case 3 ->
                    Node.call(
                            "LANGMATCHES",
                            Node.call("LANG", variable()),
                            Node.term(terms.pick(List.of("\"*\"", "\"en\"", "\"de\"", "\"EN\""))));
            case 4 -> Node.call("REGEX", text, Node.term(terms.pick(PATTERNS)));
            default ->
                    Node.call("REGEX", text, Node.term(terms.pick(PATTERNS)), Node.term("\"i\""));
        };
    }

    Node any(int depth) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> number(depth);
            case 3, 4 -> string(depth);
            case 5 -> condition(depth);
            default -> term(depth);
        };
    }

    Node number(int depth) {
        if (depth <= 0 || oneIn(4)) {
            return oneIn(3) ? Node.term(terms.number()) : scope.variable("numeric", random);
        }
        return switch (random.nextInt(11)) {
            case 0, 1, 2, 3 ->
                    Node.call(terms.pick(ARITHMETIC), number(depth - 1), number(depth - 1));
            case 4 -> Node.call("-", number(depth - 1));
            case 5, 6 ->
                    Node.call(
                            terms.pick(List.of("ABS", "ROUND", "CEIL", "FLOOR")),
                            number(depth - 1));
            case 7 -> Node.call("STRLEN", string(depth - 1));
            case 8 -> Node.call(terms.pick(DATE_PARTS), date());
            case 9 -> cast(depth);
            default -> choice(number(depth - 1), number(depth - 1), depth);
        };
    }

    private Node cast(int depth) {
        return Node.call("<" + Terms.XSD + terms.pick(CASTS) + ">", term(depth - 1));
    }

    private Node date() {
        return oneIn(3) ? Node.term(terms.pick(Terms.DATES)) : scope.variable("date", random);
    }

    Node string(int depth) {
        if (depth <= 0 || oneIn(4)) {
            return oneIn(3)
                    ? Node.term(terms.pick(Terms.STRINGS))
                    : scope.variable("string", random);
        }
        return switch (random.nextInt(12)) {
            case 0, 1 -> Node.call("STR", term(depth - 1));
            case 2 -> Node.call(terms.pick(List.of("UCASE", "LCASE")), string(depth - 1));
            case 3 -> Node.call("SUBSTR", string(depth - 1), number(0));
            case 4 -> Node.call("SUBSTR", string(depth - 1), number(0), number(0));
            case 5 -> Node.call("CONCAT", string(depth - 1), string(depth - 1));
            case 6 ->
                    Node.call(
                            terms.pick(List.of("STRBEFORE", "STRAFTER")),
                            string(depth - 1),
                            string(0));
            case 7 ->
                    Node.call(
                            "REPLACE",
                            string(depth - 1),
                            Node.term(terms.pick(List.of("\"a\"", "\"[0-9]\"", "\"b.\""))),
                            Node.term("\"z\""));
            case 8 -> Node.call("ENCODE_FOR_URI", string(depth - 1));
            case 9 -> Node.call("LANG", term(depth - 1));
            case 10 ->
                    Node.call(
                            terms.pick(List.of("MD5", "SHA1", "SHA256", "SHA384", "SHA512")),
                            string(0));
            default -> Node.call("TZ", date());
        };
    }

    Node term(int depth) {
        if (depth <= 0 || oneIn(3)) {
            return oneIn(4) ? Node.term(terms.constant()) : variable();
        }
        return switch (random.nextInt(9)) {
            case 0 -> choice(any(depth - 1), any(depth - 1), depth);
            case 1, 2 -> Node.call("COALESCE", any(depth - 1), any(depth - 1));
            case 3 -> Node.call("DATATYPE", any(depth - 1));
            case 4 -> Node.call("STRDT", string(depth - 1), Node.term("<http://x/dt>"));
            case 5 -> Node.call("STRLANG", string(depth - 1), Node.term("\"en\""));
            case 6 ->
                    Node.call(
                            oneIn(2) ? "IRI" : "URI",
                            Node.term("\"http://x/v" + random.nextInt(6) + "\""));
            case 7 -> Node.call("TIMEZONE", date());
            default -> cast(depth);
        };
    }

    private Node choice(Node yes, Node no, int depth) {
        return Node.call("IF", condition(depth - 1), yes, no);
    }

    private Node variable() {
        return scope.variable("", random);
    }

    /** Often the value that a variable has in the known solution. */
    private Node fitting() {
        String known = scope.anyValue(random);
        boolean usable = known != null && !known.startsWith("_:");
        return Node.term(usable && !oneIn(3) ? known : terms.constant());
    }
}
