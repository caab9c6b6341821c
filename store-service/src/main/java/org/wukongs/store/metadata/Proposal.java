package org.wukongs.store.metadata;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.wukongs.csparql.NTriples;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A change of what all nodes agree on. Whether it holds is decided when it is applied, by {@link
 * ClusterState}. A proposal in a frame has the type's code and the components in the order of their
 * declaration; a component that is out of its bounds is a USER error where it is made or read.
 *
 * <p>{@link Found} and {@link Join} may come from anybody, all others from members only.
 */
public sealed interface Proposal {

    ProposalType type();

    void putTo(WireWriter out);

    /** Reads a proposal of a record of a version, of which nothing is trusted. */
    static Proposal read(ProposalType type, int version, WireReader in) {
        return switch (type) {
            case FOUND ->
                    new Found(
                            in.getString(),
                            in.getInt(),
                            in.getList(
                                    "founding nodes",
                                    ClusterLimits.MEMBER_COUNT_MAX,
                                    Integer.BYTES,
                                    WireReader::getInt));
            case JOIN ->
                    new Join(
                            in.getString(),
                            in.getInt(),
                            NodeIdentity.read(in),
                            in.getString(),
                            in.getStrings("addresses of a node", ClusterLimits.ADDRESS_COUNT_MAX));
            case LEAVE -> new Leave(in.getInt(), version >= MetadataRecord.ENTRIES_VERSION);
            case FENCE -> new Fence(in.getInt(), in.getLong());
            case ADD_PREDICATES ->
                    new AddPredicates(
                            in.getStrings("predicates", ClusterLimits.PREDICATE_COUNT_MAX));
            case PUBLISH_PLAN -> new PublishPlan(in.getLong(), in.getLong(), batches(in));
            case TAKE_OVER -> new TakeOver(in.getInt(), in.getInt(), partitions(in));
            case CHANGE -> Change.read(in);
            case NAME_QUERY -> new NameQuery(in.getString(), in.getString(), in.getBoolean());
            case PUBLISH_DIVIDED ->
                    new PublishDivided(in.getLong(), in.getLong(), in.getLong(), batches(in));
            case MOVE_PARTITIONS ->
                    new MovePartitions(
                            in.getLong(), in.getLong(), in.getLong(), in.getInt(), partitions(in));
            case ENTER -> new Enter();
            case MOVE_HOMES -> new MoveHomes(in.getLong(), in.getLong(), in.getLong(), in.getInt());
            case CHECKPOINTED -> new Checkpointed(in.getLong());
            case SNAPSHOT_PART ->
                    new SnapshotPart(in.getLong(), in.getInt(), in.getInt(), in.getBytes());
        };
    }

    private static List<StreamBatch> batches(WireReader in) {
        return in.getList(
                "streams of a plan",
                ClusterLimits.STREAM_COUNT_MAX,
                Integer.BYTES + Long.BYTES,
                StreamBatch::read);
    }

    private static List<Integer> partitions(WireReader in) {
        return in.getList(
                "vertex partitions", Vids.PARTITION_COUNT, Integer.BYTES, WireReader::getInt);
    }

    /**
     * Founds the cluster. Its vertex partitions belong to the founding nodes, in contiguous parts
     * ({@link org.wukongs.stream.VertexOwners}), whether these are members yet or not.
     *
     * @param cluster its name
     * @param format of everything that the nodes write and tell each other
     * @param nodes numbers of the founding nodes
     */
    record Found(String cluster, int format, List<Integer> nodes) implements Proposal {
        public Found {
            ClusterLimits.checkName("name of a cluster", cluster);
            nodes = List.copyOf(nodes);
            ClusterLimits.checkCount("founding nodes", nodes, 1, ClusterLimits.MEMBER_COUNT_MAX);
            nodes.forEach(ClusterLimits::checkNode);
            ClusterLimits.checkDistinct("founding nodes", nodes);
        }

        @Override
        public ProposalType type() {
            return ProposalType.FOUND;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(cluster).putInt(format);
            out.putList(nodes, (node, to) -> to.putInt(node));
        }
    }

    /**
     * A node joins, or comes back after a start.
     *
     * @param cluster name of the cluster that it wants to join
     * @param format that it writes and understands
     * @param identity which process it is
     * @param host name of its machine, as Flink names it too
     * @param addresses where it listens
     */
    record Join(
            String cluster, int format, NodeIdentity identity, String host, List<String> addresses)
            implements Proposal {
        public Join {
            ClusterLimits.checkName("name of a cluster", cluster);
            ClusterLimits.checkAddress("host", host);
            addresses = List.copyOf(addresses);
            ClusterLimits.checkCount(
                    "addresses of a node", addresses, 1, ClusterLimits.ADDRESS_COUNT_MAX);
            addresses.forEach(address -> ClusterLimits.checkAddress("address", address));
        }

        @Override
        public ProposalType type() {
            return ProposalType.JOIN;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(cluster).putInt(format);
            identity.putTo(out);
            out.putString(host).putStrings(addresses);
        }
    }

