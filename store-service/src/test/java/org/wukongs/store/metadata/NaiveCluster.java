package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.StreamDefinition;

/**
 * What {@link ClusterState} says, computed anew from the whole list of records each time: a
 * question goes through everything that has held so far.
 */
final class NaiveCluster {

    /**
     * A record with its outcome; {@code refusal} is null if it holds.
     *
     * @param changesOwners whether it makes a new version of the owners
     */
    private record Past(MetadataRecord record, Refusal refusal, boolean changesOwners) {

        Proposal proposal() {
            return record.proposal();
        }
    }

    private static final String RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

    private final List<Past> past = new ArrayList<>();

    /** What {@link #decide} answers for a record that has come before. */
    record Decision(boolean repeated, Refusal refusal, boolean change) {}

    Decision decide(long position, MetadataRecord record) {
        if (isKnown(record.proposal())) {
            return new Decision(false, null, false);
        }
        boolean ofMember = isOfMember(record.proposal());
        if (ofMember && isFounded() && proposer(record) >= 0 && isRepeated(record)) {
            return new Decision(true, null, false);
        }
        Refusal refusal = refusal(record);
        if (refusal == null
                && record.proposal() instanceof Proposal.Checkpointed noted
                && noted.position() >= position) {
            refusal = Refusal.NOT_BEFORE;
        }
        boolean changesOwners = refusal == null && changesOwners(record.proposal());
        past.add(new Past(record, refusal, changesOwners));
        return new Decision(false, refusal, refusal == null);
    }

    private Stream<Proposal> held() {
        return past.stream().filter(each -> each.refusal() == null).map(e -> e.record().proposal());
    }

    private <T extends Proposal> List<T> held(Class<T> type) {
        return held().filter(type::isInstance).map(type::cast).toList();
    }

    private boolean isFounded() {
        return !held(Proposal.Found.class).isEmpty();
    }

    private boolean isKnown(Proposal proposal) {
        if (proposal instanceof Proposal.Join join) {
            Proposal.Join newest = newestJoin(join.identity().node());
            return isFounded()
                    && newest != null
                    && newest.identity().equals(join.identity())
                    && isJoined(join.identity().node());
        }
        return proposal instanceof Proposal.Found && held(Proposal.Found.class).contains(proposal);
    }

    private static boolean isOfMember(Proposal proposal) {
        return !(proposal instanceof Proposal.Found) && !(proposal instanceof Proposal.Join);
    }

    private boolean isRepeated(MetadataRecord record) {
        return past.stream()
                .anyMatch(
                        each ->
                                each.record().epoch() == record.epoch()
                                        && each.refusal() != Refusal.FENCED
                                        && isOfMember(each.record().proposal())
                                        && each.record().sequence() >= record.sequence());
    }

    // Members

    /** The join of a node that is a member, fenced or not. */
    private Proposal.Join newestJoin(int node) {
        Proposal.Join newest = null;
        for (Proposal proposal : held().toList()) {
            if (proposal instanceof Proposal.Join join && join.identity().node() == node) {
                newest = join;
            } else if (proposal instanceof Proposal.Leave leave && leave.node() == node) {
                newest = null;
            }
        }
        return newest;
    }

    private long epoch(int node) {
        List<Proposal.Join> joins = held(Proposal.Join.class);
        return joins.lastIndexOf(newestJoin(node)) + 1L;
    }

    boolean isJoined(int node) {
        boolean joined = false;
        for (Proposal proposal : held().toList()) {
            if (proposal instanceof Proposal.Join join && join.identity().node() == node) {
                joined = true;
            } else if ((proposal instanceof Proposal.Fence fence && fence.node() == node)
                    || (proposal instanceof Proposal.Leave leave && leave.node() == node)) {
                joined = false;
            }
        }
        return joined;
    }

    private int proposer(MetadataRecord record) {
        for (int node = 0; node < RandomProposals.NODE_COUNT; node++) {
            if (isJoined(node) && epoch(node) == record.epoch()) {
                return node;
            }
        }
        return -1;
    }

