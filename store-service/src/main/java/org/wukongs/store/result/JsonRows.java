package org.wukongs.store.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.wukongs.store.result.JsonTerms.ascii;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** SPARQL 1.1 Query Results JSON, one solution a line. */
final class JsonRows implements RowFormat {

    private static final byte[] HEAD = ascii("{\"head\":{\"vars\":[");
    private static final byte[] RESULTS = ascii("]},\"results\":{\"bindings\":[");
    private static final byte[] FIRST = ascii("\n{");
    private static final byte[] NEXT = ascii("},\n{");
    private static final byte[] END = ascii("]}}");

    private final byte[][] keys; // "name":
    private final byte[][] irisFirst; // "name":{"type":"uri","value":"
    private final byte[][] irisNext; // as above, after a comma
    private final JsonTerms terms = new JsonTerms();
    private boolean isFirstCell;
    private boolean hasRows;

    JsonRows(List<String> vars) {
        int count = vars.size();
        keys = new byte[count][];
        irisFirst = new byte[count][];
        irisNext = new byte[count][];
        for (int i = 0; i < count; i++) {
            keys[i] = key(vars.get(i));
            irisNext[i] = JsonTerms.iriAfter(keys[i]);
            irisFirst[i] = Arrays.copyOfRange(irisNext[i], 1, irisNext[i].length);
        }
    }

    /** Names of variables have letters and digits, nothing to escape. */
    private static byte[] key(String name) {
        return ('"' + name + "\":").getBytes(UTF_8);
    }

    @Override
    public void begin(ByteSink out) throws IOException {
        out.put(HEAD);
        for (int i = 0; i < keys.length; i++) {
            if (i > 0) {
                out.put(',');
            }
            out.put(keys[i], 0, keys[i].length - 1);
        }
        out.put(RESULTS);
    }

    @Override
    public void beginRow(boolean isFirst, ByteSink out) throws IOException {
        out.put(isFirst ? FIRST : NEXT);
        isFirstCell = true;
        hasRows = true;
    }

    @Override
    public void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException {
        if (from == to) {
            return;
        }
        boolean isFirst = isFirstCell;
        isFirstCell = false;
        if (term[from] == '<') {
            terms.putIri((isFirst ? irisFirst : irisNext)[column], term, from, to, out);
            return;
        }
        if (!isFirst) {
            out.put(',');
        }
        out.put(keys[column]);
        terms.put(term, from, to, out);
    }

    @Override
    public void endRow(ByteSink out) {
        // The next row, or the end, writes the bracket.
    }

    @Override
    public void end(ByteSink out) throws IOException {
        if (hasRows) {
            out.put('}');
            out.put('\n');
        }
        out.put(END);
    }

    static void putBoolean(boolean value, ByteSink out) throws IOException {
        out.put("{\"head\":{},\"boolean\":" + value + "}");
    }
}
