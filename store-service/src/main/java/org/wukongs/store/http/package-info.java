/**
 * The HTTP face of a node. In: requests over HTTP/1.1, which Jetty reads. Out: replies, problem
 * details (RFC 9457) where something is wrong. Jetty's few threads read, refuse and write and never
 * wait; a worker for each admitted request asks the store's agent and streams results. It owns no
 * state but its counters. Limits: {@link org.wukongs.store.http.HttpLimits}.
 */
package org.wukongs.store.http;
