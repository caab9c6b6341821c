package org.wukongs.store.explore;

/**
 * A FILTER of a basic graph pattern: the index of its condition, and the columns that must be bound
 * before it can be evaluated.
 *
 * @param filter index of the {@link RowFilter} among those that an execution provides
 * @param columns columns of its variables, in the order that the filter expects
 */
public record PatternFilter(int filter, int[] columns) {}
