package org.wukongs.store.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoded UTF-8, strictly: what is not well-formed is an error, nothing is replaced. */
final class UrlEncoding {

    private static final String UNRESERVED = "-._~";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private UrlEncoding() {}

    /** {@code plusIsSpace} as in form data. */
    static String decode(String text, boolean plusIsSpace) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
                int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw malformed("'%' without two hexadecimal digits behind it");
                }
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(raw[i] == '+' && plusIsSpace ? ' ' : raw[i]);
            }
        }
        return utf8(out.toByteArray());
    }

    static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw malformed("text that is not UTF-8");
        }
    }

    /** One segment of a path. */
    static String encodeSegment(String text) {
        StringBuilder out = new StringBuilder(text.length() * 2);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain =
                    (b >= 'a' && b <= 'z')
                            || (b >= 'A' && b <= 'Z')
                            || (b >= '0' && b <= '9')
                            || UNRESERVED.indexOf(b) >= 0;
            if (plain) {
                out.append((char) b);
            } else {
                out.append('%').append(HEX[(b >> 4) & 0xF]).append(HEX[b & 0xF]);
            }
        }
        return out.toString();
    }

    private static HttpProblem malformed(String what) {
        return new HttpProblem(HttpProblem.Kind.BAD_REQUEST, what);
    }
}
