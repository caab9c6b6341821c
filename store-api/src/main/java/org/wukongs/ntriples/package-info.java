/**
 * Terms and statements in N-Triples text: their syntax, their normal form and their parts. In:
 * bytes or strings. Out: offsets and values; no RDF4J values. Any thread, one at a time for a
 * scanner. Limits: none, a scanner keeps nothing that it read.
 */
package org.wukongs.ntriples;
