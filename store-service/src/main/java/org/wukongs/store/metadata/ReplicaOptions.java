package org.wukongs.store.metadata;

import java.util.concurrent.TimeUnit;

/**
 * Options of a replica of the metadata.
 *
 * @param waitingMax proposals that may wait for those before them
 * @param repeatNs time after which a proposal that was not read from the log is appended again
 * @param proposalTimeoutNs time after which a proposal without an outcome is given up
 * @param recordsMax records that a call of {@link MetadataReplica#doWork} applies at most
 */
public record ReplicaOptions(
        int waitingMax, long repeatNs, long proposalTimeoutNs, int recordsMax) {

    /** Ten plans a second and a few changes: minutes of them, and some MB. */
    private static final int WAITING_MAX_DEFAULT = 1 << 12;

    /** Longer than Kafka's client tries by itself, so that a repetition is rare. */
    private static final long REPEAT_NS_DEFAULT = TimeUnit.SECONDS.toNanos(12);

    /** Longer than a Kafka cluster needs for another leader. */
    private static final long PROPOSAL_TIMEOUT_NS_DEFAULT = TimeUnit.SECONDS.toNanos(60);

    /** A millisecond's work. */
    private static final int RECORDS_MAX_DEFAULT = 256;

    public static final ReplicaOptions DEFAULT =
            new ReplicaOptions(
                    WAITING_MAX_DEFAULT,
                    REPEAT_NS_DEFAULT,
                    PROPOSAL_TIMEOUT_NS_DEFAULT,
                    RECORDS_MAX_DEFAULT);

    public ReplicaOptions {
        if (waitingMax < 1 || repeatNs < 1 || proposalTimeoutNs < 1 || recordsMax < 1) {
            throw new IllegalArgumentException(
                    "limits are 1 or more: waitingMax="
                            + waitingMax
                            + " repeatNs="
                            + repeatNs
                            + " proposalTimeoutNs="
                            + proposalTimeoutNs
                            + " recordsMax="
                            + recordsMax);
        }
    }
}
