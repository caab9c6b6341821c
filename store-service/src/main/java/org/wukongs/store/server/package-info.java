/**
 * A server of one store node over TCP. In: requests of the wire protocol. Out: replies. One agent
 * thread owns everything in the stores; a thread per connection reads, decodes, checks and writes;
 * query workers execute jobs. Limits: {@link org.wukongs.store.server.ConnectionLimits}, which
 * include the bytes of frames of all connections together.
 */
package org.wukongs.store.server;
