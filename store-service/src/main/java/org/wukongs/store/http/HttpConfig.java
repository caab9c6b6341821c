package org.wukongs.store.http;

import org.wukongs.csparql.CsparqlParser;

/**
 * Where the HTTP face listens and what it may use.
 *
 * @param port 0 for any free one
 * @param allowedOrigin the web origin whose pages may use this store, {@code *} for all, null for
 *     none
 * @param requestCountMax requests worked on at a time; more are answered 503 at once
 * @param bodyBytesMax bytes of a request's body; more are answered 413
 * @param stallMsMax time without any byte that the client takes of its reply; it is cut off then
 */
public record HttpConfig(
        String host,
        int port,
        String allowedOrigin,
        int requestCountMax,
        int bodyBytesMax,
        int stallMsMax) {

    public static final String HOST_DEFAULT = "127.0.0.1";

    /**
     * The store's agent answers one after the other; more than these wait longer than they should.
     */
    public static final int REQUEST_COUNT_MAX_DEFAULT = 64;

    /**
     * The longest text that the parser takes, every character percent-encoded ASCII or four bytes
     * of UTF-8.
     */
    public static final int BODY_BYTES_MAX_DEFAULT = 4 * CsparqlParser.TEXT_CHARS_MAX;

    /** A connection that is alive retransmits within seconds; a client that computes may pause. */
    public static final int STALL_MS_MAX_DEFAULT = 30_000;

    /** How long a question about the node's state waits for a busy agent. */
    static final int STATUS_WAIT_MS = 100;

    /** Threads that are left to refuse requests when all others work. */
    static final int REFUSING_THREAD_COUNT = 8;

    /** Open connections; more are not accepted. A connection costs a few KB. */
    static final int CONNECTION_COUNT_MAX = 1024;

    /** A connection without a request is closed after it. */
    static final int IDLE_SECONDS_MAX = 60;

    /** To send one whole request: 4 MiB at 70 KB/s. */
    static final int REQUEST_SECONDS_MAX = 60;

    /** To answer one request, reading by the client included: 1 GB at 2 MB/s. */
    static final int RESPONSE_SECONDS_MAX = 600;

    /** Running requests may end before a closing server closes their connections. */
    static final int SHUTDOWN_SECONDS_MAX = 5;

    public static HttpConfig of(String host, int port) {
        return new HttpConfig(
                host,
                port,
                null,
                REQUEST_COUNT_MAX_DEFAULT,
                BODY_BYTES_MAX_DEFAULT,
                STALL_MS_MAX_DEFAULT);
    }

    public HttpConfig withAllowedOrigin(String origin) {
        return new HttpConfig(host, port, origin, requestCountMax, bodyBytesMax, stallMsMax);
    }
}
