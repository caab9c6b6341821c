package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a binding table: a variable each, holding vids or, for a variable predicate, pids.
 */
final class ExplorationColumns {

    private final List<String> names = new ArrayList<>();
    private final List<Boolean> predicates = new ArrayList<>();
    private boolean mixed;

    /** The column of a variable, a new one at its first use. */
    int column(String name, boolean predicate) {
        int column = names.indexOf(name);
        if (column < 0) {
            names.add(name);
            predicates.add(predicate);
            return names.size() - 1;
        }
        mixed |= predicates.get(column) != predicate;
        return column;
    }

    /**
     * True where some variable is a predicate in one pattern and a vertex in another: ids cannot
     * join them.
     */
    boolean mixed() {
        return mixed;
    }

    int indexOf(String name) {
        return names.indexOf(name);
    }

    String name(int column) {
        return names.get(column);
    }

    boolean isPredicate(int column) {
        return predicates.get(column);
    }

    int size() {
        return names.size();
    }
}
