/**
 * The terms of one execution: ids of the dictionary and of terms that the execution computes, their
 * values, order and sizes, and rows of them. In: ids and values. Out: ids, values, or N-Triples
 * strings. Used by the thread of the execution. Limits: the bytes of values that an execution may
 * hold.
 */
package org.wukongs.store.value;
