/**
 * The HTTP face of a node. In: requests over HTTP/1.1. Out: replies, problem details (RFC 9457)
 * where something is wrong. A bounded pool of threads reads, asks the store's agent and writes; it
 * owns no state but its counters. Limits: {@link org.wukongs.store.http.HttpConfig}.
 */
package org.wukongs.store.http;
