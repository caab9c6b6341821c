package org.wukongs.ntriples;

import org.wukongs.error.WukongsException;

/** Extracts the parts of terms that are N-Triples strings. */
public final class TermText {

    private TermText() {}

    /** The IRI of {@code <IRI>}; FATAL error for a bad escape. */
    public static String iri(String term) {
        return unescape(term, 1, term.length() - 1);
    }

    /** The label of a literal; FATAL error for a bad escape or if no quote ends it. */
    public static String label(String literal) {
        return unescape(literal, 1, closingQuote(literal));
    }

    /** The index of the quote that ends a literal's label; FATAL error if there is none. */
    public static int closingQuote(String literal) {
        for (int i = 1; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '"') {
                return i;
            }
            if (c == '\\') {
                i++;
            }
        }
        throw malformed(literal);
    }

    /** {@code term[from..to-1]} with its escapes resolved; FATAL error for a bad escape. */
    public static String unescape(String term, int from, int to) {
        int i = term.indexOf('\\', from);
        if (i < 0 || i >= to) {
            return term.substring(from, to);
        }
        StringBuilder out = new StringBuilder(to - from).append(term, from, i);
        while (i < to) {
            char c = term.charAt(i++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = i < to ? term.charAt(i++) : 0;
            int hexDigits = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            if (hexDigits == 0) {
                out.append(unescaped(term, escape));
            } else {
                out.appendCodePoint(codePoint(term, i, i + hexDigits, to));
                i += hexDigits;
            }
        }
        return out.toString();
    }

    private static char unescaped(String term, char escape) {
        return switch (escape) {
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case '"', '\'', '\\' -> escape;
            default -> throw malformed(term);
        };
    }

    private static int codePoint(String term, int from, int to, int limit) {
        if (to > limit) {
            throw malformed(term);
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(term.charAt(i), 16);
            if (digit < 0) {
                throw malformed(term);
            }
            value = value << 4 | digit;
        }
        if (value > Character.MAX_CODE_POINT) {
            throw malformed(term);
        }
        return (int) value;
    }

    /** The FATAL error for a string from a store that should have been a term. */
    public static WukongsException malformed(String term) {
        return WukongsException.fatal("not an N-Triples term: term=" + term);
    }
}
