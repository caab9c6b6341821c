package org.wukongs.benchmarks.result;

/**
 * A column of a table.
 *
 * @param name of its values in the result file
 * @param head in print; null for one that is in the result file only
 * @param unit of its values, empty for words and plain counts
 */
public record Column(String name, String head, String unit) {}
