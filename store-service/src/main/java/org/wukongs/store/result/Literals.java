package org.wukongs.store.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.wukongs.ntriples.TermText;

/** Where the parts of a literal in N-Triples are. */
final class Literals {

    /** From the closing quote to the datatype's IRI, after {@code "^^<}. */
    static final int DATATYPE_FROM = 4;

    private Literals() {}

    /** Returns where the quote after the label is: neither tags nor IRIs have one. */
    static int closingQuote(byte[] term, int from, int to) {
        int quote = Bytes.lastIndexOf(term, from, to, '"');
        if (quote <= from || term[from] != '"') {
            throw TermText.malformed(new String(term, from, to - from, UTF_8));
        }
        return quote;
    }

    static boolean hasLanguage(byte[] term, int quote, int to) {
        return quote + 1 < to && term[quote + 1] == '@';
    }

    static boolean hasDatatype(byte[] term, int quote, int to) {
        return quote + 1 < to && term[quote + 1] == '^';
    }
}
