package org.wukongs.flink.lookup;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.Internal;
import org.wukongs.flink.common.StoreConnector;

/**
 * Settings of the lookups of a subtask; serialized with the job graph.
 *
 * @param connections threads with a connection each
 */
@Internal
public record LookupSettings(
        StoreConnector store, int connections, Batches batches, Retries retries, Cache cache)
        implements Serializable {

    /** Lets each of the store's query workers have a request. */
    public static final int CONNECTIONS_DEFAULT = 4;

    /**
     * How lookups are joined to requests.
     *
     * @param lookupsMax how many lookups at most in one request
     * @param waitMs how long the first lookup of a request waits for others; those that come while
     *     all connections are busy go together anyway
     */
    public record Batches(int lookupsMax, long waitMs) implements Serializable {

        /** With more, a lookup costs hardly less, but waits for more others. */
        public static final int LOOKUPS_MAX_DEFAULT = 64;

        public static final Batches DEFAULT = new Batches(LOOKUPS_MAX_DEFAULT, 0);
    }

    /**
     * Retries of requests that failed for a transient reason.
     *
     * @param countMax how many tries at most after the first
     */
    public record Retries(int countMax, Duration within) implements Serializable {

        /** Twice as long as a job waits for a store that restarts. */
        public static final Duration WITHIN_DEFAULT = Duration.ofMinutes(1);
    }

    /**
     * The cache of a subtask.
     *
     * @param rowsMax 0 for no cache; a lookup without rows counts as one
     * @param expireAfterWriteMs {@link Long#MAX_VALUE} for never
     */
    public record Cache(long rowsMax, long expireAfterWriteMs) implements Serializable {

        public static final Cache NONE = new Cache(0, 0);

        /** A few megabytes of short rows. */
        public static final long ROWS_MAX_DEFAULT = 10_000;
    }
}
