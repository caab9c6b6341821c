package org.wukongs.store.result;

import java.io.IOException;
import java.util.List;
import org.wukongs.store.result.ByteSink.Phrase;

/** SPARQL 1.1 Query Results JSON, one solution a line. */
final class JsonRows implements RowFormat {

    private static final Phrase FIRST = JsonTerms.phrase("\n{");
    private static final Phrase NEXT = JsonTerms.phrase("},\n{");

    private final List<String> vars;
    private final Phrase[] keys; // by column: "name":
    private final JsonTerms terms = new JsonTerms();
    private boolean isFirstCell;
    private boolean hasRows;

    JsonRows(List<String> vars) {
        this.vars = vars;
        keys = new Phrase[vars.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = JsonTerms.phrase(quoted(vars.get(i)) + ':');
        }
    }

    /** Names of variables have letters and digits, nothing to escape. */
    private static String quoted(String name) {
        return '"' + name + '"';
    }

    @Override
    public void begin(ByteSink out) throws IOException {
        out.put("{\"head\":{\"vars\":[");
        for (int i = 0; i < keys.length; i++) {
            out.put(i == 0 ? "" : ",");
            out.put(quoted(vars.get(i)));
        }
        out.put("]},\"results\":{\"bindings\":[");
    }

    @Override
    public void beginRow(boolean isFirst, ByteSink out) throws IOException {
        out.put(isFirst ? FIRST : NEXT);
        isFirstCell = true;
        hasRows = true;
    }

    @Override
    public void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException {
        if (from < to) {
            if (!isFirstCell) {
                out.put(',');
            }
            isFirstCell = false;
            out.put(keys[column]);
            terms.put(term, from, to, out);
        }
    }

    @Override
    public void endRow(ByteSink out) {
        // The next row, or the end, writes the bracket.
    }

    @Override
    public void end(ByteSink out) throws IOException {
        if (hasRows) {
            out.put("}\n");
        }
        out.put("]}}");
    }

    static void putBoolean(boolean value, ByteSink out) throws IOException {
        out.put("{\"head\":{},\"boolean\":" + value + "}");
    }
}
