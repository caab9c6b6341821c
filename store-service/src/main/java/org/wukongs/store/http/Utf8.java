package org.wukongs.store.http;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.wukongs.store.http.HttpProblem.Kind;

/** UTF-8, strictly: what is not well-formed is an error with its place, nothing is replaced. */
final class Utf8 {

    private Utf8() {}

    static String decode(byte[] bytes) {
        // Each character has at least one byte, one of two chars has four.
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, text, true);
        if (result.isError()) {
            throw malformed(text.flip(), in.get(in.position()));
        }
        decoder.flush(text);
        return text.flip().toString();
    }

    private static HttpProblem malformed(CharSequence before, byte found) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < before.length(); i++) {
            boolean lineEnd = before.charAt(i) == '\n';
            line += lineEnd ? 1 : 0;
            column = lineEnd ? 1 : column + 1;
        }
        return new HttpProblem(
                        Kind.BAD_REQUEST,
                        String.format(
                                "text that is not UTF-8: byte=0x%02X (line %d, column %d)",
                                found, line, column))
                .with("line", line)
                .with("column", column);
    }
}
