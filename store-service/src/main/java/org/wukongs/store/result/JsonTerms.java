package org.wukongs.store.result;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.wukongs.store.result.ByteSink.Phrase;

/** Writes terms as SPARQL 1.1 JSON terms. One thread. */
final class JsonTerms {

    private static final Phrase IRI = phrase("{\"type\":\"uri\",\"value\":\"");
    private static final Phrase BLANK_NODE = phrase("{\"type\":\"bnode\",\"value\":\"");
    private static final Phrase LITERAL = phrase("{\"type\":\"literal\",\"value\":\"");
    private static final Phrase LANGUAGE = phrase("\",\"xml:lang\":\"");
    private static final Phrase DATATYPE = phrase("\",\"datatype\":\"");
    private static final Phrase END = phrase("\"}");
    private static final byte[] HEX = ascii("0123456789abcdef");

    private final PlainText plain = new PlainText();

    static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    static Phrase phrase(String text) {
        return new Phrase(text.getBytes(UTF_8));
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
        byte[] block = out.room(length + Bytes.SLACK);
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
            byte[] block = out.room(to - at + Bytes.SLACK);
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
