/**
 * What the engine has to agree with. In: triples and tuples as N-Triples strings, query texts. Out:
 * bags of rows. It shares the parser with the engine and nothing else: no ids, no indexes of the
 * engine, no join order. Any thread, one at a time.
 */
package org.wukongs.naive;
