/**
 * Stores under test behind one interface. In: an N-Triples file and SPARQL texts. Out: rows as
 * N-Triples strings, and the time it took. One thread a store; one store a process. Limits: what
 * fits into the heap that the process has.
 */
package org.wukongs.benchmarks.engine;
