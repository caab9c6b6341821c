package org.wukongs.store.metadata;

import java.util.concurrent.TimeUnit;

/**
 * Options of a replica of the metadata.
 *
 * @param waitingMax proposals that may wait for those before them
 * @param repeatNs time after which a proposal that was not read from the log is appended again
 * @param proposalTimeoutNs time after which a proposal without an outcome is given up
 * @param recordsMax records that a call of {@link MetadataReplica#doWork} applies at most
 * @param trimAfter so many positions of the log after its newest checkpoint, a node makes the next
 *     one; if the log has so many that no node needs, they are let go
 */
public record ReplicaOptions(
        int waitingMax, long repeatNs, long proposalTimeoutNs, int recordsMax, long trimAfter) {

    /** Ten plans a second and a few changes: minutes of them, and some MB. */
    private static final int WAITING_MAX_DEFAULT = 1 << 12;

    /** Longer than Kafka's client tries by itself, so that a repetition is rare. */
    private static final long REPEAT_NS_DEFAULT = TimeUnit.SECONDS.toNanos(12);

    /** Longer than a Kafka cluster needs for another leader. */
    private static final long PROPOSAL_TIMEOUT_NS_DEFAULT = TimeUnit.SECONDS.toNanos(60);

    /** A millisecond's work. */
    private static final int RECORDS_MAX_DEFAULT = 256;

    /** Four hours of ten plans a second, some 40 MB; read in seconds. */
    private static final long TRIM_AFTER_DEFAULT = 1 << 17;

    public static final ReplicaOptions DEFAULT =
            new ReplicaOptions(
                    WAITING_MAX_DEFAULT,
                    REPEAT_NS_DEFAULT,
                    PROPOSAL_TIMEOUT_NS_DEFAULT,
                    RECORDS_MAX_DEFAULT,
                    TRIM_AFTER_DEFAULT);

    public ReplicaOptions {
        boolean isAny =
                waitingMax > 0
                        && repeatNs > 0
                        && proposalTimeoutNs > 0
                        && recordsMax > 0
                        && trimAfter > 0;
        if (!isAny) {
            throw new IllegalArgumentException(
                    "limits are 1 or more: waitingMax="
                            + waitingMax
                            + " repeatNs="
                            + repeatNs
                            + " proposalTimeoutNs="
                            + proposalTimeoutNs
                            + " recordsMax="
                            + recordsMax
                            + " trimAfter="
                            + trimAfter);
        }
    }
}