    /** Up to where no member needs the log, and no founding node that may still come. */
    long neededFrom() {
        Map<Integer, Long> checkpointed = new TreeMap<>();
        List<Integer> nodes = new ArrayList<>(); // by epoch
        for (Past each : past) {
            if (each.refusal() != null) {
                continue;
            }
            if (each.proposal() instanceof Proposal.Join join) {
                nodes.add(join.identity().node());
                checkpointed.putIfAbsent(join.identity().node(), 0L);
            } else if (each.proposal() instanceof Proposal.Leave leave) {
                checkpointed.remove(leave.node());
            } else if (each.proposal() instanceof Proposal.Checkpointed noted) {
                int node = nodes.get((int) each.record().epoch() - 1);
                checkpointed.merge(node, noted.position(), Math::max);
            }
        }
        for (int founder : held(Proposal.Found.class).get(0).nodes()) {
            if (!hasLeft(founder) && !checkpointed.containsKey(founder)) {
                return 0;
            }
        }
        return checkpointed.values().stream().min(Long::compare).orElse(0L);
    }

    // Partitions

    int owner(int partition) {
        return owner(partition, Long.MAX_VALUE);
    }

    /** The owner in a version, which ended if there is a later one. */
    int owner(int partition, long version) {
        long next = 1;
        List<Integer> nodes = held(Proposal.Found.class).get(0).nodes();
        int first = 0;
        while ((first + 1) * 1024 <= partition * nodes.size()) {
            first++;
        }
        int owner = nodes.get(first);
        for (Past each : past) {
            Proposal proposal = each.proposal();
            next += each.changesOwners() ? 1 : 0;
            if (each.changesOwners()
                    && next <= version
                    && partitions(proposal).contains(partition)) {
                owner =
                        proposal instanceof Proposal.MovePartitions move
                                ? move.to()
                                : ((Proposal.TakeOver) proposal).to();
            }
        }
        return owner;
    }

    /** The partitions that get another owner. */
    private static List<Integer> partitions(Proposal proposal) {
        if (proposal instanceof Proposal.MovePartitions move) {
            return move.partitions();
        }
        return proposal instanceof Proposal.TakeOver takeOver ? takeOver.partitions() : List.of();
    }

    long ownersVersion() {
        long version = isFounded() ? 1 : 0;
        return version + past.stream().filter(Past::changesOwners).count();
    }

    /** The plan from which on the owners are what they are. */
    long ownersPlan() {
        return ownersPlan(Long.MAX_VALUE);
    }

    /** The plan with which a version began. */
    long ownersPlan(long version) {
        long plans = 0;
        long from = 0;
        long next = 1;
        for (Past each : past) {
            plans += each.refusal() == null && isPlan(each.proposal()) ? 1 : 0;
            next += each.changesOwners() ? 1 : 0;
            if (each.changesOwners() && next <= version) {
                from = each.proposal() instanceof Proposal.MovePartitions ? plans : plans + 1;
            }
        }
        return from;
    }

    // Plans and predicates

    long newestPlan() {
        return held().filter(NaiveCluster::isPlan).count();
    }

    private static boolean isPlan(Proposal proposal) {
        return proposal instanceof Proposal.PublishPlan
                || proposal instanceof Proposal.PublishDivided
                || proposal instanceof Proposal.MovePartitions
                || proposal instanceof Proposal.MoveHomes;
    }

    private static List<StreamBatch> batches(Proposal proposal) {
        if (proposal instanceof Proposal.PublishDivided divided) {
            return divided.batches();
        }
        return proposal instanceof Proposal.PublishPlan plan ? plan.batches() : List.of();
    }

    Map<String, Long> vts() {
        Map<String, Long> vts = new TreeMap<>();
        held().forEach(
                        proposal -> {
                            batches(proposal).forEach(b -> vts.put(b.stream(), b.batch()));
                            if (proposal instanceof Proposal.Change change
                                    && change.record() instanceof NodeRecord.DropStream drop) {
                                vts.remove(drop.stream());
                            }
                        });
        return vts;
    }

    List<String> predicates() {
        Set<String> terms = new LinkedHashSet<>(List.of(RDF_TYPE));
        held(Proposal.AddPredicates.class).forEach(add -> terms.addAll(add.terms()));
        return List.copyOf(terms);
    }

    // Rules

    private Refusal refusal(MetadataRecord record) {
        Proposal proposal = record.proposal();
        if (proposal instanceof Proposal.Found found) {
            return isFounded() ? clusterRefusal(found.cluster(), found.format(), true) : null;
        }
        if (!isFounded()) {
            return Refusal.NOT_FOUNDED;
        }
        if (proposal instanceof Proposal.Join join) {
            return joinRefusal(join);
        }
        int proposer = proposer(record);
        return proposer < 0 ? Refusal.FENCED : memberRefusal(proposal, proposer);
    }

