package org.wukongs.store.explore;

/** Executes a producing step: extends the rows of a parent morsel, morsel by morsel. */
abstract class Producer {

    /** Sets the values that the step names by index; called once before each execution. */
    abstract void bind(Bindings bindings);

    /** Lets go of them, so that an idle run keeps nothing of an execution but its own buffers. */
    abstract void unbind();

    /** Starts with rows {@code from} to {@code to - 1} of a morsel. */
    abstract void begin(Morsel parent, int from, int to);

    /**
     * Makes the next morsel.
     *
     * @param morselRows approximate number of rows to make
     * @return the number of rows made, maybe 0; -1 at the end
     */
    abstract int next(int morselRows);

    /**
     * Returns the parent's row that each row of the morsel extends, ascending; the caller may
     * change the array.
     */
    abstract int[] rows();

    /** Returns the ids of the step's column; the caller may change the array. */
    abstract long[] ids();
}
