/**
 * {@code wukongs bench lubm}: the seven LUBM queries of the Wukong paper (OSDI'16, section 6), on
 * this store and on others, side by side. In: a LUBM graph as N-Triples. Out: a report, as JSON and
 * as a table. The main thread drives; each engine runs in its own process, one at a time. {@code
 * wukongs bench plans}: the plans of the same queries over many loads, in this process.
 */
package org.wukongs.benchmarks.lubm;
