package org.wukongs.store.server;

/**
 * What a server tells each client first.
 *
 * @param process identifies the process, which knows what clients have told it
 * @param dictionary identifies the ids of terms, which are the same at all nodes of a cluster
 */
record ServerIdentity(long process, long dictionary) {}
