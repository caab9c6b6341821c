/**
 * Charts as SVG. In: named series of figures. Out: one self-contained file each, readable on light
 * ground. Pure functions, any thread. Limit: as many series as there are {@link
 * org.wukongs.benchmarks.chart.SvgChart#COLOURS colours}.
 */
package org.wukongs.benchmarks.chart;
