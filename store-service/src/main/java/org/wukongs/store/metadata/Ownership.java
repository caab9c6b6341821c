package org.wukongs.store.metadata;

import java.util.Arrays;
import java.util.List;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Which node has which vertex partition, from the newest plan that has changed that. Each change
 * makes a new version of all owners; the first one is that of the founding.
 */
final class Ownership {

    /** The owner of everything before the cluster is founded. */
    static final int NOBODY = -1;

    private final int[] owners = new int[Vids.PARTITION_COUNT];
    private long version; // 0 before the cluster is founded
    private long plan; // from which these are the owners

    Ownership() {
        Arrays.fill(owners, NOBODY);
    }

    void found(List<Integer> nodes) {
        VertexOwners parts = VertexOwners.of(nodes.size());
        for (int partition = 0; partition < owners.length; partition++) {
            owners[partition] = nodes.get(parts.owner(partition)); // a vid's low bits
        }
        version = ClusterState.OWNERS_FIRST;
    }

    /** Returns a partition's owner from {@link #plan} on. */
    int owner(int partition) {
        return owners[partition];
    }

    long version() {
        return version;
    }

    long plan() {
        return plan;
    }

    /** Returns true if a node has a partition. */
    boolean involves(int node) {
        for (int owner : owners) {
            if (owner == node) {
                return true;
            }
        }
        return false;
    }

    /** Checks that a change was divided between the owners of now. */
    Refused check(long divided) {
        return divided == version
                ? null
                : Refused.of(Refusal.OWNERS_CHANGED, "owners", divided, "newestOwners", version);
    }

    /** Checks a move, which changes nothing yet. */
    Refused check(Proposal.MovePartitions move, int proposer, Members members) {
        Refused refused = check(move.owners());
        if (refused != null) {
            return refused;
        }
        if (move.to() == proposer || !members.isJoined(move.to())) {
            return Refused.of(Refusal.NOT_A_MEMBER, "to", move.to(), "from", proposer);
        }
        for (int partition : move.partitions()) {
            if (owners[partition] != proposer) {
                return notTheOwner(partition, proposer);
            }
        }
        return null;
    }

    /** Carries out a move that holds. */
    void move(Proposal.MovePartitions move) {
        settle(move.partitions(), move.to(), move.plan());
    }

    Refused takeOver(Proposal.TakeOver takeOver, Members members, long newestPlan) {
        if (members.isJoined(takeOver.from())) {
            return Refused.of(Refusal.STILL_A_MEMBER, "from", takeOver.from());
        }
        if (!members.isJoined(takeOver.to())) {
            return Refused.of(Refusal.NOT_A_MEMBER, "to", takeOver.to());
        }
        for (int partition : takeOver.partitions()) {
            if (owners[partition] != takeOver.from()) {
                return notTheOwner(partition, takeOver.from());
            }
        }
        settle(takeOver.partitions(), takeOver.to(), newestPlan + 1);
        return null;
    }

    private void settle(List<Integer> partitions, int owner, long fromPlan) {
        partitions.forEach(partition -> owners[partition] = owner);
        version++;
        plan = fromPlan;
    }

    private Refused notTheOwner(int partition, int node) {
        return Refused.of(
                Refusal.NOT_THE_OWNER,
                "partition",
                partition,
                "node",
                node,
                "owner",
                owners[partition]);
    }

    void putTo(WireWriter out) {
        out.putLong(version).putLong(plan);
        for (int owner : owners) {
            out.putInt(owner);
        }
    }

    static Ownership read(WireReader in) {
        Ownership read = new Ownership();
        read.version =
                InputLimits.checkRange(
                        "version of owners", in.getLong(), 0, ClusterLimits.OWNERS_MAX);
        read.plan =
                InputLimits.checkRange("number of a plan", in.getLong(), 0, ClusterLimits.PLAN_MAX);
        for (int partition = 0; partition < read.owners.length; partition++) {
            int owner = in.getInt();
            read.owners[partition] = owner == NOBODY ? owner : ClusterLimits.checkNode(owner);
        }
        return read;
    }
}
