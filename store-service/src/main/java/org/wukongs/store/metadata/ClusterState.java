package org.wukongs.store.metadata;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.history.EntryTable;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What all nodes of a cluster agree on, at one position of the metadata log: name and format of the
 * cluster, members and their epochs, owners of vertex partitions, predicates, the newest injection
 * plan, homes of streams and queries, entries of table catalogs.
 *
 * <p>A function of the records that were applied, and of nothing else: equal positions mean equal
 * states. Each rule is checked here, when a record is applied, so that no node has to ask another
 * whether its proposal holds. Owned by one thread.
 */
public final class ClusterState {

    /** The format that this version of the store founds clusters with, and can join. */
    public static final int FORMAT = 1;

    /** The owner of a vertex partition that nobody has. */
    public static final int NOBODY = Ownership.NOBODY;

    /** The version of the owners of vertex partitions that a cluster is founded with. */
    public static final long OWNERS_FIRST = 1;

    /** The version of a snapshot from which on it has the entries of catalogs. */
    private static final int ENTRIES_VERSION = 5;

    /** A store of one node is none of a cluster. */
    private static final int NODE_COUNT_MIN = 2;

    private String cluster = ""; // not founded
    private int format;
    private List<Integer> founders = List.of();
    private final Members members;
    private final Ownership ownership;
    private final Predicates predicates;
    private final Plans plans;
    private final Streams streams;
    private final Queries queries;
    private final EntryTable entries;

    /** The state before the first record. */
    public ClusterState() {
        this(
                new Members(),
                new Ownership(),
                new Predicates(),
                new Plans(),
                new Streams(),
                new Queries(),
                noEntries());
    }

    private ClusterState(
            Members members,
            Ownership ownership,
            Predicates predicates,
            Plans plans,
            Streams streams,
            Queries queries,
            EntryTable entries) {
        this.members = members;
        this.ownership = ownership;
        this.predicates = predicates;
        this.plans = plans;
        this.streams = streams;
        this.queries = queries;
        this.entries = entries;
    }

    private static EntryTable noEntries() {
        return new EntryTable(
                ClusterLimits.ENTRIES_CHARS_MAX, ClusterLimits.ENTRIES_CHARS_PER_TEXT);
    }

    /**
     * Applies a record.
     *
     * @param position of the record in the log
     * @return what became of the proposal; null if it came a second time, and changes nothing
     */
    public Outcome apply(long position, MetadataRecord record) {
        Proposal proposal = record.proposal();
        if (proposal instanceof Proposal.Found found) {
            return found(position, found);
        }
        if (cluster.isEmpty()) {
            return Outcome.of(position, Refused.of(Refusal.NOT_FOUNDED));
        }
        if (proposal instanceof Proposal.Join join) {
            return join(position, join);
        }
        int proposer = members.node(record.epoch());
        if (proposer < 0) {
            return Outcome.of(position, Refused.of(Refusal.FENCED, "epoch", record.epoch()));
        }
        if (!members.isNew(record.epoch(), record.sequence())) {
            return null;
        }
        members.seen(record.epoch(), record.sequence());
        return Outcome.of(position, decide(position, proposal, proposer));
    }

    private Outcome found(long position, Proposal.Found found) {
        if (cluster.isEmpty()) {
            cluster = found.cluster();
            format = found.format();
            founders = found.nodes();
            ownership.found(founders);
            return Outcome.of(position, null);
        }
        Refused refused = checkCluster(found.cluster(), found.format());
        if (refused == null && !founders.equals(found.nodes())) {
            refused =
                    Refused.of(
                            Refusal.OTHER_CLUSTER,
                            "cluster",
                            cluster,
                            "foundingNodes",
                            founders,
                            "asked",
                            found.nodes());
        }
        return refused == null ? Outcome.known(position) : Outcome.of(position, refused);
    }

    private Refused checkCluster(String name, int version) {
        if (!cluster.equals(name)) {
            return Refused.of(Refusal.OTHER_CLUSTER, "cluster", cluster, "asked", name);
        }
        if (format != version) {
            return Refused.of(Refusal.OTHER_FORMAT, "format", format, "asked", version);
        }
        return null;
    }

