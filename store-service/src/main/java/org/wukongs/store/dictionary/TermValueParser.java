package org.wukongs.store.dictionary;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Map;

/**
 * Parses the N-Triples text of a term to a {@link TermValue}.
 *
 * <p>Values are read from the plain lexical form: a literal with an escape, white space around it,
 * or anything else unusual is an {@link TermKind#OTHER_LITERAL}.
 */
final class TermValueParser {

    private static final byte[] XSD = "\"^^<http://www.w3.org/2001/XMLSchema#".getBytes(US_ASCII);

    private static final Map<String, IntegerForms> INTEGER_TYPES =
            Map.ofEntries(
                    Map.entry("integer", IntegerForms.of(TermKind.INTEGER)),
                    Map.entry("long", IntegerForms.of(TermKind.LONG)),
                    Map.entry("int", IntegerForms.signed(TermKind.INT, Integer.SIZE)),
                    Map.entry("short", IntegerForms.signed(TermKind.SHORT, Short.SIZE)),
                    Map.entry("byte", IntegerForms.signed(TermKind.BYTE, Byte.SIZE)),
                    Map.entry(
                            "nonNegativeInteger",
                            new IntegerForms(TermKind.NON_NEGATIVE_INTEGER, 0, Long.MAX_VALUE)),
                    Map.entry(
                            "positiveInteger",
                            new IntegerForms(TermKind.POSITIVE_INTEGER, 1, Long.MAX_VALUE)),
                    Map.entry(
                            "nonPositiveInteger",
                            new IntegerForms(TermKind.NON_POSITIVE_INTEGER, Long.MIN_VALUE, 0)),
                    Map.entry(
                            "negativeInteger",
                            new IntegerForms(TermKind.NEGATIVE_INTEGER, Long.MIN_VALUE, -1)),
                    Map.entry(
                            "unsignedLong",
                            new IntegerForms(TermKind.UNSIGNED_LONG, 0, Long.MAX_VALUE)),
                    Map.entry(
                            "unsignedInt",
                            IntegerForms.unsigned(TermKind.UNSIGNED_INT, Integer.SIZE)),
                    Map.entry(
                            "unsignedShort",
                            IntegerForms.unsigned(TermKind.UNSIGNED_SHORT, Short.SIZE)),
                    Map.entry(
                            "unsignedByte",
                            IntegerForms.unsigned(TermKind.UNSIGNED_BYTE, Byte.SIZE)));

    private TermValueParser() {}

    /** Returns the value of {@code utf8[from..to-1]}, a term in N-Triples. */
    static TermValue parse(byte[] utf8, int from, int to) {
        if (from == to) {
            return TermValue.OTHER_LITERAL;
        }
        return switch (utf8[from]) {
            case '<' -> TermValue.IRI;
            case '_' -> TermValue.BLANK_NODE;
            default -> literal(utf8, from, to);
        };
    }

    private static TermValue literal(byte[] utf8, int from, int to) {
        if (utf8[to - 1] == '"') {
            return TermValue.STRING;
        }
        if (utf8[to - 1] != '>') {
            return TermValue.LANG_STRING;
        }
        int quote = closingQuote(utf8, from, to);
        int name = quote + XSD.length;
        if (name >= to || !Arrays.equals(utf8, quote, name, XSD, 0, XSD.length)) {
            return TermValue.OTHER_LITERAL;
        }
        return typed(utf8, from + 1, quote, new String(utf8, name, to - 1 - name, ISO_8859_1));
    }

    /**
     * Returns the index of the closing quote; a datatype IRI has no quote, so it is the last one.
     */
    private static int closingQuote(byte[] utf8, int from, int to) {
        int at = to - 1;
        while (at > from && utf8[at] != '"') {
            at--;
        }
        return at;
    }

    private static TermValue typed(byte[] utf8, int from, int to, String type) {
        IntegerForms integers = INTEGER_TYPES.get(type);
        if (integers != null) {
            return integers.parse(utf8, from, to);
        }
        return switch (type) {
            case "string" -> TermValue.STRING;
            case "boolean" -> bool(new String(utf8, from, to - from, ISO_8859_1));
            case "decimal" -> RealForms.decimal(utf8, from, to);
            case "float" -> RealForms.floating(TermKind.FLOAT, utf8, from, to);
            case "double" -> RealForms.floating(TermKind.DOUBLE, utf8, from, to);
            case "dateTime" -> new DateTimeForms(utf8, from, to).dateTime();
            case "date" -> new DateTimeForms(utf8, from, to).date();
            default -> TermValue.OTHER_LITERAL;
        };
    }

    private static TermValue bool(String form) {
        return switch (form) {
            case "true", "1" -> TermValue.of(TermKind.BOOLEAN, 1);
            case "false", "0" -> TermValue.of(TermKind.BOOLEAN, 0);
            default -> TermValue.OTHER_LITERAL;
        };
    }
}
