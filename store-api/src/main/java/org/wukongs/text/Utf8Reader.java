package org.wukongs.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads UTF-8 as text. Bytes that are not UTF-8 are a {@link Utf8Exception} with their place, after
 * all characters before them; Java's own readers replace them by U+FFFD or do not tell their place.
 * One thread.
 */
public final class Utf8Reader extends Reader {

    private static final int BUFFER_BYTES = 1 << 13;
    private static final char REPLACEMENT = '\uFFFD';

    private final InputStream in;
    private final CharsetDecoder decoder = decoder();
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES).flip();
    private final CharBuffer chars = CharBuffer.allocate(BUFFER_BYTES).flip();
    private boolean ended;
    private boolean malformed;
    private long line = 1;
    private long column; // of the last character decoded

    public Utf8Reader(InputStream in) {
        this.in = in;
    }

    private static CharsetDecoder decoder() {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /** {@code bytes[from..to-1]} as a string; line 1 begins at {@code from}. */
    public static String decode(byte[] bytes, int from, int to) throws Utf8Exception {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) < 0) {
            return text; // Nothing was replaced.
        }
        ByteBuffer part = ByteBuffer.wrap(bytes, from, to - from);
        try {
            return decoder().decode(part).toString();
        } catch (CharacterCodingException e) {
            int at = part.position();
            String before = new String(bytes, from, at - from, StandardCharsets.UTF_8);
            long line = 1 + before.chars().filter(c -> c == '\n').count();
            int lineStart = before.lastIndexOf('\n') + 1;
            long column = 1L + before.codePointCount(lineStart, before.length());
            throw new Utf8Exception(line, column, bytes[at]);
        }
    }

    @Override
    public int read() throws IOException {
        return chars.hasRemaining() || fill() ? chars.get() : -1;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!chars.hasRemaining() && !fill()) {
            return -1;
        }
        int count = Math.min(length, chars.remaining());
        chars.get(target, offset, count);
        return count;
    }

    /** Decodes at least one character; false at the end. */
    private boolean fill() throws IOException {
        if (malformed) {
            throw new Utf8Exception(line, column + 1, bytes.get(bytes.position()));
        }
        chars.clear();
        while (chars.position() == 0 && !malformed && !(ended && !bytes.hasRemaining())) {
            if (!ended) {
                readBytes();
            }
            CoderResult result = decoder.decode(bytes, chars, ended);
            malformed = result.isError();
        }
        chars.flip();
        count();
        if (chars.hasRemaining()) {
            return true;
        }
        if (malformed) {
            throw new Utf8Exception(line, column + 1, bytes.get(bytes.position()));
        }
        return false;
    }

    private void readBytes() throws IOException {
        bytes.compact();
        int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (count < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + count);
        }
        bytes.flip();
    }

    private void count() {
        for (int i = chars.position(); i < chars.limit(); i++) {
            char c = chars.get(i);
            if (c == '\n') {
                line++;
                column = 0;
            } else if (!Character.isLowSurrogate(c)) {
                column++;
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
