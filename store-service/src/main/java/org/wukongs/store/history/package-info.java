/**
 * The history of a store node: what has changed it, as records in the order in which the store
 * agent did it. In: the requests that a node carries out, and the moments at which it decides
 * something by itself, such as to make a plan. Out: records for the node's log, from which the same
 * node is made again. The store agent owns it. Limits: those of a frame for each record; a log that
 * has no room takes no more requests.
 */
package org.wukongs.store.history;
