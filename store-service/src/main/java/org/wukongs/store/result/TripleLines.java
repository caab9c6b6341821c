package org.wukongs.store.result;

import static org.wukongs.store.result.JsonTerms.ascii;

import java.io.IOException;

/** N-Triples: triples, which are also quads of the default graph. */
final class TripleLines implements RowFormat {

    private static final byte[] END_OF_LINE = ascii(" .\n");

    @Override
    public void begin(ByteSink out) {}

    @Override
    public void beginRow(boolean isFirst, ByteSink out) {}

    @Override
    public void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException {
        if (column > 0) {
            out.put(' ');
        }
        out.put(term, from, to);
    }

    @Override
    public void endRow(ByteSink out) throws IOException {
        out.put(END_OF_LINE);
    }

    @Override
    public void end(ByteSink out) {}
}
