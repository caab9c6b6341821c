package org.wukongs.store.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;

/** A snapshot of several parts between other records, some of which come twice or are missing. */
class SnapshotPartsTest {

    private final SimulatedLog log = new SimulatedLog(new Random(1));
    private final MetadataLog handle = log.open(MetadataPoint.START);
    private long sequence;

    SnapshotPartsTest() {
        log.endOfFaults();
    }

    /** Returns the bytes of a snapshot with so many predicates of 1,000 characters each. */
    private static byte[] snapshot(long position, int predicates) {
        ClusterState state = new ClusterState();
        NodeIdentity me = new NodeIdentity(0, 1, 1, 1);
        state.apply(1, new MetadataRecord(0, 1, RandomProposals.found()));
        state.apply(2, new MetadataRecord(0, 2, RandomProposals.join(me)));
        for (int i = 0; i < predicates; i++) {
            String term = "<u:" + i + "x".repeat(1_000) + ">";
            Proposal add = new Proposal.AddPredicates(List.of(term));
            assertThat(state.apply(3 + i, new MetadataRecord(1, 3 + i, add)).isAccepted()).isTrue();
        }
        return ClusterSnapshot.encode(new MetadataPoint("simulated", position), state);
    }

    private void append(long epoch, Proposal proposal) {
        append(new MetadataRecord(epoch, ++sequence, proposal).encode());
    }

    private void append(byte[] record) {
        handle.append(record);
        log.step();
    }

    private ClusterSnapshot find() {
        return SnapshotParts.find(log.open(MetadataPoint.START), 1, () -> 0);
    }

    @Test
    void partsComeBetweenOtherRecords() {
        byte[] snapshot = snapshot(7, 5_000);
        List<Proposal> parts = SnapshotParts.of(snapshot);
        assertThat(parts).hasSizeGreaterThan(3);
        List<Proposal> others = SnapshotParts.of(snapshot(5, 4_000));
        append(9, others.get(0)); // its proposer has ended
        append(9, others.get(1));
        append(new byte[] {1, 2, 3});
        for (int i = 0; i < 10; i++) {
            append(1, new Proposal.Enter());
        }
        handle.truncateBefore(6);
        for (Proposal part : parts) {
            byte[] record = new MetadataRecord(2, ++sequence, part).encode();
            append(record);
            append(9, others.get(others.size() - 1));
            append(record);
        }
        ClusterSnapshot found = find();
        assertThat(found.point()).isEqualTo(new MetadataPoint("simulated", 7));
        assertThat(ClusterSnapshot.encode(found.point(), found.state())).isEqualTo(snapshot);
    }

    /** Its newest record is gone, too: what came between cannot be read. */
    @Test
    void aSnapshotThatIsTooOldIsPassedOver() {
        for (int i = 0; i < 10; i++) {
            append(1, new Proposal.Enter());
        }
        handle.truncateBefore(5);
        SnapshotParts.of(snapshot(4, 1)).forEach(part -> append(1, part));
        SnapshotParts.of(snapshot(5, 2)).forEach(part -> append(1, part));
        SnapshotParts.of(snapshot(8, 3)).forEach(part -> append(1, part));
        assertThat(find().point().position()).isEqualTo(5);
    }

    @Test
    void aLogWithoutASnapshotIsRefused() {
        List<Proposal> parts = new ArrayList<>(SnapshotParts.of(snapshot(3, 3_000)));
        for (int i = 0; i < 3; i++) {
            append(1, new Proposal.Enter());
        }
        handle.truncateBefore(2);
        parts.remove(1);
        parts.forEach(part -> append(1, part));
        assertFails(
                Category.FATAL,
                "the metadata log does not have the records after this node's state: log=simulated"
                        + " position=0 beginPosition=2 and there is no snapshot of them",
                this::find);
    }

    @Test
    void aSnapshotOfAnotherLogIsRefused() {
        append(1, new Proposal.Enter());
        byte[] other = ClusterSnapshot.encode(new MetadataPoint("other", 1), new ClusterState());
        handle.truncateBefore(1);
        SnapshotParts.of(other).forEach(part -> append(1, part));
        assertFails(Category.USER, "the metadata log is another one", this::find);
    }
}
