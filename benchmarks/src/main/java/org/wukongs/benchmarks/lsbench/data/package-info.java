/**
 * The data and the queries of LSBench. In: the archive of the benchmark folder, or this project's
 * generator; a seed. Out: one file of stored triples and one file a stream, readers that play a
 * stream faster, copies of the stored triples under other names; C-SPARQL and SPARQL texts with
 * constants drawn from the data. Files are written by one thread; what is read from them belongs to
 * its reader. Limits: disk, about 750 MB for 30 s at the full rates.
 */
package org.wukongs.benchmarks.lsbench.data;
