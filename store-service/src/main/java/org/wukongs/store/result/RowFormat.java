package org.wukongs.store.result;

import java.io.IOException;

/** How the rows of one result are written; one thread. */
interface RowFormat {

    /** Writes what comes before the rows. */
    void begin(ByteSink out) throws IOException;

    void beginRow(boolean isFirst, ByteSink out) throws IOException;

    /**
     * Writes a cell of the row.
     *
     * @param term {@code term[from..to-1]} is an N-Triples term, nothing for an unbound variable
     */
    void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException;

    void endRow(ByteSink out) throws IOException;

    /** Writes what comes after the rows. */
    void end(ByteSink out) throws IOException;
}
