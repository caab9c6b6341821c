/**
 * A store node without threads and sockets; the server serves it, replay and tests embed it. In:
 * calls of one thread at a time, except for methods that say "any thread". Out: answers, and jobs
 * for the threads that work for it ({@link org.wukongs.store.node.NodeThreads}). Limits: {@link
 * org.wukongs.store.node.StoreConfig}.
 */
package org.wukongs.store.node;
