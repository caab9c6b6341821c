package org.wukongs.store.result;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.wukongs.store.value.RowCells;

/** The syntaxes in which results are written from the dictionary's bytes. */
public enum RowSyntax {
    JSON,
    XML,
    CSV,
    TSV,
    /** Triples only. */
    N_TRIPLES;

    private RowFormat format(List<String> vars) {
        return switch (this) {
            case JSON -> new JsonRows(vars);
            case XML -> new XmlRows(vars);
            case CSV -> new CsvRows(vars);
            case TSV -> new TsvRows(vars);
            case N_TRIPLES -> new TripleLines();
        };
    }

    /** Writes {@code size} rows of {@code vars}, whose cells are the next. */
    public void write(List<String> vars, int size, RowCells cells, OutputStream out)
            throws IOException {
        RowFormat format = format(vars);
        int columnCount = vars.size();
        try (ByteSink sink = ByteSink.ofThread(out)) {
            format.begin(sink);
            for (int row = 0; row < size; row++) {
                format.beginRow(row == 0, sink);
                for (int column = 0; column < columnCount; column++) {
                    cells.next();
                    format.cell(column, cells.bytes(), cells.from(), cells.to(), sink);
                }
                format.endRow(sink);
            }
            format.end(sink);
            sink.flush();
        }
    }

    /** Writes the result of ASK; a syntax without a form of its own writes only the word. */
    public void writeBoolean(boolean value, OutputStream out) throws IOException {
        ByteSink sink = new ByteSink(out);
        switch (this) {
            case JSON -> JsonRows.putBoolean(value, sink);
            case XML -> XmlRows.putBoolean(value, sink);
            default -> sink.put(Boolean.toString(value));
        }
        sink.flush();
    }
}
