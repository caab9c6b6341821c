/**
 * A store node. In: requests from connections or, embedded, calls. Out: replies. One agent thread
 * owns everything in the stores; a thread per connection reads, decodes, checks and writes. Limits:
 * {@link org.wukongs.store.server.StoreConfig}, {@link org.wukongs.store.server.ConnectionLimits}.
 */
package org.wukongs.store.server;