    private Outcome join(long position, Proposal.Join join) {
        NodeIdentity identity = join.identity();
        if (members.knows(identity)) {
            return members.isJoined(identity.node())
                    ? Outcome.known(position)
                    : Outcome.of(position, Refused.of(Refusal.FENCED, "node", identity.node()));
        }
        Refused refused = checkCluster(join.cluster(), join.format());
        if (refused == null && ownership.hasLeft(identity.node())) {
            refused = Refused.of(Refusal.HAS_LEFT, "node", identity.node());
        }
        return Outcome.of(position, refused == null ? members.join(join) : refused);
    }

    private Refused decide(long position, Proposal proposal, int proposer) {
        return switch (proposal.type()) {
            case LEAVE -> leave((Proposal.Leave) proposal);
            case FENCE -> members.fence((Proposal.Fence) proposal);
            case ADD_PREDICATES -> predicates.add((Proposal.AddPredicates) proposal);
            case PUBLISH_PLAN -> publish((Proposal.PublishPlan) proposal, OWNERS_FIRST);
            case PUBLISH_DIVIDED -> {
                Proposal.PublishDivided divided = (Proposal.PublishDivided) proposal;
                yield publish(divided.plain(), divided.owners());
            }
            case MOVE_PARTITIONS -> move((Proposal.MovePartitions) proposal, proposer);
            case ENTER ->
                    takesPart(proposer)
                            ? Refused.of(Refusal.HAS_ENTERED, "node", proposer)
                            : ownership.enter(proposer, founders.size(), plans.newest());
            case MOVE_HOMES -> moveHomes((Proposal.MoveHomes) proposal, proposer);
            case TAKE_OVER -> takeOver((Proposal.TakeOver) proposal);
            case CHECKPOINTED -> checkpointed(position, (Proposal.Checkpointed) proposal, proposer);
            case SNAPSHOT_PART -> null; // for nodes that begin
            case CHANGE -> change(((Proposal.Change) proposal).record(), proposer);
            case NAME_QUERY -> queries.name((Proposal.NameQuery) proposal, proposer);
            case FOUND, JOIN -> throw new IllegalStateException("not of a member: " + proposal);
        };
    }

    private Refused checkpointed(long position, Proposal.Checkpointed noted, int proposer) {
        if (noted.position() >= position) {
            return Refused.of(
                    Refusal.NOT_BEFORE, "position", noted.position(), "proposal", position);
        }
        members.checkpointed(proposer, noted.position());
        return null;
    }

    /** A plan that does not say who owned what was made before anything could move. */
    private Refused publish(Proposal.PublishPlan plan, long owners) {
        Refused refused = ownership.check(owners);
        return refused == null ? plans.publish(plan) : refused;
    }

    private Refused move(Proposal.MovePartitions move, int proposer) {
        Refused refused = checkTakesPart(move.to());
        if (refused == null) {
            refused = ownership.check(move, proposer, members);
        }
        if (refused == null) {
            refused = plans.publish(move.plain());
        }
        if (refused == null) {
            ownership.move(move);
        }
        return refused;
    }

    private Refused moveHomes(Proposal.MoveHomes move, int proposer) {
        Refused refused = checkTakesPart(move.to());
        if (refused == null && (move.to() == proposer || !members.isJoined(move.to()))) {
            refused = Refused.of(Refusal.NOT_A_MEMBER, "to", move.to(), "from", proposer);
        }
        if (refused == null) {
            refused = ownership.check(move.owners());
        }
        if (refused == null) {
            refused = plans.publish(move.plain());
        }
        if (refused == null) {
            streams.move(proposer, move.to());
            queries.move(proposer, move.to());
        }
        return refused;
    }

    private Refused takeOver(Proposal.TakeOver takeOver) {
        Refused refused = checkTakesPart(takeOver.to());
        return refused == null ? ownership.takeOver(takeOver, members, plans.newest()) : refused;
    }

    private Refused checkTakesPart(int node) {
        return takesPart(node) ? null : Refused.of(Refusal.NOT_ENTERED, "node", node);
    }

    private boolean takesPart(int node) {
        boolean hasBegun = founders.contains(node) || ownership.hasEntered(node);
        return hasBegun && !ownership.hasLeft(node);
    }

