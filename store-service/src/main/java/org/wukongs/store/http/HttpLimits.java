package org.wukongs.store.http;

import org.wukongs.csparql.CsparqlParser;

/**
 * Limits of the HTTP server: what it may use, and how slow its clients may be.
 *
 * @param connectionCountMax open connections; if there are more, the one that has waited longest
 *     for a request of its client is closed
 * @param requestCountMax requests in progress at a time; further ones are answered 503 at once
 * @param bodyBytesMax bytes of a request's body; longer bodies are answered 413
 * @param headMsMax time from the first byte of a request's head to its last
 * @param lagMsMax how far a client may fall behind {@code bytesPerSecondMin} before it is cut off
 * @param bytesPerSecondMin the rate at which a client has to send a body, and to take a reply,
 *     while the store waits for it
 */
public record HttpLimits(
        int connectionCountMax,
        int requestCountMax,
        int bodyBytesMax,
        int headMsMax,
        int lagMsMax,
        int bytesPerSecondMin) {

    /**
     * A connection costs some 10 KB, and one of the 4,096 file descriptors that most systems allow.
     */
    public static final int CONNECTION_COUNT_MAX_DEFAULT = 1024;

    /** The store's agent answers one request after the other; more would wait too long. */
    public static final int REQUEST_COUNT_MAX_DEFAULT = 64;

    /**
     * The longest text that the parser accepts, with every character percent-encoded ASCII or four
     * bytes of UTF-8.
     */
    public static final int BODY_BYTES_MAX_DEFAULT = 4 * CsparqlParser.TEXT_CHARS_MAX;

    /** Clients send a head at once: the longest one, 64 KiB, arrives in time at 6.5 KB/s. */
    static final int HEAD_MS_MAX_DEFAULT = 10_000;

    /** A live connection retransmits within seconds; a client that computes may pause. */
    static final int LAG_MS_MAX_DEFAULT = 30_000;

    /** 128 kbit/s: less than any line has over which query results are useful. */
    static final int BYTES_PER_SECOND_MIN_DEFAULT = 16 << 10;

    public static final HttpLimits DEFAULT =
            new HttpLimits(
                    CONNECTION_COUNT_MAX_DEFAULT,
                    REQUEST_COUNT_MAX_DEFAULT,
                    BODY_BYTES_MAX_DEFAULT,
                    HEAD_MS_MAX_DEFAULT,
                    LAG_MS_MAX_DEFAULT,
                    BYTES_PER_SECOND_MIN_DEFAULT);

    /**
     * Queries, streams, graphs with changelogs and copied streams that have samples in the metrics,
     * of each kind. A query has ten time series; Prometheus' authors advise to stay below ten
     * thousand of one process, and its memory grows with each.
     */
    static final int METRIC_ENTITY_COUNT_MAX = 1_000;

    /**
     * Bytes of a head, with the URL. A longer head is answered 431, or 414 if the URL alone is
     * longer.
     */
    static final int HEAD_BYTES_MAX = 64 << 10;

    /**
     * Requests at a time over one connection of HTTP/2; a page has some live results and a few
     * more.
     */
    static final int STREAM_COUNT_MAX = 32;

    /**
     * Bytes of a request's body that a client of HTTP/2 may send before the store has read them.
     */
    static final int STREAM_BYTES_MAX = 64 << 10;

    /** Such bytes of all requests over one connection. */
    static final int STREAMS_BYTES_MAX = 256 << 10;

    /** A connection is closed after so long without a request. */
    static final int IDLE_MS_MAX = 60_000;

    /**
     * Time to answer one request, including the time that the client takes to read: 1 GB at 2 MB/s.
     */
    static final int REPLY_MS_MAX = 600_000;

    /** How long a closing server waits for running requests before it closes their connections. */
    static final int SHUTDOWN_SECONDS_MAX = 5;

    /** How long a request for the node's status waits for a busy agent. */
    static final int STATUS_WAIT_MS = 100;

    /** Graphs in a list: 1,000 names of 1,024 characters are 1 MB. */
    static final int GRAPH_COUNT_MAX = 1_000;

    /** Templates in a list, each with the text of a query. */
    static final int TEMPLATE_COUNT_MAX = 100;

    /**
     * So much of an unwanted body is read and dropped, so that the client can read the error reply;
     * after that the connection is closed.
     */
    static final long DROPPED_BYTES_MAX = 64L << 20;

    public HttpLimits {
        if (connectionCountMax <= requestCountMax || requestCountMax < 1 || bodyBytesMax < 1) {
            throw new IllegalArgumentException(
                    "more connections than requests: connections="
                            + connectionCountMax
                            + " requests="
                            + requestCountMax
                            + " bodyBytes="
                            + bodyBytesMax);
        }
    }

    /**
     * Bytes of the bodies of all requests together, whether they still arrive or are in progress.
     */
    long bodiesBytesMax() {
        return (long) requestCountMax * bodyBytesMax;
    }

    public HttpLimits withConnectionCountMax(int countMax) {
        return new HttpLimits(
                countMax, requestCountMax, bodyBytesMax, headMsMax, lagMsMax, bytesPerSecondMin);
    }
}
