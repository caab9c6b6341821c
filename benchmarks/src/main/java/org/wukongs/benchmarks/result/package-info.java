/**
 * What every benchmark does with its figures. In: tables of figures from a run. Out: one JSON file
 * of one shape ({@link org.wukongs.benchmarks.result.Result}), and made of nothing but that file a
 * text with its tables and charts as SVG. The command's thread owns everything. Limit: about a
 * dozen series fit beside a chart.
 */
package org.wukongs.benchmarks.result;
