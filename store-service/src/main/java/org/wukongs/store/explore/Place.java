package org.wukongs.store.explore;

/**
 * One of the three places of a triple pattern: a constant, or a variable.
 *
 * @param column column of the variable in the binding table, -1 for a constant
 * @param constant index of the constant among those that an execution provides, -1 for a variable;
 *     a subject or object is a vid, a predicate a pid, and {@code TermDictionary.UNKNOWN} stands
 *     for a term that no triple has
 */
public record Place(int column, int constant) {

    public Place {
        if (column < 0 == constant < 0) {
            throw new IllegalArgumentException(
                    "a place is either a column or a constant: column="
                            + column
                            + " constant="
                            + constant);
        }
    }

    public static Place column(int column) {
        return new Place(column, -1);
    }

    public static Place constant(int constant) {
        return new Place(-1, constant);
    }

    public boolean isConstant() {
        return constant >= 0;
    }
}
