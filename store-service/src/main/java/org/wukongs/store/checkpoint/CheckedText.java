package org.wukongs.store.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A small file that is a text: a first line that says what it is, lines {@code key=value}, and as
 * its last line the CRC32C (hexadecimal) of all bytes before it.
 */
public final class CheckedText {

    private static final String CRC = "crc32c=";

    private CheckedText() {}

    /** A line. */
    public record Line(String key, String value) {

        private static Line parse(String text) {
            int at = text.indexOf('=');
            if (at < 0) {
                throw new IllegalArgumentException("not a line of a key and a value: " + text);
            }
            return new Line(text.substring(0, at), text.substring(at + 1));
        }
    }

    /** Returns the text of a file. */
    public static String of(String head, List<Line> lines) {
        StringBuilder text = new StringBuilder(head).append('\n');
        lines.forEach(
                line -> text.append(line.key()).append('=').append(line.value()).append('\n'));
        return text + CRC + hex(crc(text.toString())) + '\n';
    }

    /**
     * Returns the lines between the first and the last one.
     *
     * @throws IllegalArgumentException if it is not as it was written
     */
    public static List<Line> lines(String head, String text) {
        int crcAt = text.lastIndexOf(CRC);
        if (!text.startsWith(head + "\n") || crcAt < 0) {
            throw new IllegalArgumentException("not a file of this kind: expected=" + head);
        }
        String body = text.substring(0, crcAt);
        if (!text.substring(crcAt).equals(CRC + hex(crc(body)) + "\n")) {
            throw new IllegalArgumentException("its CRC32C is not that of its lines");
        }
        return body.lines().skip(1).map(Line::parse).toList();
    }

    private static int crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }

    private static String hex(int value) {
        return String.format("%08x", value);
    }
}
