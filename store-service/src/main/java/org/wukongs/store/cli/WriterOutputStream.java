package org.wukongs.store.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the UTF-8 bytes of RDF4J's writers into a command's {@link Writer}. Flush it to see
 * everything.
 */
final class WriterOutputStream extends OutputStream {

    private static final int BUFFER_BYTES = 1 << 13;

    private final Writer writer;
    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
    private final CharBuffer chars = CharBuffer.allocate(BUFFER_BYTES);

    WriterOutputStream(Writer writer) {
        this.writer = writer;
    }

    @Override
    public void write(int value) throws IOException {
        bytes.put((byte) value);
        if (!bytes.hasRemaining()) {
            decode();
        }
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        int from = offset;
        while (from < offset + length) {
            int count = Math.min(bytes.remaining(), offset + length - from);
            bytes.put(source, from, count);
            from += count;
            if (!bytes.hasRemaining()) {
                decode();
            }
        }
    }

    /**
     * Writes all complete characters; the bytes of an incomplete one are kept until its last byte
     * is written.
     */
    private void decode() throws IOException {
        bytes.flip();
        decoder.decode(bytes, chars, false);
        bytes.compact();
        writer.write(chars.array(), 0, chars.position());
        chars.clear();
    }

    @Override
    public void flush() throws IOException {
        decode();
        writer.flush();
    }
}