    /**
     * A node that has nothing is no member any longer. If it takes part in changes, it does so no
     * longer from the next plan on, and its number is never given to another node.
     *
     * @param isAny false in records of older versions: by their rules the first founding node,
     *     which had the entries of catalogs, could not leave
     */
    record Leave(int node, boolean isAny) implements Proposal {
        public Leave {
            ClusterLimits.checkNode(node);
        }

        public Leave(int node) {
            this(node, true);
        }

        @Override
        public ProposalType type() {
            return ProposalType.LEAVE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node);
        }
    }

    /**
     * The proposer, which has joined and is none of the founding nodes, takes part in changes from
     * the next plan on: each change of that one and those after it is staged at this node, too.
     */
    record Enter() implements Proposal {
        @Override
        public ProposalType type() {
            return ProposalType.ENTER;
        }

        @Override
        public void putTo(WireWriter out) {
            // the record says who proposes it
        }
    }

    /**
     * Ends an epoch of a member that is declared gone: it keeps its vertex partitions, but whatever
     * it proposes is refused until it has joined again.
     */
    record Fence(int node, long epoch) implements Proposal {
        public Fence {
            ClusterLimits.checkNode(node);
        }

        @Override
        public ProposalType type() {
            return ProposalType.FENCE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node).putLong(epoch);
        }
    }

    /**
     * Predicates get ids, in this order, if they have none. All of them do, or none.
     *
     * @param terms IRIs in N-Triples, in normal form
     */
    record AddPredicates(List<String> terms) implements Proposal {
        public AddPredicates {
            terms = List.copyOf(terms);
            ClusterLimits.checkCount("predicates", terms, 1, ClusterLimits.PREDICATE_COUNT_MAX);
            terms.forEach(AddPredicates::check);
        }

        private static void check(String term) {
            InputLimits.checkLength("a predicate", term, ClusterLimits.PREDICATE_CHARS_MAX);
            if (!term.startsWith("<") || !NTriples.isCanonical(term)) {
                throw WukongsException.user("a predicate must be an IRI: term=" + term);
            }
        }

        @Override
        public ProposalType type() {
            return ProposalType.ADD_PREDICATES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putStrings(terms);
        }
    }

    /**
     * The injection plan of a number. The first one in the log counts.
     *
     * @param plan its number, one more than that of the newest
     * @param change number of the change of the proposer that it carries out
     * @param batches the streams that come further with it
     */
    record PublishPlan(long plan, long change, List<StreamBatch> batches) implements Proposal {
        public PublishPlan {
            ClusterLimits.checkPlan(plan);
            InputLimits.checkRange("number of a change", change, 0, Long.MAX_VALUE - 1);
            batches = List.copyOf(batches);
            ClusterLimits.checkCount(
                    "streams of a plan", batches, 0, ClusterLimits.STREAM_COUNT_MAX);
            ClusterLimits.checkDistinct(
                    "streams of a plan", batches.stream().map(StreamBatch::stream).toList());
        }

        @Override
        public ProposalType type() {
            return ProposalType.PUBLISH_PLAN;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(plan).putLong(change).putList(batches, StreamBatch::putTo);
        }
    }

    /**
     * The injection plan of a number, as {@link PublishPlan}, whose changes of stored graphs were
     * divided between the owners of vertex partitions.
     *
     * @param owners version of the owners that it was divided between: it has no turn if partitions
     *     have moved since
     */
    record PublishDivided(long plan, long change, long owners, List<StreamBatch> batches)
            implements Proposal {
        public PublishDivided {
            batches = new PublishPlan(plan, change, batches).batches();
            ClusterLimits.checkOwners(owners);
        }

        PublishPlan plain() {
            return new PublishPlan(plan, change, batches);
        }

        @Override
        public ProposalType type() {
            return ProposalType.PUBLISH_DIVIDED;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(plan).putLong(change).putLong(owners);
            out.putList(batches, StreamBatch::putTo);
        }
    }

    /**
     * The proposer gives vertex partitions to another member. That is the plan of a number, too:
     * what the partitions have is staged at all nodes as a change, and from its turn on they belong
     * to the other member.
     *
     * @param plan its number, one more than that of the newest
     * @param change number of the change of the proposer that moves what they have
     * @param owners version of the owners before
     */
    record MovePartitions(long plan, long change, long owners, int to, List<Integer> partitions)
            implements Proposal {
        public MovePartitions {
            ClusterLimits.checkPlan(plan);
            InputLimits.checkRange("number of a change", change, 0, Long.MAX_VALUE - 1);
            ClusterLimits.checkOwners(owners);
            ClusterLimits.checkNode(to);
            partitions = List.copyOf(partitions);
            ClusterLimits.checkCount("partitions that move", partitions, 1, Vids.PARTITION_COUNT);
            partitions.forEach(ClusterLimits::checkPartition);
            ClusterLimits.checkDistinct("partitions that move", partitions);
        }

        PublishPlan plain() {
            return new PublishPlan(plan, change, List.of());
        }

        @Override
        public ProposalType type() {
            return ProposalType.MOVE_PARTITIONS;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(plan).putLong(change).putLong(owners).putInt(to);
            out.putList(partitions, (partition, each) -> each.putInt(partition));
        }
    }

    /**
     * The proposer gives all its streams, and the queries that read them, to another member. That
     * is the plan of a number, too: what the proposer has of them is staged as a change, and from
     * its turn on the other member is their home.
     *
     * @param plan its number, one more than that of the newest
     * @param change number of the change of the proposer that moves them
     * @param owners version of the owners of vertex partitions that the change was divided between
     */
    record MoveHomes(long plan, long change, long owners, int to) implements Proposal {
        public MoveHomes {
            ClusterLimits.checkPlan(plan);
            InputLimits.checkRange("number of a change", change, 0, Long.MAX_VALUE - 1);
            ClusterLimits.checkOwners(owners);
            ClusterLimits.checkNode(to);
        }

        PublishPlan plain() {
            return new PublishPlan(plan, change, List.of());
        }

        @Override
        public ProposalType type() {
            return ProposalType.MOVE_HOMES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(plan).putLong(change).putLong(owners).putInt(to);
        }
    }

    /**
     * A member gets vertex partitions of a node that is gone, and takes them from its durable copy.
     *
     * @param from a node that is fenced, or has never joined
     */
    record TakeOver(int from, int to, List<Integer> partitions) implements Proposal {
        public TakeOver {
            ClusterLimits.checkNode(from);
            ClusterLimits.checkNode(to);
            partitions = List.copyOf(partitions);
            ClusterLimits.checkCount(
                    "partitions that are taken over", partitions, 1, Vids.PARTITION_COUNT);
            partitions.forEach(ClusterLimits::checkPartition);
            ClusterLimits.checkDistinct("partitions that are taken over", partitions);
        }

        @Override
        public ProposalType type() {
            return ProposalType.TAKE_OVER;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(from).putInt(to);
            out.putList(partitions, (partition, to) -> to.putInt(partition));
        }
    }

    /**
     * The proposer's checkpoints have everything that follows from the records up to a position,
     * the oldest one that it keeps too: no start of it reads them.
     *
     * @param position of a record before this one
     */
    record Checkpointed(long position) implements Proposal {
        public Checkpointed {
            InputLimits.checkRange("position in the metadata log", position, 0, Long.MAX_VALUE);
        }

        @Override
        public ProposalType type() {
            return ProposalType.CHECKPOINTED;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(position);
        }
    }

    /**
     * A part of a {@link ClusterSnapshot}, for nodes that begin when the records before it are
     * gone. It changes nothing.
     *
     * @param position of the snapshot
     * @param part its number, from 0 on
     * @param partCount of the snapshot
     * @param bytes which come after those of the part before
     */
    record SnapshotPart(long position, int part, int partCount, byte[] bytes) implements Proposal {

        /** A part is a proposal among others, which wait for it. */
        static final int BYTES_MAX = 1 << 20;

        /** More than a snapshot in a frame can have. */
        static final int COUNT_MAX = 1 << 8;

        public SnapshotPart {
            InputLimits.checkRange("position in the metadata log", position, 0, Long.MAX_VALUE);
            InputLimits.checkRange("parts of a snapshot", partCount, 1, COUNT_MAX);
            InputLimits.checkRange("part of a snapshot", part, 0, partCount - 1);
            InputLimits.checkRange("bytes of a part of a snapshot", bytes.length, 1, BYTES_MAX);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SnapshotPart of
                    && position == of.position
                    && part == of.part
                    && partCount == of.partCount
                    && Arrays.equals(bytes, of.bytes);
        }

        @Override
        public int hashCode() {
            return Objects.hash(position, part, partCount, Arrays.hashCode(bytes));
        }

        @Override
        public ProposalType type() {
            return ProposalType.SNAPSHOT_PART;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(position).putInt(part).putInt(partCount).putBytes(bytes);
        }
    }

    /**
     * The proposer takes the name of a continuous query, or gives it back.
     *
     * @param template of the query, empty if it has none
     */
    record NameQuery(String name, String template, boolean taken) implements Proposal {
        public NameQuery {
            ClusterLimits.checkName("name of a query", name);
            InputLimits.checkLength("name of a template", template, InputLimits.NAME_CHARS_MAX);
        }

        @Override
        public ProposalType type() {
            return ProposalType.NAME_QUERY;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(name).putString(template).putBoolean(taken);
        }
    }

    /**
     * A change of streams, queries or catalog entries, as a node's own log has it: layouts and
     * checks are those of {@link NodeRecord}.
     */
    record Change(NodeRecord record) implements Proposal {
        public Change {
            NodeChanges.check(record);
        }

        private static Change read(WireReader in) {
            return new Change(NodeRecord.read(NodeChanges.type(in.getByte()), in));
        }

        @Override
        public ProposalType type() {
            return ProposalType.CHANGE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putByte(record.type().code());
            record.putTo(out);
        }
    }
}
