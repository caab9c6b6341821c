/**
 * A store node. In: requests from connections or, embedded, calls. Out: replies. One agent thread
 * owns everything in the stores; a thread per connection reads, decodes and writes. Limits: {@link
 * org.wukongs.store.server.StoreConfig}.
 */
package org.wukongs.store.server;
