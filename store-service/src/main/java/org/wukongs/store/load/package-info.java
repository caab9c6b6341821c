/**
 * RDF and stream files. In: files in any RDF format, plain or compressed. Out: encoded triples,
 * handed on only when all files have parsed; tuples in event time; whether a client's terms are
 * such. The caller's thread reads, threads of an executor that it brings parse and encode. Limits:
 * blocks in flight, and the memory of the triples that are staged, 20 bytes each.
 */
package org.wukongs.store.load;
