/**
 * Figures from samples, and what has to stand beside them. In: samples in nanoseconds; this
 * machine. Out: medians, percentiles, means; a description of the machine. Pure functions and
 * values, any thread.
 */
package org.wukongs.benchmarks.measure;
