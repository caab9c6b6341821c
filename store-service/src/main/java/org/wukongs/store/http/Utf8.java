package org.wukongs.store.http;

import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/**
 * Decodes UTF-8 strictly: malformed bytes are an error with their place, and are never replaced.
 */
final class Utf8 {

    private Utf8() {}

    static String decode(byte[] bytes) {
        try {
            return Utf8Reader.decode(bytes, 0, bytes.length);
        } catch (Utf8Exception e) {
            throw new HttpProblem(
                            Kind.BAD_REQUEST,
                            String.format(
                                    "the text is not UTF-8: byte=0x%02X (line %d, column %d)",
                                    e.found(), e.line(), e.column()))
                    .with("line", e.line())
                    .with("column", e.column());
        }
    }
}
