package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import org.wukongs.text.Utf8Reader;

/**
 * Reads UTF-8 text one character at a time, so that the last character taken tells where a parser
 * failed; not all of RDF4J's parsers do.
 */
final class PositionReader extends Reader {

    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final Utf8Reader in;
    private long line = 1;
    private long column;
    private boolean lineEnded;
    private boolean started;

    PositionReader(InputStream in) {
        this.in = new Utf8Reader(in);
    }

    /** Returns the line of the last character taken. */
    long line() {
        return line;
    }

    /** Returns the column of the last character taken, at least 1. */
    long column() {
        return Math.max(1, column);
    }

    @Override
    public int read() throws IOException {
        int c = in.read();
        if (!started && c == BYTE_ORDER_MARK) {
            c = in.read();
        }
        started = true;
        if (c < 0) {
            return c;
        }
        if (lineEnded) {
            line++;
            column = 0;
        }
        lineEnded = c == '\n';
        column++;
        return c;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int c = read();
        if (c < 0) {
            return -1;
        }
        target[offset] = (char) c;
        return 1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
