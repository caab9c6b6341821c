package org.wukongs.store.peer;

import java.util.concurrent.TimeUnit;

/**
 * Limits of connections between nodes.
 *
 * @param connectNs time to connect and, as much again, to greet
 * @param answerNs time until a request has its answer; if there is none, the connection is lost
 * @param longAnswerNs the same for a request that takes as long as a load
 * @param frameNs time in which a frame must arrive or be taken, in addition to the time for its
 *     bytes at {@link #BYTES_PER_SECOND_MIN}
 * @param pauseNsMax pause between two attempts to connect, which begin with {@link #PAUSE_NS_MIN}
 * @param inFlightMax requests to a node that have no answer yet; another one waits
 * @param answeringThreads threads that answer the requests of one node: as many are answered at a
 *     time, and no more are read meanwhile
 */
public record PeerLimits(
        long connectNs,
        long answerNs,
        long longAnswerNs,
        long frameNs,
        long pauseNsMax,
        int inFlightMax,
        int answeringThreads) {

    /**
     * Bytes of a frame: more than a million halves of triples or ids of neighbours have, and than
     * the longest term, which goes alone.
     */
    public static final int FRAME_BYTES_MAX = 64 << 20;

    /** Bytes of a frame of a greeting: a cluster's name has 1,024 characters at most. */
    static final int GREETING_BYTES_MAX = 1 << 13;

    /** Connections that have not greeted yet; if there are more, the oldest one is closed. */
    static final int GREETING_COUNT_MAX = 64;

    /** A node that was started again is found at once. */
    static final long PAUSE_NS_MIN = TimeUnit.MILLISECONDS.toNanos(10);

    /** A network between nodes is fast: the longest frame takes 16 s. */
    private static final long BYTES_PER_SECOND_MIN = 4L << 20;

    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /**
     * A step over 65,536 rows takes milliseconds, and a live node may pause for garbage collection.
     * A query has a minute by default.
     */
    private static final long ANSWER_NS_DEFAULT = 15 * NS_PER_SECOND;

    /** A hundred million triples at 200,000 a second. */
    private static final long LONG_ANSWER_NS_DEFAULT = 600 * NS_PER_SECOND;

    /** Steps of as many queries as run at a time on a large machine. */
    private static final int IN_FLIGHT_MAX_DEFAULT = 64;

    private static final int ANSWERING_THREADS_DEFAULT = 4;

    public static final PeerLimits DEFAULT =
            new PeerLimits(
                    5 * NS_PER_SECOND,
                    ANSWER_NS_DEFAULT,
                    LONG_ANSWER_NS_DEFAULT,
                    10 * NS_PER_SECOND,
                    NS_PER_SECOND,
                    IN_FLIGHT_MAX_DEFAULT,
                    ANSWERING_THREADS_DEFAULT);

    public PeerLimits {
        if (Math.min(Math.min(connectNs, answerNs), Math.min(longAnswerNs, frameNs)) < 1
                || pauseNsMax < PAUSE_NS_MIN
                || inFlightMax < 1
                || answeringThreads < 1) {
            throw new IllegalArgumentException(
                    "limits of connections are out of range: connectNs="
                            + connectNs
                            + " answerNs="
                            + answerNs
                            + " longAnswerNs="
                            + longAnswerNs
                            + " frameNs="
                            + frameNs
                            + " pauseNsMax="
                            + pauseNsMax
                            + " inFlightMax="
                            + inFlightMax
                            + " answeringThreads="
                            + answeringThreads);
        }
    }

    int connectMs() {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(connectNs));
    }

    /** Returns the time for a frame of {@code lengthBytes}. */
    long frameNs(long lengthBytes) {
        return frameNs + lengthBytes * NS_PER_SECOND / BYTES_PER_SECOND_MIN;
    }
}
