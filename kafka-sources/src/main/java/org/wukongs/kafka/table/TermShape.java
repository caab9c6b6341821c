package org.wukongs.kafka.table;

/**
 * Tells whether a text is one N-Triples term and nothing beside it, so that terms put side by side
 * make one statement. What is inside of brackets and quotes is left to a real parser.
 */
final class TermShape {

    private TermShape() {}

    static boolean isResource(String text) {
        return isIri(text) || isBlankNode(text);
    }

    static boolean isIri(String text) {
        return isIri(text, 0);
    }

    static boolean isTerm(String text) {
        return isResource(text) || isLiteral(text);
    }

    private static boolean isIri(String text, int start) {
        int end = text.length() - 1;
        if (end <= start || text.charAt(start) != '<' || text.charAt(end) != '>') {
            return false;
        }
        for (int i = start + 1; i < end; i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '<' || c == '>' || c == '"') {
                return false;
            }
        }
        return true;
    }

    private static boolean isBlankNode(String text) {
        return text.startsWith("_:")
                && text.length() > 2
                && text.chars().skip(2).allMatch(TermShape::isLabelChar);
    }

    /** A superset of the grammar's, without what could begin another token. */
    private static boolean isLabelChar(int c) {
        return c == '.'
                || c == '-'
                || c == '_'
                || c == ':'
                || c > 0x7F
                || Character.isLetterOrDigit(c);
    }

    private static boolean isLiteral(String text) {
        int quote = closingQuote(text);
        if (quote < 0) {
            return false;
        }
        int after = quote + 1;
        if (after == text.length()) {
            return true;
        }
        if (text.startsWith("^^", after)) {
            return isIri(text, after + 2);
        }
        return text.charAt(after) == '@'
                && after + 1 < text.length()
                && text.chars().skip(after + 1L).allMatch(c -> c == '-' || isAsciiLetterOrDigit(c));
    }

    /** Index of the quote that ends the label, or -1. */
    private static int closingQuote(String text) {
        if (text.isEmpty() || text.charAt(0) != '"') {
            return -1;
        }
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return i;
            }
            if (c == '\n' || c == '\r') {
                return -1;
            }
            i += c == '\\' ? 1 : 0;
        }
        return -1;
    }

    private static boolean isAsciiLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
