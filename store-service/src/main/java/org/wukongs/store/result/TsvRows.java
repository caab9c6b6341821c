package org.wukongs.store.result;

import static org.wukongs.store.result.JsonTerms.ascii;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** SPARQL 1.1 TSV: terms as in N-Triples, but numbers without quotes where Turtle allows it. */
final class TsvRows implements RowFormat {

    private static final byte[] INTEGER = ascii("\"^^<http://www.w3.org/2001/XMLSchema#integer>");
    private static final byte[] DECIMAL = ascii("\"^^<http://www.w3.org/2001/XMLSchema#decimal>");
    private static final byte[] DOUBLE = ascii("\"^^<http://www.w3.org/2001/XMLSchema#double>");

    private final List<String> vars;

    TsvRows(List<String> vars) {
        this.vars = vars;
    }

    @Override
    public void begin(ByteSink out) throws IOException {
        out.putNames(vars, "?", '\t', "\n");
    }

    @Override
    public void beginRow(boolean isFirst, ByteSink out) {}

    @Override
    public void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException {
        if (column > 0) {
            out.put('\t');
        }
        int numberTo = numberTo(term, from, to);
        if (numberTo > 0) {
            out.put(term, from + 1, numberTo);
        } else {
            out.put(term, from, to);
        }
    }

    /** Returns where the label of a number that Turtle can abbreviate ends, else -1. */
    private static int numberTo(byte[] term, int from, int to) {
        if (from == to || term[from] != '"' || term[to - 1] != '>') {
            return -1;
        }
        int quote = Literals.closingQuote(term, from, to);
        NumberForm form = NumberForm.of(term, from + 1, quote);
        byte[] type =
                switch (form) {
                    case INTEGER -> INTEGER;
                    case DECIMAL -> DECIMAL;
                    case DOUBLE -> DOUBLE;
                    default -> null;
                };
        boolean isOfType = type != null && Arrays.equals(term, quote, to, type, 0, type.length);
        return isOfType ? quote : -1;
    }

    @Override
    public void endRow(ByteSink out) throws IOException {
        out.put('\n');
    }

    @Override
    public void end(ByteSink out) {}
}
