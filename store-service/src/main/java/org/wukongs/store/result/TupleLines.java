package org.wukongs.store.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.wukongs.store.result.JsonTerms.ascii;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.wukongs.client.WindowResultJson;
import org.wukongs.store.value.RowCells;

/**
 * Tuples of a stream as lines of JSON: {@code {"stream": "s", "position": 17, "time": 1050,
 * "removal": false, "triple": [TERM, TERM, TERM]}}, with terms as in SPARQL 1.1 Query Results JSON.
 * One thread.
 */
public final class TupleLines {

    private static final int COLUMN_COUNT = 3;

    private static final byte[] TIME = ascii(", \"time\": ");
    private static final byte[] ADDITION = ascii(", \"removal\": false, \"triple\": [");
    private static final byte[] REMOVAL = ascii(", \"removal\": true, \"triple\": [");
    private static final byte[] END = ascii("]}\n");

    private final byte[] begin;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final ByteSink out = new ByteSink(lines);
    private final JsonTerms terms = new JsonTerms();

    public TupleLines(String stream) {
        StringBuilder head = new StringBuilder("{\"stream\": ");
        WindowResultJson.appendString(head, stream);
        begin = head.append(", \"position\": ").toString().getBytes(UTF_8);
    }

    /** Adds the line of a tuple, whose terms are the next three of {@code cells}. */
    public void add(long position, long timeMs, boolean isRemoval, RowCells cells) {
        try {
            out.put(begin);
            out.put(Long.toString(position));
            out.put(TIME);
            out.put(Long.toString(timeMs));
            out.put(isRemoval ? REMOVAL : ADDITION);
            for (int column = 0; column < COLUMN_COUNT; column++) {
                if (column > 0) {
                    out.put(',');
                }
                cells.next();
                terms.put(cells.bytes(), cells.from(), cells.to(), out);
            }
            out.put(END);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array in memory never throws one
        }
    }

    /** Returns the bytes of the lines that were added and not taken. */
    public int lengthBytes() {
        return lines.size() + out.length();
    }

    /** Returns the lines that were added since the last call, in UTF-8, each with its line feed. */
    public byte[] take() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] taken = lines.toByteArray();
        lines.reset();
        return taken;
    }
}
