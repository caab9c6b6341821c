/**
 * Charts as SVG. In: named series of figures. Out: one self-contained file each, readable on light
 * ground. Pure functions, any thread. Limit: about a dozen series fit beside the chart.
 */
package org.wukongs.benchmarks.chart;
