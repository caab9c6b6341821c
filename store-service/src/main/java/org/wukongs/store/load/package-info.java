/**
 * RDF and stream files. In: files in any RDF format, plain or compressed. Out: encoded triples,
 * handed on only when a whole file parsed; tuples in event time. Owned by the calling thread.
 * Limits: a load is staged in memory, 32 bytes a triple.
 */
package org.wukongs.store.load;
