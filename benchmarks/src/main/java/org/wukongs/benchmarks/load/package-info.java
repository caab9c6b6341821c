/**
 * The benchmark of loading: this store's loader with different numbers of threads beside RDF4J's
 * parser on one. In: an N-Triples file. Out: a table and JSON. One process a measurement.
 */
package org.wukongs.benchmarks.load;
