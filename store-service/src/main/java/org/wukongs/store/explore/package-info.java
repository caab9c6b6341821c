/**
 * Graph exploration. In: a basic graph pattern, its constants as ids, and the views against which
 * it is matched. Out: a plan, and the binding table that executing it gives. A run belongs to one
 * thread or to the workers of one query. Limits: those of the execution (time, rows, bytes).
 */
package org.wukongs.store.explore;
