package org.wukongs.store.explore;

/**
 * A FILTER of a basic graph pattern: where its condition is found, and what has to be bound before
 * it can be asked.
 *
 * @param filter index of the {@link RowFilter} among those that an execution brings
 * @param columns columns of its variables, in the order in which the filter wants them
 */
public record PatternFilter(int filter, int[] columns) {}
