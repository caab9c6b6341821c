/**
 * Readers of RDF and stream files. In: files in any RDF format, plain or compressed. Out: encoded
 * triples, handed on only after all files are parsed; tuples in event time; checks of clients'
 * terms. The caller's thread reads; threads of an executor that the caller provides parse and
 * encode. Limits: blocks in flight, and the memory of the staged triples, 20 bytes each.
 */
package org.wukongs.store.load;
