package org.wukongs.store.metadata;

import java.util.Arrays;
import java.util.List;
import org.wukongs.id.Vids;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Which node has which vertex partition, and the moves under way. A move has four steps, each a
 * record: begin, copy complete, hand over, drop complete.
 *
 * <p>Invariants: a partition has one owner at each plan; a partition that moves belongs to {@code
 * from} before the plan of its handing over, and to {@code to} from then on.
 */
final class Ownership {

    /** The owner of everything before the cluster is founded. */
    static final int NOBODY = -1;

    private final int[] owners = new int[Vids.PARTITION_COUNT]; // while it moves, from
    private final PartitionMove[] moves = new PartitionMove[Vids.PARTITION_COUNT];

    Ownership() {
        Arrays.fill(owners, NOBODY);
    }

    void found(List<Integer> nodes) {
        VertexOwners parts = VertexOwners.of(nodes.size());
        for (int partition = 0; partition < owners.length; partition++) {
            owners[partition] = nodes.get(parts.owner(partition)); // a vid's low bits
        }
    }

    /** Returns a partition's owner at a plan: who answers readers of it, and gets its batches. */
    int owner(int partition, long plan) {
        PartitionMove move = moves[partition];
        return move != null && move.isHandedOver() && plan >= move.ownedPlan()
                ? move.to()
                : owners[partition];
    }

    /** Returns who gets a partition's batches of a plan beside its owner, NOBODY if none does. */
    int secondReceiver(int partition, long plan) {
        PartitionMove move = moves[partition];
        return move != null && plan >= move.begunPlan() && owner(partition, plan) != move.to()
                ? move.to()
                : NOBODY;
    }

    /** Returns a partition's move, null if it does not move. */
    PartitionMove move(int partition) {
        return moves[partition];
    }

    /** Returns true if a node has a partition, or will have one, or has not dropped one. */
    boolean involves(int node) {
        for (int partition = 0; partition < owners.length; partition++) {
            PartitionMove move = moves[partition];
            if (owners[partition] == node || (move != null && move.to() == node)) {
                return true;
            }
        }
        return false;
    }

    Refused begin(Proposal.BeginMove begin, Members members, long newestPlan) {
        int partition = begin.partition();
        if (moves[partition] != null) {
            return Refused.of(Refusal.MOVES, "partition", partition, "move", moves[partition]);
        }
        if (owners[partition] != begin.from()) {
            return notTheOwner(partition, begin.from());
        }
        if (begin.from() == begin.to() || !members.isJoined(begin.to())) {
            return Refused.of(Refusal.NOT_A_MEMBER, "to", begin.to(), "from", begin.from());
        }
        if (!isAhead(begin.plan(), newestPlan)) {
            return outOfRange(begin.plan(), newestPlan);
        }
        moves[partition] = PartitionMove.begun(begin.from(), begin.to(), begin.plan());
        return null;
    }

    Refused completeCopy(Proposal.CompleteCopy copy, int proposer, long newestPlan) {
        PartitionMove move = moves[copy.partition()];
        if (move == null || move.isCopied() || move.to() != proposer) {
            return notThisStep(copy.partition(), move, proposer);
        }
        if (copy.plan() < move.begunPlan() || copy.plan() > newestPlan) {
            return outOfRange(copy.plan(), newestPlan);
        }
        moves[copy.partition()] = move.copied(copy.plan());
        return null;
    }

    Refused handOver(Proposal.HandOver handOver, int proposer, long newestPlan) {
        PartitionMove move = moves[handOver.partition()];
        if (move == null || !move.isCopied() || move.isHandedOver()) {
            return notThisStep(handOver.partition(), move, proposer);
        }
        if (!isAhead(handOver.plan(), newestPlan)) {
            return outOfRange(handOver.plan(), newestPlan);
        }
        moves[handOver.partition()] = move.handedOver(handOver.plan());
        return null;
    }