    /** The nodes that take part besides the founding ones, in order. */
    List<Integer> entered() {
        List<Integer> nodes = new ArrayList<>();
        eachEntered((node, version) -> nodes.add(node));
        return nodes;
    }

    /** Those of a version of the owners. */
    List<Integer> entered(long newest) {
        List<Integer> nodes = new ArrayList<>();
        eachEntered(
                (node, version) -> {
                    if (version <= newest) {
                        nodes.add(node);
                    }
                });
        return nodes;
    }

    private void eachEntered(BiConsumer<Integer, Long> consumer) {
        List<Proposal.Join> joins = new ArrayList<>();
        long version = 1;
        for (Past each : past) {
            if (each.refusal() != null) {
                continue;
            }
            Proposal proposal = each.record().proposal();
            version += each.changesOwners() ? 1 : 0;
            if (proposal instanceof Proposal.Join join) {
                joins.add(join);
            } else if (proposal instanceof Proposal.Enter) {
                consumer.accept(
                        joins.get((int) each.record().epoch() - 1).identity().node(), version);
            }
        }
    }

    /** The nodes that take part no longer, in a version of the owners. */
    List<Integer> left(long newest) {
        List<Integer> nodes = new ArrayList<>();
        long version = 1;
        for (Past each : past) {
            version += each.changesOwners() ? 1 : 0;
            if (each.changesOwners() && each.proposal() instanceof Proposal.Leave leave) {
                if (version <= newest) {
                    nodes.add(leave.node());
                }
            }
        }
        return nodes;
    }

    boolean hasLeft(int node) {
        return left(Long.MAX_VALUE).contains(node);
    }

    private boolean takesPart(int node) {
        boolean founds = held(Proposal.Found.class).get(0).nodes().contains(node);
        return (founds || entered().contains(node)) && !hasLeft(node);
    }

    /** Of a proposal that holds, before it does. */
    private boolean changesOwners(Proposal proposal) {
        return proposal instanceof Proposal.Enter
                || (proposal instanceof Proposal.Leave leave && takesPart(leave.node()))
                || !partitions(proposal).isEmpty();
    }

    private Refusal clusterRefusal(String cluster, int format, boolean otherNodes) {
        Proposal.Found founded = held(Proposal.Found.class).get(0);
        if (!founded.cluster().equals(cluster)) {
            return Refusal.OTHER_CLUSTER;
        }
        if (founded.format() != format) {
            return Refusal.OTHER_FORMAT;
        }
        return otherNodes ? Refusal.OTHER_CLUSTER : null;
    }

    private Refusal joinRefusal(Proposal.Join join) {
        NodeIdentity identity = join.identity();
        Proposal.Join mine = newestJoin(identity.node());
        if (mine != null && mine.identity().equals(identity)) {
            return Refusal.FENCED;
        }
        Refusal cluster = clusterRefusal(join.cluster(), join.format(), false);
        if (cluster != null) {
            return cluster;
        }
        if (hasLeft(identity.node())) {
            return Refusal.HAS_LEFT;
        }
        for (int node = 0; node < RandomProposals.NODE_COUNT; node++) {
            Proposal.Join other = newestJoin(node);
            if (other != null && node == identity.node()) {
                if (other.identity().directoryId() != identity.directoryId()) {
                    return Refusal.OTHER_DIRECTORY;
                }
                if (other.identity().incarnation() >= identity.incarnation()) {
                    return Refusal.RUNS_ELSEWHERE;
                }
            } else if (other != null && other.identity().directoryId() == identity.directoryId()) {
                return Refusal.OTHER_DIRECTORY;
            }
        }
        return null;
    }

