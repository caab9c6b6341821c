package org.wukongs.store.algebra;

/** The state of one aggregate for all groups of an execution. */
interface Accumulator {

    /** Takes a value of a group, no error; the value may be changed. */
    void add(int group, Computed value);

    /** Sets {@code into} to the aggregate of a group, an error where it has none. */
    void result(int group, Computed into);
}
