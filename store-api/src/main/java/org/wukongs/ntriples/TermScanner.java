package org.wukongs.ntriples;

import static org.wukongs.ntriples.CharacterClasses.ALPHANUMERIC;
import static org.wukongs.ntriples.CharacterClasses.LABEL;
import static org.wukongs.ntriples.CharacterClasses.LETTER;
import static org.wukongs.ntriples.CharacterClasses.SCHEME;
import static org.wukongs.ntriples.CharacterClasses.isChar;
import static org.wukongs.ntriples.CharacterClasses.isInIri;

/**
 * Tells whether a string is one N-Triples term from its first character to its last. RDF4J does not
 * check that: it reads {@code "a" and "b"} as {@code "a"}, and {@code _:b 1} as a blank node.
 */
public final class TermScanner {

    private static final String XSD_STRING = "<http://www.w3.org/2001/XMLSchema#string>";

    private final String text;
    private boolean plain = true;
    private int at;

    private TermScanner(String text) {
        this.text = text;
    }

    /** Whether it is a term in normal form, as nearly all are: nothing is or must be escaped. */
    public static boolean isPlain(String text) {
        TermScanner scanner = new TermScanner(text);
        return scanner.isTerm() && scanner.plain;
    }

    /**
     * Whether it is a term; does not check the values of escapes or the schemes of IRIs with
     * escapes.
     */
    public static boolean isTerm(String text) {
        return new TermScanner(text).isTerm();
    }

    /** Whether it is an absolute IRI without brackets and escapes. */
    public static boolean isAbsoluteIri(String text) {
        if (!hasScheme(text)) {
            return false;
        }
        for (int i = text.indexOf(':'); i < text.length(); i++) {
            if (!isInIri(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether it begins with a scheme and a colon, as absolute IRIs do and relative ones do not.
     */
    public static boolean hasScheme(String iri) {
        int colon = iri.indexOf(':');
        return colon >= 0 && new TermScanner(iri).isScheme(0, colon);
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
            } else if (!isInIri(c)) {
                return false;
            } else if (c == ':') {
                scheme |= isScheme(start + 1, at - 1);
            }
        }
        return scheme && at++ < text.length();
    }

    /** RFC 3986, section 3.1. */
    private boolean isScheme(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isChar(c, i == from ? LETTER : SCHEME)) {
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
        return isChar(c, first ? LETTER : ALPHANUMERIC);
    }

    /** BLANK_NODE_LABEL, with any characters beyond ASCII. */
    private boolean blankNode() {
        if (text.charAt(1) != ':') {
            return false;
        }
        for (at = 2; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean edge = at == 2 || at == text.length() - 1;
            boolean fits = isChar(c, LABEL) ? c != '-' || at > 2 : c == '.' && !edge;
            if (c > '~') {
                plain = false;
            } else if (!fits) {
                return false;
            }
        }
        return true;
    }
}
