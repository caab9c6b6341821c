package org.wukongs.store.http;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Encodes and strictly decodes percent-encoded UTF-8. Jetty's decoder for whole paths loses encoded
 * slashes, and its decoder for forms does not report where a text is malformed.
 */
final class UrlEncoding {

    private UrlEncoding() {}

    /** Decodes {@code text}; {@code plusIsSpace} as in form data. */
    static String decode(String text, boolean plusIsSpace) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
                int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw new HttpProblem(
                            HttpProblem.Kind.BAD_REQUEST,
                            "'%' must be followed by two hexadecimal digits: text=" + text);
                }
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(raw[i] == '+' && plusIsSpace ? ' ' : raw[i]);
            }
        }
        return Utf8.decode(out.toByteArray());
    }

    /** Encodes one segment of a path. */
    static String encodeSegment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
