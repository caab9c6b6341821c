/**
 * SPARQL operators over binding tables. In: algebra from RDF4J's parser, whose basic graph patterns
 * are explored. Out: a binding table of the solutions. A run belongs to one thread. Limits: those
 * of the execution (time, rows, bytes).
 */
package org.wukongs.store.algebra;
