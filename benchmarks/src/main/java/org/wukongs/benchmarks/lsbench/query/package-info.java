/**
 * The queries of LSBench. In: numbers of users, persons and groups of the data, a seed. Out:
 * C-SPARQL and SPARQL texts, and how many queries of each class a mix has. Pure functions and
 * values.
 */
package org.wukongs.benchmarks.lsbench.query;