    private Refusal memberRefusal(Proposal proposal, int proposer) {
        if (proposal instanceof Proposal.Leave leave) {
            return leaveRefusal(leave.node());
        } else if (proposal instanceof Proposal.Fence fence) {
            return isJoined(fence.node()) && epoch(fence.node()) == fence.epoch()
                    ? null
                    : Refusal.NOT_A_MEMBER;
        } else if (proposal instanceof Proposal.PublishPlan plan) {
            return planRefusal(plan.plan(), 1, plan.batches());
        } else if (proposal instanceof Proposal.PublishDivided plan) {
            return planRefusal(plan.plan(), plan.owners(), plan.batches());
        } else if (proposal instanceof Proposal.Change change) {
            return changeRefusal(change.record(), proposer);
        } else if (proposal instanceof Proposal.NameQuery name) {
            Query known = queries().get(name.name());
            return known == null || known.node() == proposer ? null : Refusal.QUERY_ELSEWHERE;
        } else if (proposal instanceof Proposal.MovePartitions move) {
            return takesPart(move.to()) ? moveRefusal(move, proposer) : Refusal.NOT_ENTERED;
        } else if (proposal instanceof Proposal.MoveHomes move) {
            return homesRefusal(move, proposer);
        } else if (proposal instanceof Proposal.TakeOver takeOver) {
            return takesPart(takeOver.to()) ? takeOverRefusal(takeOver) : Refusal.NOT_ENTERED;
        } else if (proposal instanceof Proposal.Enter) {
            return takesPart(proposer) ? Refusal.HAS_ENTERED : null;
        }
        return null;
    }

    private Refusal leaveRefusal(int node) {
        if (newestJoin(node) == null) {
            return hasLeft(node) ? Refusal.HAS_LEFT : Refusal.NOT_A_MEMBER;
        }
        List<Integer> founders = held(Proposal.Found.class).get(0).nodes();
        for (int partition = 0; partition < 1024; partition++) {
            if (owner(partition) == node) {
                return Refusal.HAS_PARTITIONS;
            }
        }
        if (streams().containsValue(node)) {
            return Refusal.HAS_STREAMS;
        }
        if (queries().values().stream().anyMatch(query -> query.node() == node)) {
            return Refusal.HAS_QUERIES;
        }
        long count =
                Stream.concat(founders.stream(), entered().stream())
                        .filter(this::takesPart)
                        .count();
        return takesPart(node) && count <= 2 ? Refusal.TOO_FEW : null;
    }

    private Refusal planRefusal(long plan, long owners, List<StreamBatch> batches) {
        if (owners != ownersVersion()) {
            return Refusal.OWNERS_CHANGED;
        }
        if (plan != newestPlan() + 1) {
            return plan <= newestPlan() ? Refusal.TAKEN : Refusal.NOT_NEXT;
        }
        boolean back =
                batches.stream()
                        .anyMatch(
                                b ->
                                        vts().containsKey(b.stream())
                                                && vts().get(b.stream()) >= b.batch());
        return back ? Refusal.GOES_BACK : null;
    }

    private Refusal changeRefusal(NodeRecord record, int proposer) {
        if (record instanceof NodeRecord.RegisterStream register) {
            StreamDefinition asked = register.stream();
            if (streams().containsKey(asked.name())) {
                return streams().get(asked.name()) == proposer ? null : Refusal.STREAM_ELSEWHERE;
            }
            boolean taken = streamGraphs().containsValue(asked.name());
            taken |= streamGraphs().containsKey(asked.graph());
            return taken ? Refusal.NAME_TAKEN : null;
        }
        if (!isAsExpected(record)) {
            return Refusal.ENTRY_DIFFERS;
        }
        boolean elsewhere =
                record instanceof NodeRecord.DropStream drop
                        && streams().getOrDefault(drop.stream(), proposer) != proposer;
        return elsewhere ? Refusal.STREAM_ELSEWHERE : null;
    }

    /** The entries of catalogs by key. */
    Map<String, CatalogEntry> entries() {
        Map<String, CatalogEntry> entries = new TreeMap<>();
        for (Proposal.Change change : held(Proposal.Change.class)) {
            if (change.record() instanceof NodeRecord.PutEntry put) {
                entries.put(put.entry().key(), put.entry());
            } else if (change.record() instanceof NodeRecord.ReplaceEntry replace) {
                entries.remove(replace.expected().key());
                entries.put(replace.replacement().key(), replace.replacement());
            } else if (change.record() instanceof NodeRecord.RemoveEntry remove) {
                entries.remove(remove.key());
            }
        }
        return entries;
    }