    private Refused leave(Proposal.Leave leave) {
        int node = leave.node();
        Refused refused = checkHasNothing(node);
        if (refused == null && !leave.isAny() && node == founders.get(0)) {
            return Refused.of(Refusal.HAS_CATALOG, "node", node);
        }
        if (refused == null && takesPart(node)) {
            int partCount = founders.size() + ownership.entered().size() - ownership.left().size();
            if (partCount == NODE_COUNT_MIN) {
                return Refused.of(Refusal.TOO_FEW, "node", node, "nodeCountMin", NODE_COUNT_MIN);
            }
            ownership.leave(node, plans.newest());
        }
        if (refused == null) {
            members.remove(node);
        }
        return refused;
    }

    /** What a node has, it would take away with it. */
    private Refused checkHasNothing(int node) {
        if (ownership.hasLeft(node)) {
            return Refused.of(Refusal.HAS_LEFT, "node", node);
        }
        if (members.member(node) == null) {
            return Refused.of(Refusal.NOT_A_MEMBER, "node", node);
        }
        if (ownership.involves(node)) {
            return Refused.of(Refusal.HAS_PARTITIONS, "node", node);
        }
        String stream = streams.anyOf(node);
        if (stream != null) {
            return Refused.of(Refusal.HAS_STREAMS, "node", node, "stream", stream);
        }
        String query = queries.anyOf(node);
        return query == null ? null : Refused.of(Refusal.HAS_QUERIES, "node", node, "query", query);
    }

    /**
     * Of streams and queries, the nodes carry a change out; here only names are decided. Entries of
     * catalogs are here.
     */
    private Refused change(NodeRecord record, int proposer) {
        return switch (record.type()) {
            case REGISTER_STREAM ->
                    streams.register(((NodeRecord.RegisterStream) record).stream(), proposer);
            case DROP_STREAM -> drop(((NodeRecord.DropStream) record).stream(), proposer);
            case PUT_ENTRY, REPLACE_ENTRY, REMOVE_ENTRY -> refused(entries.apply(record));
            default -> null;
        };
    }

    private Refused drop(String stream, int proposer) {
        Refused refused = streams.drop(stream, proposer);
        if (refused == null) {
            plans.drop(stream);
        }
        return refused;
    }

    private static Refused refused(EntryTable.Result result) {
        return switch (result) {
            case CHANGED -> null;
            case DIFFERS -> Refused.of(Refusal.ENTRY_DIFFERS);
            case TOO_MANY ->
                    Refused.of(Refusal.TOO_MANY, "entryCountMax", EntryTable.ENTRY_COUNT_MAX);
            case TOO_LARGE ->
                    Refused.of(
                            Refusal.ENTRIES_TOO_LARGE, "charsMax", ClusterLimits.ENTRIES_CHARS_MAX);
        };
    }

    /** Returns the name of the cluster, empty if it is not founded. */
    public String cluster() {
        return cluster;
    }

    /** Returns the format of the cluster, 0 if it is not founded. */
    public int format() {
        return format;
    }

    /** Returns the nodes that the cluster was founded with. */
    public List<Integer> founders() {
        return founders;
    }

    /**
     * Returns the nodes that take part in changes from some plan on, besides the founding ones, in
     * the order in which they have entered; those that have left, too.
     */
    public List<EnteredNode> entered() {
        return ownership.entered();
    }

    /** Returns whether a node was removed, for good. */
    public boolean hasLeft(int node) {
        return ownership.hasLeft(node);
    }

    /** Returns all members in order of their numbers, fenced ones too. */
    public Collection<Member> members() {
        return members.all();
    }

    /** Returns a member, null if the node is none. */
    public Member member(int node) {
        return members.member(node);
    }

    /**
     * Returns up to which position no start of a node needs the log, 0 if some node may need all of
     * it.
     */
    public long neededFrom() {
        boolean isComplete =
                founders.stream().allMatch(node -> hasLeft(node) || member(node) != null);
        return !isComplete ? 0 : members().stream().mapToLong(Member::checkpointed).min().orElse(0);
    }

    /** Returns a vertex partition's owner from {@link #ownersPlan} on. */
    public int owner(int partition) {
        return ownership.owner(partition);
    }

