/**
 * Terms and statements in N-Triples text: what may stand where, what is in normal form, and the
 * parts of a term. In: bytes or strings. Out: places and values; nothing here is an RDF4J value.
 * Any thread, one at a time for a scanner. Limits: none, a scanner keeps nothing of what it read.
 */
package org.wukongs.ntriples;
