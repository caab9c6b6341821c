package org.wukongs.store.explore;

/** The running side of a producing step: extends the rows of a parent morsel, morsel by morsel. */
interface Producer {

    /** Takes what the step names by index; once before each execution. */
    void bind(Bindings bindings);

    /** Begins with rows {@code from} to {@code to - 1} of a morsel. */
    void begin(Morsel parent, int from, int to);

    /**
     * Makes the next morsel.
     *
     * @param morselRows how many rows to make, about
     * @return how many it made, perhaps none; -1 at the end
     */
    int next(int morselRows);

    /**
     * The parent's row that each row of the morsel extends, ascending; the caller may change it.
     */
    int[] rows();

    /** What the step's column gets; the caller may change it. */
    long[] ids();
}