    Refused completeDrop(Proposal.CompleteDrop drop, int proposer, long newestPlan) {
        PartitionMove move = moves[drop.partition()];
        if (move == null || !move.isHandedOver() || move.from() != proposer) {
            return notThisStep(drop.partition(), move, proposer);
        }
        if (move.ownedPlan() > newestPlan) {
            return outOfRange(move.ownedPlan(), newestPlan);
        }
        settle(drop.partition(), move.to());
        return null;
    }

    Refused cancel(Proposal.CancelMove cancel, int proposer) {
        PartitionMove move = moves[cancel.partition()];
        if (move == null || move.isHandedOver()) {
            return notThisStep(cancel.partition(), move, proposer);
        }
        moves[cancel.partition()] = null;
        return null;
    }

    Refused takeOver(Proposal.TakeOver takeOver, Members members) {
        if (members.isJoined(takeOver.from())) {
            return Refused.of(Refusal.STILL_A_MEMBER, "from", takeOver.from());
        }
        if (!members.isJoined(takeOver.to())) {
            return Refused.of(Refusal.NOT_A_MEMBER, "to", takeOver.to());
        }
        for (int partition : takeOver.partitions()) {
            if (!isLeftBehind(partition, takeOver)) {
                return notTheOwner(partition, takeOver.from());
            }
        }
        takeOver.partitions().forEach(partition -> settle(partition, takeOver.to()));
        return null;
    }

    /**
     * Returns true if the node that is gone has the partition, or has handed it over to the one
     * that takes it and will never say that it has dropped it.
     */
    private boolean isLeftBehind(int partition, Proposal.TakeOver takeOver) {
        PartitionMove move = moves[partition];
        if (move == null || !move.isHandedOver()) {
            return owners[partition] == takeOver.from();
        }
        return move.to() == takeOver.from()
                || (move.from() == takeOver.from() && move.to() == takeOver.to());
    }

    private void settle(int partition, int owner) {
        owners[partition] = owner;
        moves[partition] = null;
    }

    private static boolean isAhead(long plan, long newestPlan) {
        return plan > newestPlan && plan <= newestPlan + ClusterLimits.PLANS_AHEAD_MAX;
    }

    private static Refused outOfRange(long plan, long newestPlan) {
        return Refused.of(
                Refusal.PLAN_OUT_OF_RANGE,
                "plan",
                plan,
                "newestPlan",
                newestPlan,
                "plansAheadMax",
                ClusterLimits.PLANS_AHEAD_MAX);
    }

    private Refused notTheOwner(int partition, int node) {
        return Refused.of(
                Refusal.NOT_THE_OWNER,
                "partition",
                partition,
                "node",
                node,
                "owner",
                owner(partition, ClusterLimits.PLAN_MAX));
    }

    private static Refused notThisStep(int partition, PartitionMove move, int proposer) {
        return Refused.of(
                Refusal.NOT_THIS_STEP,
                "partition",
                partition,
                "proposer",
                proposer,
                "move",
                move == null ? "none" : move);
    }

    void putTo(WireWriter out) {
        for (int partition = 0; partition < owners.length; partition++) {
            PartitionMove move = moves[partition];
            out.putInt(owners[partition]).putBoolean(move != null);
            if (move != null) {
                out.putInt(move.to())
                        .putLong(move.begunPlan())
                        .putLong(move.copiedPlan())
                        .putLong(move.ownedPlan());
            }
        }
    }

    static Ownership read(WireReader in) {
        Ownership read = new Ownership();
        for (int partition = 0; partition < read.owners.length; partition++) {
            int owner = in.getInt();
            read.owners[partition] = owner == NOBODY ? owner : ClusterLimits.checkNode(owner);
            if (in.getBoolean()) {
                read.moves[partition] =
                        new PartitionMove(
                                owner, in.getInt(), in.getLong(), in.getLong(), in.getLong());
            }
        }
        return read;
    }
}
