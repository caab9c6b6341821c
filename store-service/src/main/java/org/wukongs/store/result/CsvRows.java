package org.wukongs.store.result;

import java.io.IOException;
import java.util.List;

/** SPARQL 1.1 CSV: values without their types. */
final class CsvRows implements RowFormat {

    private final List<String> vars;
    private final PlainText plain = new PlainText();

    CsvRows(List<String> vars) {
        this.vars = vars;
    }

    @Override
    public void begin(ByteSink out) throws IOException {
        out.putNames(vars, "", ',', "\r\n");
    }

    @Override
    public void beginRow(boolean isFirst, ByteSink out) {}

    @Override
    public void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException {
        if (column > 0) {
            out.put(',');
        }
        if (from == to) {
            return;
        }
        switch (term[from]) {
            case '<' -> putValue(term, from + 1, to - 1, out);
            case '_' -> out.put(term, from, to);
            default -> putValue(term, from + 1, Literals.closingQuote(term, from, to), out);
        }
    }

    private void putValue(byte[] term, int from, int to, ByteSink out) throws IOException {
        plain.set(term, from, to);
        byte[] bytes = plain.bytes;
        if (isUnquoted(bytes, plain.from, plain.to)) {
            out.put(bytes, plain.from, plain.to);
            return;
        }
        out.put('"');
        for (int at = plain.from; at < plain.to; at++) {
            if (bytes[at] == '"') {
                out.put('"');
            }
            out.put(bytes[at]);
        }
        out.put('"');
    }

    private static boolean isUnquoted(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (b == ',' || b == '"' || b == '\n' || b == '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void endRow(ByteSink out) throws IOException {
        out.put('\r');
        out.put('\n');
    }

    @Override
    public void end(ByteSink out) {}
}
