package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of the variables of one scope: the query, or a sub-select. All scopes of a query
 * share one table, so different variables of the same name have different columns.
 */
final class Variables {

    private final Map<String, Integer> columns = new HashMap<>();

    /** Names of all columns of all scopes, null for a column that is not a variable of the text. */
    private final List<String> names;

    Variables() {
        this(new ArrayList<>());
    }

    private Variables(List<String> names) {
        this.names = names;
    }

    /** Returns a scope inside this one, without variables. */
    Variables inner() {
        return new Variables(names);
    }

    /** Returns the column of a variable, a new one at its first use. */
    int column(String name) {
        Integer known = columns.get(name);
        if (known != null) {
            return known;
        }
        names.add(isAnonymous(name) ? null : name);
        columns.put(name, names.size() - 1);
        return names.size() - 1;
    }

    /** Returns true if {@code name} is RDF4J's name for a blank node of a query. */
    static boolean isAnonymous(String name) {
        return name.startsWith("_anon");
    }

    /** Makes a variable of this scope the same as one of the outer scope. */
    void share(String name, int column) {
        columns.put(name, column);
    }

    /** Returns the column of a variable, -1 if this scope has none of this name. */
    int find(String name) {
        return columns.getOrDefault(name, -1);
    }

    /** Returns a column that no variable has. */
    int fresh() {
        names.add(null);
        return names.size() - 1;
    }

    /** Returns those of {@code chosen} that are variables of the query's text. */
    int[] named(Columns chosen) {
        return chosen.stream().filter(column -> names.get(column) != null).toArray();
    }

    /** Returns the name of a column, for people. */
    String name(int column) {
        return names.get(column) == null ? "_" + column : names.get(column);
    }

    int columnCount() {
        return names.size();
    }
}
