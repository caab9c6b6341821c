package org.wukongs.csparql;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.query.parser.sparql.ast.ParseException;

/** Describes the SPARQL parser's list of up to a hundred expected tokens in a few words. */
final class ExpectedTokens {

    private static final int SHOWN_MAX = 10;

    /** Tokens of RDF-star and of drafts, and SERVICE, which this dialect does not have. */
    private static final Set<String> NOT_SPARQL_11 = quoted("<<", "bindings", "service");

    private static final Set<String> EXPRESSION_ENDS = quoted(")", "}", "*", "distinct");
    private static final Set<String> OPERATORS =
            quoted(
                    "!=", "&&", "||", "*", "+", "-", "/", "<", "<=", "=", ">", ">=", "in", "not",
                    "^^");
    private static final Set<String> PATTERNS =
            quoted(
                    "bind",
                    "filter",
                    "graph",
                    "minus",
                    "optional",
                    "values",
                    "union",
                    "{",
                    "select");
    private static final Set<String> TERMS =
            Set.of(
                    "\"(\"",
                    "\"[\"",
                    "\"true\"",
                    "\"false\"",
                    "<NIL>",
                    "<ANON>",
                    "<BLANK_NODE_LABEL>",
                    "<Q_IRI_REF>",
                    "<PNAME_NS>",
                    "<PNAME_LN>",
                    "<VAR1>",
                    "<VAR2>",
                    "<INTEGER>",
                    "<INTEGER_POSITIVE>",
                    "<INTEGER_NEGATIVE>",
                    "<DECIMAL>",
                    "<DECIMAL_POSITIVE>",
                    "<DECIMAL_NEGATIVE>",
                    "<DOUBLE>",
                    "<DOUBLE_POSITIVE>",
                    "<DOUBLE_NEGATIVE>",
                    "<STRING_LITERAL1>",
                    "<STRING_LITERAL2>",
                    "<STRING_LITERAL_LONG1>",
                    "<STRING_LITERAL_LONG2>");

    private ExpectedTokens() {}

    static String describe(ParseException syntax) {
        if (syntax.expectedTokenSequences == null || syntax.tokenImage == null) {
            return "a valid SPARQL 1.1 query";
        }
        Set<String> images = new TreeSet<>();
        for (int[] sequence : syntax.expectedTokenSequences) {
            images.add(syntax.tokenImage[sequence[0]]);
        }
        images.removeAll(NOT_SPARQL_11);
        Set<String> words = new TreeSet<>();
        group(images, "\"regex\"", EXPRESSION_ENDS, false, "an expression", words);
        group(images, "\"&&\"", OPERATORS, true, "an operator", words);
        group(images, "\"optional\"", PATTERNS, true, "another pattern", words);
        group(images, "<INTEGER>", TERMS, true, "a term", words);
        images.forEach(image -> words.add(word(image)));
        String[] shown = words.toArray(String[]::new);
        if (shown.length > SHOWN_MAX) {
            return String.join(", ", Arrays.copyOf(shown, SHOWN_MAX)) + ", …";
        }
        return String.join(shown.length == 2 ? " or " : ", ", shown);
    }

    /**
     * If {@code sign} is expected, one phrase replaces all the listed tokens, or all but the listed
     * ones.
     */
    private static void group(
            Set<String> images,
            String sign,
            Set<String> listed,
            boolean in,
            String phrase,
            Set<String> words) {
        if (images.contains(sign)) {
            words.add(phrase);
            images.removeIf(image -> listed.contains(image) == in);
        }
    }

    private static Set<String> quoted(String... tokens) {
        return Arrays.stream(tokens)
                .map(token -> '"' + token + '"')
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String word(String image) {
        if (image.startsWith("\"")) {
            String token = image.substring(1, image.length() - 1);
            return Character.isLetter(token.charAt(0))
                    ? token.toUpperCase(Locale.ROOT)
                    : "'" + token + "'";
        }
        String kind = image.replaceAll("[<>]", "");
        if (kind.startsWith("VAR")) {
            return "a variable";
        }
        if (kind.startsWith("STRING")) {
            return "a string";
        }
        if (kind.startsWith("INTEGER")) {
            return "an integer";
        }
        if (kind.startsWith("DECIMAL") || kind.startsWith("DOUBLE")) {
            return "a number";
        }
        return switch (kind) {
            case "Q_IRI_REF", "PNAME_NS", "PNAME_LN" -> "an IRI";
            case "BLANK_NODE_LABEL", "ANON" -> "a blank node";
            case "NIL" -> "'()'";
            case "LANGTAG" -> "a language tag";
            case "EOF" -> "the end of the text";
            default -> kind.toUpperCase(Locale.ROOT);
        };
    }
}