    /** Returns the version of the owners, 0 if the cluster is not founded. */
    public long ownersVersion() {
        return ownership.version();
    }

    /**
     * Returns the newest versions of the owners, oldest first: those that nodes may need which have
     * not made the newest plans yet. None if the cluster is not founded.
     */
    public List<OwnersVersion> ownersVersions() {
        return ownership.versions();
    }

    /** Returns the number of the plan from which on these are the owners. */
    public long ownersPlan() {
        return ownership.plan();
    }

    /** Returns the node that has joined with an epoch, negative if none has. */
    public int node(long epoch) {
        return members.node(epoch);
    }

    /** Returns the id of a predicate, 0 if it has none. */
    public int pid(String predicate) {
        return predicates.pid(predicate);
    }

    /** Returns all predicates in order of their ids, which begin with 1. A view. */
    public List<String> predicates() {
        return predicates.terms();
    }

    /** Returns the number of the newest injection plan, 0 if there is none. */
    public long newestPlan() {
        return plans.newest();
    }

    /** Returns the newest batch of each stream in the injection plans so far. A view. */
    public SortedMap<String, Long> vts() {
        return plans.vts();
    }

    /** Returns the node that has each stream, by the stream's name. */
    public SortedMap<String, Integer> streams() {
        return streams.nodes();
    }

    /** Returns the names of the graphs that streams feed. */
    public SortedSet<String> fedGraphs() {
        return streams.graphs();
    }

    /** Returns the number of the node that has a query, negative if there is none of that name. */
    public int queryNode(String name) {
        Queries.Place place = queries.place(name);
        return place == null ? -1 : place.node();
    }

    /** Returns the template of a query, empty if it has none; null if there is no such query. */
    public String queryTemplate(String name) {
        Queries.Place place = queries.place(name);
        return place == null ? null : place.template();
    }

    /** Returns whether there is a query of a template. */
    public boolean hasTemplate(String template) {
        return queries.hasTemplate(template);
    }

    /** Returns the names of all queries in order. A view. */
    public Iterable<String> queryNames() {
        return queries.names();
    }

    /** Returns the entries of table catalogs whose keys begin with a prefix, by key. */
    public List<CatalogEntry> entries(String prefix) {
        return entries.startingWith(prefix);
    }

    /** Equal states have equal bytes. */
    void putTo(WireWriter out) {
        out.putString(cluster).putInt(format);
        out.putList(founders, (node, to) -> to.putInt(node));
        members.putTo(out);
        ownership.putTo(out);
        predicates.putTo(out);
        plans.putTo(out);
        streams.putTo(out);
        queries.putTo(out);
        out.putList(entries(""), CatalogCodecs::put);
    }

    private static EntryTable readEntries(WireReader in) {
        EntryTable entries = noEntries();
        in.getList(
                        "catalog entries",
                        EntryTable.ENTRY_COUNT_MAX,
                        2 * Integer.BYTES,
                        CatalogCodecs::catalogEntry)
                .forEach(entry -> check(entries.apply(new NodeRecord.PutEntry(entry)), entry));
        return entries;
    }

    private static void check(EntryTable.Result result, CatalogEntry entry) {
        if (result != EntryTable.Result.CHANGED) {
            throw new IllegalArgumentException(
                    "no catalog entry of a snapshot: key=" + entry.key() + " result=" + result);
        }
    }

    /** {@code version} is that of the snapshot. */
    static ClusterState read(int version, WireReader in) {
        String cluster = in.getString();
        int format = in.getInt();
        List<Integer> founders =
                in.getList(
                        "founding nodes",
                        ClusterLimits.MEMBER_COUNT_MAX,
                        Integer.BYTES,
                        WireReader::getInt);
        ClusterState read =
                new ClusterState(
                        Members.read(version, in),
                        Ownership.read(version, in),
                        Predicates.read(in),
                        Plans.read(in),
                        Streams.read(in),
                        Queries.read(in),
                        version < ENTRIES_VERSION ? noEntries() : readEntries(in));
        if (!cluster.isEmpty()) {
            Proposal.Found found = new Proposal.Found(cluster, format, founders);
            read.cluster = found.cluster();
            read.format = found.format();
            read.founders = found.nodes();
        }
        return read;
    }
}
