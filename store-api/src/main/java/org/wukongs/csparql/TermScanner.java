package org.wukongs.csparql;

/**
 * Whether a string is one N-Triples term from its first character to its last, which RDF4J does not
 * tell: of {@code "a" and "b"} it reads {@code "a"}, of {@code _:b 1} a blank node of some name.
 */
final class TermScanner {

    /** What an IRI does not have, besides what is not above a space. */
    private static final String NOT_IN_IRI = "<>\"{}|^`\\";

    private static final String XSD_STRING = "<http://www.w3.org/2001/XMLSchema#string>";

    private final String text;
    private boolean plain = true;
    private int at;

    private TermScanner(String text) {
        this.text = text;
    }

    /** A term in normal form, as nearly all are: nothing escaped or to be escaped. */
    static boolean isPlain(String text) {
        TermScanner scanner = new TermScanner(text);
        return scanner.isTerm() && scanner.plain;
    }

    /** A term, but for what its escapes stand for and for the schemes of IRIs that have any. */
    static boolean isTerm(String text) {
        return new TermScanner(text).isTerm();
    }

    private boolean isTerm() {
        if (text.length() < 3) {
            return text.equals("\"\"");
        }
        return switch (text.charAt(0)) {
            case '<' -> iri() && at == text.length();
            case '"' -> literal() && at == text.length();
            case '_' -> blankNode();
            default -> false;
        };
    }

    private boolean iri() {
        int start = at++;
        boolean scheme = false;
        while (at < text.length() && text.charAt(at) != '>') {
            char c = text.charAt(at++);
            if (c == '\\' || c > '~') {
                plain = false;
                scheme |= c == '\\';
            } else if (c <= ' ' || NOT_IN_IRI.indexOf(c) >= 0) {
                return false;
            } else if (c == ':') {
                scheme |= isScheme(start + 1, at - 1);
            }
        }
        return scheme && at++ < text.length();
    }

    /** RFC 3986, 3.1. */
    private boolean isScheme(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            boolean inside = isDigit(c) || c == '+' || c == '-' || c == '.';
            if (!isLetter(c) && (i == from || !inside)) {
                return false;
            }
        }
        return to > from;
    }

    private boolean literal() {
        for (at = 1; at < text.length() && text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                plain = false;
                at++;
            } else if (c < ' ' || Character.isSurrogate(c)) {
                plain = false;
            }
        }
        if (at++ >= text.length()) {
            return false;
        }
        if (text.startsWith("^^<", at)) {
            at += 2;
            plain &= !text.startsWith(XSD_STRING, at);
            return iri();
        }
        return at == text.length() || languageTag();
    }

    /** LANGTAG of SPARQL 1.1. */
    private boolean languageTag() {
        if (text.charAt(at) != '@') {
            return false;
        }
        boolean first = true;
        do {
            int start = ++at;
            while (at < text.length() && isInTag(text.charAt(at), first)) {
                at++;
            }
            if (at == start) {
                return false;
            }
            first = false;
        } while (at < text.length() && text.charAt(at) == '-');
        return true;
    }

    private static boolean isInTag(char c, boolean first) {
        return isLetter(c) || (!first && isDigit(c));
    }

    /** BLANK_NODE_LABEL, but for letters beyond ASCII, which any may be. */
    private boolean blankNode() {
        if (text.charAt(1) != ':') {
            return false;
        }
        for (at = 2; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean edge = at == 2 || at == text.length() - 1;
            boolean inside = c == '-' ? at > 2 : c == '.' && !edge;
            if (c > '~') {
                plain = false;
            } else if (!isLetter(c) && !isDigit(c) && c != '_' && !inside) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
