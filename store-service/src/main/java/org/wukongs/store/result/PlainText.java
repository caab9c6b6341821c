package org.wukongs.store.result;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.wukongs.ntriples.TermText;

/**
 * A part of an N-Triples term, an IRI or a label, without its escapes. As nearly all parts have
 * none, it is a part of the term's own array then. One thread.
 */
final class PlainText {

    byte[] bytes;
    int from;
    int to;

    private byte[] decoded = {};

    /** Sets it to {@code term[begin..end-1]}; FATAL error for a bad escape. */
    void set(byte[] term, int begin, int end) {
        int escape = Bytes.indexOf(term, begin, end, '\\');
        bytes = term;
        from = begin;
        to = end;
        if (escape < end) {
            decode(term, begin, end, escape);
        }
    }

    private void decode(byte[] term, int begin, int end, int escape) {
        if (decoded.length < end - begin) {
            decoded = new byte[end - begin];
        }
        System.arraycopy(term, begin, decoded, 0, escape - begin);
        int length = escape - begin;
        for (int at = escape; at < end; at++) {
            byte b = term[at];
            if (b == '\\') {
                b = simple(at + 1 < end ? term[++at] : 0);
                if (b == 0) {
                    decodeAll(term, begin, end);
                    return;
                }
            }
            decoded[length++] = b;
        }
        bytes = decoded;
        from = 0;
        to = length;
    }

    /** Returns what an escape of one letter means, 0 for others. */
    private static byte simple(byte letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case '"', '\'', '\\' -> letter;
            default -> 0;
        };
    }

    /** Decodes escapes of code points, which terms in normal form rarely have. */
    private void decodeAll(byte[] term, int begin, int end) {
        String text = new String(term, begin, end - begin, StandardCharsets.UTF_8);
        bytes = TermText.unescape(text, 0, text.length()).getBytes(StandardCharsets.UTF_8);
        from = 0;
        to = bytes.length;
    }

    @Override
    public String toString() {
        return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.UTF_8);
    }
}
