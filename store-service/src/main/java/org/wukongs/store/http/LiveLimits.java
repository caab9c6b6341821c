package org.wukongs.store.http;

/**
 * Limits of live readers of results.
 *
 * @param readerCountMax readers at a time; further ones are answered 503
 * @param bytesMax bytes of the windows that are kept for readers that are a little behind, over all
 *     queries; the newest window of each query is kept whatever its size. Readers that catch up
 *     have as much again, and one answer more
 * @param behindMsMax how far a reader may fall behind {@link HttpLimits#bytesPerSecondMin} before
 *     it gets no further windows; after {@link HttpLimits#lagMsMax} its connection is closed
 * @param heartbeatMs after so long without a window, readers get a sign of life, so that what is
 *     between them and the store, and the store itself, notices if the other side is lost
 */
public record LiveLimits(int readerCountMax, long bytesMax, int behindMsMax, int heartbeatMs) {

    /** A quarter of the connections; a reader costs some 20 KB. */
    public static final int READER_COUNT_MAX_DEFAULT = 256;

    /** 3 % of the heap: seconds of windows of a MB. */
    private static final long HEAP_SHARE = 32;

    private static final long BYTES_MAX_MOST = 128L << 20;

    /** Half of the time after which its connection is closed: the rest is for the reason. */
    private static final int BEHIND_MS_MAX_DEFAULT = HttpLimits.LAG_MS_MAX_DEFAULT / 2;

    /** Proxies close connections after 30 to 60 s without a byte. */
    private static final int HEARTBEAT_MS_DEFAULT = 15_000;

    public static final LiveLimits DEFAULT =
            new LiveLimits(
                    READER_COUNT_MAX_DEFAULT,
                    Math.min(BYTES_MAX_MOST, Runtime.getRuntime().maxMemory() / HEAP_SHARE),
                    BEHIND_MS_MAX_DEFAULT,
                    HEARTBEAT_MS_DEFAULT);

    public LiveLimits {
        if (readerCountMax < 0 || bytesMax < 1 || behindMsMax < 1 || heartbeatMs < 1) {
            throw new IllegalArgumentException(
                    "limits of live readers: readers="
                            + readerCountMax
                            + " bytes="
                            + bytesMax
                            + " behindMs="
                            + behindMsMax
                            + " heartbeatMs="
                            + heartbeatMs);
        }
    }

    /**
     * The most live readers beside other limits: a connection that waits for a request must be left
     * to be closed for a new one.
     */
    public static int readerCountMax(HttpLimits limits) {
        return limits.connectionCountMax() - limits.requestCountMax() - 1;
    }

    public LiveLimits withReaderCountMax(int countMax) {
        return new LiveLimits(countMax, bytesMax, behindMsMax, heartbeatMs);
    }

    /** As many readers as other limits leave room for, at most half of that room. */
    LiveLimits within(HttpLimits limits) {
        return withReaderCountMax(Math.min(readerCountMax, readerCountMax(limits) / 2));
    }
}
