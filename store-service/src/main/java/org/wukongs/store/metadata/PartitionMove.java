package org.wukongs.store.metadata;

/**
 * A vertex partition on its way from one node to another.
 *
 * @param from the earlier owner, who has the partition until the move has ended
 * @param to the new owner
 * @param begunPlan from this plan on, {@code to} gets the partition's batches as well
 * @param copiedPlan up to this plan, {@code to} has the partition; 0 before that is known
 * @param ownedPlan from this plan on, {@code to} is the owner; 0 before that is agreed
 */
public record PartitionMove(int from, int to, long begunPlan, long copiedPlan, long ownedPlan) {

    public PartitionMove {
        ClusterLimits.checkNode(from);
        ClusterLimits.checkNode(to);
        ClusterLimits.checkPlan(begunPlan);
        boolean inOrder =
                copiedPlan == 0
                        ? ownedPlan == 0
                        : copiedPlan >= begunPlan && (ownedPlan == 0 || ownedPlan > copiedPlan);
        if (!inOrder || from == to) {
            throw new IllegalArgumentException(
                    "not a move: from="
                            + from
                            + " to="
                            + to
                            + " begunPlan="
                            + begunPlan
                            + " copiedPlan="
                            + copiedPlan
                            + " ownedPlan="
                            + ownedPlan);
        }
    }

    static PartitionMove begun(int from, int to, long plan) {
        return new PartitionMove(from, to, plan, 0, 0);
    }

    PartitionMove copied(long plan) {
        return new PartitionMove(from, to, begunPlan, plan, 0);
    }

    PartitionMove handedOver(long plan) {
        return new PartitionMove(from, to, begunPlan, copiedPlan, plan);
    }

    public boolean isCopied() {
        return copiedPlan != 0;
    }

    public boolean isHandedOver() {
        return ownedPlan != 0;
    }
}
