package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.explore.BindingTable;

/** The solutions of one execution as ids, and the terms they stand for. */
public final class SolutionRows {

    private final BindingTable table;
    private final Terms terms;

    SolutionRows(BindingTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
    }

    public int size() {
        return table.size();
    }

    /** Rows of N-Triples strings, null where unbound. */
    public List<String[]> strings() {
        List<String[]> rows = new ArrayList<>(table.size());
        for (int row = 0; row < table.size(); row++) {
            rows.add(strings(row));
        }
        return rows;
    }

    private String[] strings(int row) {
        String[] strings = new String[table.columnCount()];
        for (int column = 0; column < strings.length; column++) {
            long id = table.get(column, row);
            strings[column] = id == Terms.UNBOUND ? null : terms.string(id);
        }
        return strings;
    }

    /**
     * As {@link #strings}, of rows of three that are triples: each once, and those left out that
     * are none (SPARQL 1.1, section 16.2).
     */
    public List<String[]> triples() {
        RowKeys seen = RowKeys.of(table, 0, 1, 2);
        List<String[]> triples = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            String[] triple = strings(row);
            if (isTriple(triple) && seen.add(row)) {
                triples.add(triple);
            }
        }
        return triples;
    }

    private static boolean isTriple(String[] places) {
        return places[0] != null
                && places[0].charAt(0) != '"'
                && places[1] != null
                && places[1].charAt(0) == '<'
                && places[2] != null;
    }
}
