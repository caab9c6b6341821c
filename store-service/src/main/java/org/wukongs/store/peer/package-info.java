/**
 * Connections between the nodes of a cluster over TCP. In: requests of this node, which any thread
 * sends and awaits, and connections of other nodes. Out: their answers, in any order; answers to
 * the other nodes' requests. Each way to a node has a thread that connects and reads; each
 * connection of another node has some that read, answer and write; none of them is the store's
 * agent. Limits: {@link org.wukongs.store.peer.PeerLimits}.
 */
package org.wukongs.store.peer;
