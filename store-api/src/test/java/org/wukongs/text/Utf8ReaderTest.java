package org.wukongs.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;

class Utf8ReaderTest {

    /** Hands out a few bytes at a time, so that characters are cut. */
    private static InputStream slow(byte[] bytes, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1 + random.nextInt(3)));
            }
        };
    }

    private static String read(Utf8Reader reader, StringBuilder text) throws IOException {
        char[] buffer = new char[7];
        for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
            text.append(buffer, 0, count);
        }
        return text.toString();
    }

    @Test
    void wellFormedTextComesAsItIs() throws IOException {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(20_000 / (1 + i));
            for (int at = 0; at < length; at++) {
                int[] points = {'a', '\n', 0xE9, 0x20AC, 0xFFFD, 0x1F600, 0x10FFFF};
                text.appendCodePoint(points[random.nextInt(points.length)]);
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(read(new Utf8Reader(slow(bytes, random)), new StringBuilder()))
                    .isEqualTo(text.toString());
            assertThat(Utf8Reader.decode(bytes, 0, bytes.length)).isEqualTo(text.toString());
        }
    }

    @Test
    void aBadByteIsNamedAfterAllThatCameBefore() {
        Random random = Seeds.random(getClass());
        byte[][] bad = {
            {(byte) 0xFF}, {(byte) 0x80}, {(byte) 0xC0, (byte) 0x80}, {(byte) 0xED, (byte) 0xA0, 32}
        };
        for (int i = 0; i < 400; i++) {
            int lines = random.nextInt(5);
            int characters = random.nextInt(i % 10 == 0 ? 20_000 : 10);
            String before = "x\n".repeat(lines) + "\uD83D\uDE00".repeat(characters);
            byte[] head = before.getBytes(StandardCharsets.UTF_8);
            byte[] wrong = bad[random.nextInt(bad.length)];
            byte[] bytes = Arrays.copyOf(head, head.length + wrong.length + 1);
            System.arraycopy(wrong, 0, bytes, head.length, wrong.length);
            StringBuilder text = new StringBuilder();
            Utf8Exception error =
                    catchThrowableOfType(
                            Utf8Exception.class,
                            () -> read(new Utf8Reader(slow(bytes, random)), text));
            assertThat(text.toString()).isEqualTo(before);
            assertThat(error.line()).isEqualTo(lines + 1L);
            assertThat(error.column()).isEqualTo(characters + 1L);
            assertThat(Utf8Exception.causeOf(new IllegalStateException(error))).isSameAs(error);
        }
    }

    @Test
    void aCharacterThatIsCutOffIsBad() {
        byte[] euro = {(byte) 0xE2, (byte) 0x82};
        Utf8Exception error =
                catchThrowableOfType(
                        Utf8Exception.class,
                        () ->
                                read(
                                        new Utf8Reader(new ByteArrayInputStream(euro)),
                                        new StringBuilder()));
        assertThat(error)
                .hasMessage("bytes that are not UTF-8 (line 1, column 1)")
                .isInstanceOf(IOException.class);
        assertThat(
                        catchThrowableOfType(
                                        Utf8Exception.class, () -> Utf8Reader.decode(euro, 0, 2))
                                .column())
                .isEqualTo(1);
    }
}
