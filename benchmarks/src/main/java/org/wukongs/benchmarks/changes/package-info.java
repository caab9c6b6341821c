/**
 * {@code wukongs bench changes}: what a graph that changes costs. In: LUBM as a file, LSBench's
 * data, and graphs in ids. Out: a table a phase. The main thread owns the stores of a phase; stores
 * that are compared are in processes of their own. Limits: memory of this process, and the time
 * that a store is given for its updates.
 */
package org.wukongs.benchmarks.changes;
