package org.wukongs.store.http;

import org.wukongs.csparql.CsparqlParser;

/**
 * What the HTTP face may use, and how slow its clients may be.
 *
 * @param connectionCountMax open connections; where there are more, the one that has waited longest
 *     for a request of its client is closed
 * @param requestCountMax requests worked on at a time; more are answered 503 at once
 * @param bodyBytesMax bytes of a request's body; more are answered 413
 * @param headMsMax from the first byte of a request's head to its last
 * @param lagMsMax how far a client may fall behind {@code bytesPerSecondMin} before it is cut off
 * @param bytesPerSecondMin what a client has to send of a body, and to take of a reply, while the
 *     store waits for it
 */
public record HttpLimits(
        int connectionCountMax,
        int requestCountMax,
        int bodyBytesMax,
        int headMsMax,
        int lagMsMax,
        int bytesPerSecondMin) {

    /** A connection costs some 10 KB, and a file descriptor of the 4,096 that most systems give. */
    public static final int CONNECTION_COUNT_MAX_DEFAULT = 1024;

    /**
     * The store's agent answers one after the other; more than these wait longer than they should.
     */
    public static final int REQUEST_COUNT_MAX_DEFAULT = 64;

    /**
     * The longest text that the parser takes, every character percent-encoded ASCII or four bytes
     * of UTF-8.
     */
    public static final int BODY_BYTES_MAX_DEFAULT = 4 * CsparqlParser.TEXT_CHARS_MAX;

    /** A head is sent at once: 64 KiB at 6.5 KB/s. */
    static final int HEAD_MS_MAX_DEFAULT = 10_000;

    /** A connection that is alive retransmits within seconds; a client that computes may pause. */
    static final int LAG_MS_MAX_DEFAULT = 30_000;

    /** 128 kbit/s: below what any line gives on which results of queries are of use. */
    static final int BYTES_PER_SECOND_MIN_DEFAULT = 16 << 10;

    public static final HttpLimits DEFAULT =
            new HttpLimits(
                    CONNECTION_COUNT_MAX_DEFAULT,
                    REQUEST_COUNT_MAX_DEFAULT,
                    BODY_BYTES_MAX_DEFAULT,
                    HEAD_MS_MAX_DEFAULT,
                    LAG_MS_MAX_DEFAULT,
                    BYTES_PER_SECOND_MIN_DEFAULT);

    /** A head's bytes, the URL's among them; more are 431, or 414 where the URL alone has more. */
    static final int HEAD_BYTES_MAX = 64 << 10;

    /** A connection without a request is closed after it. */
    static final int IDLE_MS_MAX = 60_000;

    /** To answer one request, reading by the client included: 1 GB at 2 MB/s. */
    static final int REPLY_MS_MAX = 600_000;

    /** Running requests may end before a closing server closes their connections. */
    static final int SHUTDOWN_SECONDS_MAX = 5;

    /** How long a question about the node's state waits for a busy agent. */
    static final int STATUS_WAIT_MS = 100;

    /**
     * So much of a body that is not wanted is read and dropped, so that the client gets to read
     * why; after it the connection is closed.
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

    /** Bodies on their way in or being worked on, of all requests together. */
    long bodiesBytesMax() {
        return (long) requestCountMax * bodyBytesMax;
    }

    public HttpLimits withConnectionCountMax(int countMax) {
        return new HttpLimits(
                countMax, requestCountMax, bodyBytesMax, headMsMax, lagMsMax, bytesPerSecondMin);
    }
}
