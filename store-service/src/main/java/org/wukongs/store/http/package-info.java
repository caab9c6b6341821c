/**
 * The HTTP server of a node. In: HTTP/1.1 requests, which Jetty reads. Out: replies, or problem
 * details (RFC 9457) for errors. Jetty's few threads read, refuse and write, and never wait; a
 * worker for each admitted request asks the store's agent and streams the result. Live results have
 * no thread each: two encode windows and wake readers. The package owns no state but its counters
 * and the windows of live results. Limits: {@link org.wukongs.store.http.HttpLimits}, {@link
 * org.wukongs.store.http.LiveLimits}.
 */
package org.wukongs.store.http;
