/**
 * Graph exploration. In: a basic graph pattern with its constants as ids and the views it is
 * matched against. Out: a plan, and the binding table that running it gives. A run belongs to one
 * thread or to the workers of one query. Limits: those of the execution (time, rows, bytes).
 */
package org.wukongs.store.explore;
