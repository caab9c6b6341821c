package org.wukongs.store.metadata;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Which node has which vertex partition, from the newest plan that has changed that. Each change
 * makes a new version of all owners, and so does a node that enters or leaves; the first one is
 * that of the founding. The newest versions are kept, for nodes that have not made their plans yet.
 */
final class Ownership {

    /** The owner of everything before the cluster is founded. */
    static final int NOBODY = -1;

    /**
     * Versions that are kept. A move needs the plan after those that its node has made, and a node
     * makes eight more than the others at most: so nine of them may be before a node, and more only
     * if nodes come back again and again without it.
     */
    static final int VERSIONS_MAX = 1 << 6;

    private final int[] owners = new int[Vids.PARTITION_COUNT];
    private long version; // 0 before the cluster is founded
    private long plan; // from which these are the owners
    private final Deque<OwnersVersion> earlier = new ArrayDeque<>(); // oldest first
    private final List<EnteredNode> entered = new ArrayList<>(); // in order
    private final List<EnteredNode> left = new ArrayList<>(); // in order

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

    /** Returns the newest versions, oldest first; none before the cluster is founded. */
    List<OwnersVersion> versions() {
        List<OwnersVersion> versions = new ArrayList<>(earlier);
        if (version > 0) {
            versions.add(newest());
        }
        return versions;
    }

    private OwnersVersion newest() {
        return new OwnersVersion(version, plan, owners.clone(), entered, left);
    }

    /** Returns the nodes that have entered, in order. */
    List<EnteredNode> entered() {
        return List.copyOf(entered);
    }

    boolean hasEntered(int node) {
        return entered.stream().anyMatch(each -> each.node() == node);
    }

    /** Returns the nodes that have left, in order. */
    List<EnteredNode> left() {
        return List.copyOf(left);
    }

    boolean hasLeft(int node) {
        return left.stream().anyMatch(each -> each.node() == node);
    }

    /** A node that owns nothing takes part no longer, from the plan after the newest one on. */
    void leave(int node, long newestPlan) {
        settle(List.of(), node, newestPlan + 1);
        left.add(new EnteredNode(node, version, plan));
    }

    /** A node takes part from the plan after the newest one on. */
    Refused enter(int node, int founderCount, long newestPlan) {
        if (founderCount + entered.size() == ClusterLimits.MEMBER_COUNT_MAX) {
            return Refused.of(Refusal.TOO_MANY, "memberCountMax", ClusterLimits.MEMBER_COUNT_MAX);
        }
        settle(List.of(), node, newestPlan + 1);
        entered.add(new EnteredNode(node, version, plan));
        return null;
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
        earlier.add(newest());
        if (earlier.size() == VERSIONS_MAX) {
            earlier.remove();
        }
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

    /**
     * The nodes that have entered: a list of number (int), version and plan (longs); those that
     * have left: the same. The newest version as a whole: its number and plan (longs), the owners
     * (ints). Then a list of those before, from the newest one on: plan (long), and a list of the
     * partitions that had other owners than in the version after it, with these (ints).
     */
    void putTo(WireWriter out) {
        out.putList(entered, EnteredNode::putTo);
        out.putList(left, EnteredNode::putTo);
        out.putLong(version).putLong(plan);
        for (int owner : owners) {
            out.putInt(owner);
        }
        out.putInt(earlier.size());
        int[] after = owners;
        for (Iterator<OwnersVersion> each = earlier.descendingIterator(); each.hasNext(); ) {
            OwnersVersion before = each.next();
            put(before, after, out);
            after = before.owners();
        }
    }

    private static void put(OwnersVersion before, int[] after, WireWriter out) {
        out.putLong(before.plan());
        List<Integer> others = new ArrayList<>();
        for (int partition = 0; partition < after.length; partition++) {
            if (before.owners()[partition] != after[partition]) {
                others.add(partition);
            }
        }
        out.putList(others, (partition, to) -> to.putInt(partition));
        others.forEach(partition -> out.putInt(before.owners()[partition]));
    }

    /** {@code format} is the version of the snapshot. */
    static Ownership read(int format, WireReader in) {
        if (format == 1) {
            return readFirst(in);
        }
        Ownership read = new Ownership();
        if (format > 2) {
            readNodes("nodes that have entered", read.entered, in);
        }
        if (format > 3) {
            readNodes("nodes that have left", read.left, in);
        }
        read.version =
                InputLimits.checkRange(
                        "version of owners", in.getLong(), 0, ClusterLimits.OWNERS_MAX);
        read.plan =
                InputLimits.checkRange("number of a plan", in.getLong(), 0, ClusterLimits.PLAN_MAX);
        read.entered.forEach(read::checkVersion);
        read.left.forEach(read::checkVersion);
        for (int partition = 0; partition < read.owners.length; partition++) {
            int owner = in.getInt();
            read.owners[partition] = owner == NOBODY ? owner : ClusterLimits.checkNode(owner);
        }
        long earlierMax = Math.max(0, Math.min(VERSIONS_MAX, read.version) - 1);
        long count = InputLimits.checkRange("versions of owners", in.getInt(), 0, earlierMax);
        OwnersVersion after = read.newest();
        for (int i = 0; i < count; i++) {
            after = readBefore(after, in);
            read.earlier.addFirst(after);
        }
        return read;
    }

    private void checkVersion(EnteredNode node) {
        InputLimits.checkRange("version of owners", node.version(), 2, version);
    }

    private static void readNodes(String what, List<EnteredNode> nodes, WireReader in) {
        nodes.addAll(
                in.getList(
                        what,
                        ClusterLimits.MEMBER_COUNT_MAX,
                        EnteredNode.BYTES,
                        EnteredNode::read));
        ClusterLimits.checkDistinct(what, nodes.stream().map(EnteredNode::node).toList());
        for (int i = 1; i < nodes.size(); i++) {
            InputLimits.checkRange(
                    "version of owners",
                    nodes.get(i).version(),
                    nodes.get(i - 1).version() + 1,
                    ClusterLimits.OWNERS_MAX);
        }
    }

    /** Reads owners from before there were versions: by partition, owner (int), false (boolean). */
    private static Ownership readFirst(WireReader in) {
        Ownership read = new Ownership();
        for (int partition = 0; partition < read.owners.length; partition++) {
            int owner = in.getInt();
            read.owners[partition] = owner == NOBODY ? owner : ClusterLimits.checkNode(owner);
            if (in.getBoolean()) {
                throw new IllegalArgumentException("moves in steps: partition=" + partition);
            }
        }
        read.version = read.owners[0] == NOBODY ? 0 : ClusterState.OWNERS_FIRST;
        return read;
    }

    private static OwnersVersion readBefore(OwnersVersion after, WireReader in) {
        long plan = InputLimits.checkRange("number of a plan", in.getLong(), 0, after.plan());
        int[] owners = after.owners().clone();
        List<Integer> others =
                in.getList("vertex partitions", owners.length, Integer.BYTES, WireReader::getInt);
        others.forEach(ClusterLimits::checkPartition);
        others.forEach(partition -> owners[partition] = ClusterLimits.checkNode(in.getInt()));
        long number = after.number() - 1;
        return new OwnersVersion(
                number, plan, owners, upTo(number, after.entered()), upTo(number, after.left()));
    }

    private static List<EnteredNode> upTo(long version, List<EnteredNode> nodes) {
        return nodes.stream().filter(each -> each.version() <= version).toList();
    }
}
