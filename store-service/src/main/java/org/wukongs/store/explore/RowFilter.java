package org.wukongs.store.explore;

/** The condition of a FILTER over columns of ids. Belongs to one execution. */
public interface RowFilter {

    /**
     * Writes into {@code kept} the rows of 0..count-1, ascending, for which the condition holds; an
     * error counts as false (SPARQL 1.1, section 17.2).
     *
     * @param columns a column for each of the filter's variables; 0 is unbound
     * @return the number of kept rows
     */
    int filter(long[][] columns, int count, int[] kept);

    /**
     * Returns true if it only compares ids and reads no terms, so that it costs next to nothing.
     */
    default boolean comparesIds() {
        return false;
    }
}
