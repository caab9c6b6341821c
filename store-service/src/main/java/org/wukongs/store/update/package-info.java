/**
 * SPARQL Update. In: the text of a request, read and encoded by the client's thread. Out: what it
 * changes in each graph, found by executing its operations in order over the visible snapshot and
 * the changes of the operations before; the agent's thread, in a cluster the client's. Nothing is
 * written here. Limits: those of a query, for the whole request.
 */
package org.wukongs.store.update;
