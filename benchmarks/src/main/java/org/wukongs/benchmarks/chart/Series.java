package org.wukongs.benchmarks.chart;

/**
 * Figures of one kind over the chart's categories.
 *
 * @param values one for each category, {@code NaN} where there is none
 */
public record Series(String name, double[] values) {}
