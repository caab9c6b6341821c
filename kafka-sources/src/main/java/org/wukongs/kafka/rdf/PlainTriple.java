package org.wukongs.kafka.rdf;

/**
 * Reads the plainest N-Triples statements, which are their own canonical spelling.
 *
 * <p>Plain is: a single statement with single spaces, IRIs of letters, digits and {@code -._~/#}
 * (at most one {@code #}), and an object that is such an IRI or a printable ASCII literal without
 * escapes, without a language and with no datatype or an XML Schema one other than string. Whatever
 * is not plain is left to a real parser; so this class never says that a text is wrong.
 */
final class PlainTriple {

    private static final String XSD = "^^<http://www.w3.org/2001/XMLSchema#";
    private static final String XSD_STRING = XSD + "string>";

    private PlainTriple() {}

    /**
     * Hands on the triple of {@code text} and returns true, or does nothing where {@code text} is
     * not plain.
     */
    static boolean parse(String text, TripleHandler handler) {
        int subjectEnd = iriEnd(text, 0);
        int predicateEnd = spaceAt(text, subjectEnd) ? iriEnd(text, subjectEnd + 1) : -1;
        int objectEnd = spaceAt(text, predicateEnd) ? objectEnd(text, predicateEnd + 1) : -1;
        if (!spaceAt(text, objectEnd) || !endsAfter(text, objectEnd)) {
            return false;
        }
        handler.triple(
                text.substring(0, subjectEnd),
                text.substring(subjectEnd + 1, predicateEnd),
                text.substring(predicateEnd + 1, objectEnd),
                null);
        return true;
    }

    /** A space, a dot and nothing more than a line end. */
    private static boolean endsAfter(String text, int objectEnd) {
        int dot = objectEnd + 1;
        boolean last = dot == text.length() - 1;
        boolean lastOfLine = dot == text.length() - 2 && text.charAt(dot + 1) == '\n';
        return (last || lastOfLine) && text.charAt(dot) == '.';
    }

    private static boolean spaceAt(String text, int index) {
        return index > 0 && index < text.length() && text.charAt(index) == ' ';
    }

    private static int objectEnd(String text, int start) {
        boolean literal = start < text.length() && text.charAt(start) == '"';
        return literal ? literalEnd(text, start) : iriEnd(text, start);
    }

    private static int literalEnd(String text, int start) {
        int index = start + 1;
        while (index < text.length() && isPlainLiteralChar(text.charAt(index))) {
            index++;
        }
        if (index >= text.length() || text.charAt(index) != '"') {
            return -1;
        }
        int labelEnd = index + 1;
        if (spaceAt(text, labelEnd)) {
            return labelEnd;
        }
        boolean plainDatatype =
                text.startsWith(XSD, labelEnd) && !text.startsWith(XSD_STRING, labelEnd);
        return plainDatatype ? iriEnd(text, labelEnd + 2) : -1;
    }

    /** Index after the {@code >} of the IRI that starts at {@code start}, or -1. */
    private static int iriEnd(String text, int start) {
        if (start >= text.length() || text.charAt(start) != '<') {
            return -1;
        }
        int index = schemeEnd(text, start + 1);
        int fragments = 0;
        while (index > 0 && index < text.length()) {
            char c = text.charAt(index);
            if (c == '>') {
                return index + 1;
            }
            fragments += c == '#' ? 1 : 0;
            if (!isPlainIriChar(c) || fragments > 1) {
                return -1;
            }
            index++;
        }
        return -1;
    }

    /**
     * Only the two schemes that nearly all of RDF uses, followed by a host that starts with a
     * letter.
     */
    private static int schemeEnd(String text, int start) {
        int end = -1;
        if (text.startsWith("http://", start)) {
            end = start + "http://".length();
        } else if (text.startsWith("https://", start)) {
            end = start + "https://".length();
        }
        return end > 0 && end < text.length() && isLetter(text.charAt(end)) ? end : -1;
    }

    private static boolean isPlainIriChar(char c) {
        return isLetter(c) || (c >= '-' && c <= '9') || c == '#' || c == '_' || c == '~';
    }

    private static boolean isPlainLiteralChar(char c) {
        return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
