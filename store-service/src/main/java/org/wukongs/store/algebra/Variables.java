package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of the variables of one scope: the query, or a sub-select. All scopes of a query
 * share one table, so variables of the same name that are not the same have different columns.
 */
final class Variables {

    private final Map<String, Integer> columns = new HashMap<>();

    /** Names of all columns of all scopes, null for a column that is no variable of the text. */
    private final List<String> names;

    Variables() {
        this(new ArrayList<>());
    }

    private Variables(List<String> names) {
        this.names = names;
    }

    /** A scope inside this one, in which no variable is known yet. */
    Variables inner() {
        return new Variables(names);
    }

    /** The column of a variable, a new one at its first use. */
    int column(String name) {
        Integer known = columns.get(name);
        if (known != null) {
            return known;
        }
        names.add(isAnonymous(name) ? null : name);
        columns.put(name, names.size() - 1);
        return names.size() - 1;
    }

    /** Whether it is RDF4J's name for a blank node of a query. */
    static boolean isAnonymous(String name) {
        return name.startsWith("_anon");
    }

    /** Makes a variable of this scope the same as one of the scope around it. */
    void share(String name, int column) {
        columns.put(name, column);
    }

    /** The column of a variable, -1 where this scope has none of this name. */
    int find(String name) {
        return columns.getOrDefault(name, -1);
    }

    /** A column that no variable has. */
    int fresh() {
        names.add(null);
        return names.size() - 1;
    }

    /** Those of some columns that are variables of the query's text. */
    int[] named(Columns chosen) {
        return chosen.stream().filter(column -> names.get(column) != null).toArray();
    }

    /** The name of a column for people. */
    String name(int column) {
        return names.get(column) == null ? "_" + column : names.get(column);
    }

    int columnCount() {
        return names.size();
    }
}
