package org.wukongs.store.result;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;

/** Writes terms as SPARQL 1.1 JSON terms. One thread. */
final class JsonTerms {

    private static final byte[] IRI = ascii("{\"type\":\"uri\",\"value\":\"");
    private static final byte[] BLANK_NODE = ascii("{\"type\":\"bnode\",\"value\":\"");
    private static final byte[] LITERAL = ascii("{\"type\":\"literal\",\"value\":\"");
    private static final byte[] LANGUAGE = ascii("\",\"xml:lang\":\"");
    private static final byte[] DATATYPE = ascii("\",\"datatype\":\"");
    private static final byte[] END = ascii("\"}");
    private static final byte[] HEX = ascii("0123456789abcdef");

    private final PlainText plain = new PlainText();

    static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    /** Returns what comes before an IRI that follows another member of an object. */
    static byte[] iriAfter(byte[] key) {
        byte[] before = new byte[1 + key.length + IRI.length];
        before[0] = ',';
        System.arraycopy(key, 0, before, 1, key.length);
        System.arraycopy(IRI, 0, before, 1 + key.length, IRI.length);
        return before;
    }

    /** Writes the IRI {@code term[from..to-1]} after {@code before}, which includes its type. */
    void putIri(byte[] before, byte[] term, int from, int to, ByteSink out) throws IOException {
        out.put(before);
        putText(term, from + 1, to - 1, out);
        out.put(END);
    }

    /** Writes the N-Triples term {@code term[from..to-1]}; FATAL error if it is none. */
    void put(byte[] term, int from, int to, ByteSink out) throws IOException {
        switch (term[from]) {
            case '<' -> {
                out.put(IRI);
                putText(term, from + 1, to - 1, out);
            }
            case '_' -> {
                out.put(BLANK_NODE);
                putText(term, from + 2, to, out);
            }
            default -> putLiteral(term, from, to, out);
        }
        out.put(END);
    }

    private void putLiteral(byte[] term, int from, int to, ByteSink out) throws IOException {
        int quote = Literals.closingQuote(term, from, to);
        out.put(LITERAL);
        putText(term, from + 1, quote, out);
        if (Literals.hasLanguage(term, quote, to)) {
            out.put(LANGUAGE);
            out.put(term, quote + 2, to);
        } else if (Literals.hasDatatype(term, quote, to)) {
            out.put(DATATYPE);
            putText(term, quote + Literals.DATATYPE_FROM, to - 1, out);
        }
    }

    /** Writes a part of a term as what is between the quotes of a JSON string. */
    private void putText(byte[] term, int from, int to, ByteSink out) throws IOException {
        int length = to - from;
        byte[] block = out.room(length);
        if (Bytes.copyUnescaped(term, from, to, block, out.length()) == length) {
            out.advance(length);
            return;
        }
        plain.set(term, from, to);
        putEscaped(plain.bytes, plain.from, plain.to, out);
    }

    /** Writes {@code utf8[from..to-1]}, likewise. */
    private static void putEscaped(byte[] utf8, int from, int to, ByteSink out) throws IOException {
        int at = from;
        while (at < to) {
            byte[] block = out.room(to - at);
            int copied = Bytes.copyUnescaped(utf8, at, to, block, out.length());
            out.advance(copied);
            at += copied;
            if (at < to) {
                putEscape(utf8[at++], out);
            }
        }
    }

    private static void putEscape(byte b, ByteSink out) throws IOException {
        out.put('\\');
        switch (b) {
            case '\n' -> out.put('n');
            case '\r' -> out.put('r');
            case '\t' -> out.put('t');
            case '"', '\\' -> out.put(b);
            default -> {
                out.put('u');
                out.put('0');
                out.put('0');
                out.put(HEX[b >> 4]);
                out.put(HEX[b & 15]);
            }
        }
    }
}
