package org.wukongs.store.algebra;

import java.util.List;

/** An operator that chooses or orders the solutions of another as a whole. */
interface Modifier extends Operator {

    Operator argument();

    @Override
    default Columns possible() {
        return argument().possible();
    }

    @Override
    default Columns certain() {
        return argument().certain();
    }

    /** No rows from outside: which solutions are chosen would change with them. */
    @Override
    default boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    @Override
    default List<Operator> below() {
        return List.of(argument());
    }
}
