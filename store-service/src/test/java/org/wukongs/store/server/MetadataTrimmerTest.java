package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.store.metadata.ClusterSnapshot;
import org.wukongs.store.metadata.ClusterState;
import org.wukongs.store.metadata.MetadataPoint;
import org.wukongs.store.metadata.MetadataRecord;
import org.wukongs.store.metadata.MetadataReplica;
import org.wukongs.store.metadata.NodeIdentity;
import org.wukongs.store.metadata.Proposal;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.metadata.SnapshotParts;

/** Two nodes, of which the first one trims, and a third that joins meanwhile. */
class MetadataTrimmerTest {

    private static final int TRIM_AFTER = 8;
    private static final int STEPS = 12;

    private final SharedMetadata metadata = new SharedMetadata();
    private long sequence;

    private static Proposal.Join join(int node) {
        NodeIdentity identity = new NodeIdentity(node, 100 + node, 1, 7);
        return new Proposal.Join("c", ClusterState.FORMAT, identity, "host", List.of("a:1", "b:2"));
    }

    private void append(long epoch, Proposal proposal) {
        byte[] record = new MetadataRecord(epoch, ++sequence, proposal).encode();
        metadata.open(MetadataPoint.START).append(record);
    }

    /** Returns the position of the third node's joining, which comes after so many steps. */
    private long trim(int joinsAfter) {
        append(0, new Proposal.Found("c", ClusterState.FORMAT, List.of(1, 2)));
        append(0, join(1));
        append(0, join(2));
        for (int i = 0; i < 2 * TRIM_AFTER; i++) {
            append(2, new Proposal.AddPredicates(List.of("<u:p" + i + ">")));
        }
        append(2, new Proposal.Checkpointed(metadata.size() - 1));
        MetadataReplica replica =
                MetadataReplica.open(
                        metadata.open(MetadataPoint.START),
                        join(1).identity(),
                        ReplicaOptions.DEFAULT,
                        () -> 0);
        ClusterAgent agent = new ClusterAgent(replica, () -> 0);
        agent.doWork();
        new MetadataTrimmer(agent, TRIM_AFTER).checkpointed(TRIM_AFTER + 2);
        long joined = 0;
        for (int step = 0; step < STEPS; step++) {
            if (step == joinsAfter) {
                append(0, join(9));
                joined = metadata.size();
            }
            agent.doWork();
        }
        agent.onClose();
        return joined;
    }

    /** It may need everything. */
    private void assertHoldsBack(int joinsAfter) {
        trim(joinsAfter);
        assertThat(metadata.forgotten()).isZero();
    }

    /** It needs all records since, so the snapshot in the log does not have its joining. */
    private void assertBeginsWithTheSnapshot(int joinsAfter) {
        long joined = trim(joinsAfter);
        assertThat(metadata.forgotten()).isEqualTo(TRIM_AFTER + 2);
        ClusterSnapshot found =
                SnapshotParts.find(metadata.open(MetadataPoint.START), Long.MAX_VALUE, () -> 0);
        assertThat(found.point().position()).isBetween(metadata.forgotten(), joined - 1);
        assertThat(found.state().member(9)).isNull();
    }

    @Test
    void aNodeThatJoinsFirstHoldsTheLogBack() {
        assertHoldsBack(0);
    }

    @Test
    void aNodeThatJoinsBeforeTheSnapshotIsTakenHoldsTheLogBack() {
        assertHoldsBack(2);
    }

    @Test
    void aNodeThatJoinsBeforeTheSnapshotIsWrittenBeginsWithIt() {
        assertBeginsWithTheSnapshot(3);
    }

    @Test
    void aNodeThatJoinsBeforeTheRecordsGoBeginsWithTheSnapshot() {
        assertBeginsWithTheSnapshot(4);
    }

    @Test
    void aNodeThatJoinsAfterAllBeginsWithTheSnapshot() {
        assertBeginsWithTheSnapshot(STEPS - 1);
    }
}
