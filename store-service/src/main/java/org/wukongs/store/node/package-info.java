/**
 * A store node without threads and sockets: what the server serves, and replay and tests embed. In:
 * calls of one thread at a time, but for those that say "any thread". Out: answers, and jobs for
 * threads that work for it ({@link org.wukongs.store.node.NodeThreads}). Limits: {@link
 * org.wukongs.store.node.StoreConfig}.
 */
package org.wukongs.store.node;