    private boolean isAsExpected(NodeRecord record) {
        Map<String, CatalogEntry> entries = entries();
        if (record instanceof NodeRecord.PutEntry put) {
            return !entries.containsKey(put.entry().key());
        } else if (record instanceof NodeRecord.ReplaceEntry replace) {
            boolean isThere = entries.containsValue(replace.expected());
            entries.remove(replace.expected().key());
            return isThere && !entries.containsKey(replace.replacement().key());
        }
        return !(record instanceof NodeRecord.RemoveEntry remove)
                || entries.containsKey(remove.key());
    }

    record Query(int node, String template) {}

    /** The place of each query. */
    Map<String, Query> queries() {
        Map<String, Query> queries = new TreeMap<>();
        List<Proposal.Join> joins = new ArrayList<>();
        for (Past each : past) {
            Proposal proposal = each.record().proposal();
            if (each.refusal() == null && proposal instanceof Proposal.Join join) {
                joins.add(join);
            } else if (each.refusal() == null && proposal instanceof Proposal.NameQuery name) {
                int node = joins.get((int) each.record().epoch() - 1).identity().node();
                queries.remove(name.name());
                if (name.taken()) {
                    queries.put(name.name(), new Query(node, name.template()));
                }
            } else if (each.refusal() == null && proposal instanceof Proposal.MoveHomes move) {
                int node = joins.get((int) each.record().epoch() - 1).identity().node();
                queries.replaceAll(
                        (name, query) ->
                                query.node() == node
                                        ? new Query(move.to(), query.template())
                                        : query);
            }
        }
        return queries;
    }

    /** The node of each stream. */
    Map<String, Integer> streams() {
        Map<String, Integer> nodes = new TreeMap<>();
        eachStream(
                (stream, node) -> nodes.putIfAbsent(stream.name(), node),
                nodes::remove,
                (from, to) -> nodes.replaceAll((name, node) -> node.equals(from) ? to : node));
        return nodes;
    }

    private Map<String, String> streamGraphs() {
        Map<String, String> graphs = new TreeMap<>();
        eachStream(
                (stream, node) -> graphs.putIfAbsent(stream.name(), stream.graph()),
                graphs::remove,
                (from, to) -> {});
        return graphs;
    }

    private void eachStream(
            BiConsumer<StreamDefinition, Integer> registered,
            Consumer<String> dropped,
            BiConsumer<Integer, Integer> moved) {
        List<Proposal.Join> joins = new ArrayList<>();
        for (Past each : past) {
            if (each.refusal() != null) {
                continue;
            }
            Proposal proposal = each.record().proposal();
            if (proposal instanceof Proposal.Join join) {
                joins.add(join);
            } else if (proposal instanceof Proposal.MoveHomes move) {
                int node = joins.get((int) each.record().epoch() - 1).identity().node();
                moved.accept(node, move.to());
            } else if (proposal instanceof Proposal.Change change) {
                int node = joins.get((int) each.record().epoch() - 1).identity().node();
                if (change.record() instanceof NodeRecord.RegisterStream register) {
                    registered.accept(register.stream(), node);
                } else if (change.record() instanceof NodeRecord.DropStream drop) {
                    dropped.accept(drop.stream());
                }
            }
        }
    }

    private Refusal moveRefusal(Proposal.MovePartitions move, int proposer) {
        if (move.owners() != ownersVersion()) {
            return Refusal.OWNERS_CHANGED;
        }
        if (move.to() == proposer || !isJoined(move.to())) {
            return Refusal.NOT_A_MEMBER;
        }
        boolean isOwner = move.partitions().stream().allMatch(p -> owner(p) == proposer);
        return isOwner ? planRefusal(move.plan(), move.owners(), List.of()) : Refusal.NOT_THE_OWNER;
    }

    private Refusal homesRefusal(Proposal.MoveHomes move, int proposer) {
        if (!takesPart(move.to())) {
            return Refusal.NOT_ENTERED;
        }
        return move.to() == proposer || !isJoined(move.to())
                ? Refusal.NOT_A_MEMBER
                : planRefusal(move.plan(), move.owners(), List.of());
    }

    private Refusal takeOverRefusal(Proposal.TakeOver takeOver) {
        if (isJoined(takeOver.from())) {
            return Refusal.STILL_A_MEMBER;
        }
        if (!isJoined(takeOver.to())) {
            return Refusal.NOT_A_MEMBER;
        }
        boolean isOwner = takeOver.partitions().stream().allMatch(p -> owner(p) == takeOver.from());
        return isOwner ? null : Refusal.NOT_THE_OWNER;
    }
}
