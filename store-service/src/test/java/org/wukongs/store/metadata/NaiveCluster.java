package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.StreamDefinition;

/**
 * What {@link ClusterState} says, computed anew from the whole list of records each time: a
 * question goes through everything that has held so far.
 */
final class NaiveCluster {

    /** A record with its outcome; {@code refusal} is null if it holds. */
    private record Past(MetadataRecord record, Refusal refusal) {}

    private static final String RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

    private final List<Past> past = new ArrayList<>();

    /** What {@link #decide} answers for a record that has come before. */
    record Decision(boolean repeated, Refusal refusal, boolean change) {}

    Decision decide(MetadataRecord record) {
        if (isKnown(record.proposal())) {
            return new Decision(false, null, false);
        }
        boolean ofMember = isOfMember(record.proposal());
        if (ofMember && isFounded() && proposer(record) >= 0 && isRepeated(record)) {
            return new Decision(true, null, false);
        }
        Refusal refusal = refusal(record);
        past.add(new Past(record, refusal));
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

    // Partitions

    /**
     * What has become of a partition: the steps of its move since it was at rest, and its owner.
     */
    private record Place(int owner, List<Proposal> steps) {
        Proposal.BeginMove begin() {
            return steps.isEmpty() ? null : (Proposal.BeginMove) steps.get(0);
        }

        /** How many steps of the move are done. */
        int step() {
            return steps.size();
        }

        long ownedPlan() {
            return step() == 3 ? ((Proposal.HandOver) steps.get(2)).plan() : Long.MAX_VALUE;
        }
    }

    private Place place(int partition) {
        List<Integer> nodes = held(Proposal.Found.class).get(0).nodes();
        int first = 0;
        while ((first + 1) * 1024 <= partition * nodes.size()) {
            first++;
        }
        int owner = nodes.get(first);
        List<Proposal> steps = new ArrayList<>();
        for (Proposal proposal : held().filter(isOf(partition)).toList()) {
            if (proposal instanceof Proposal.TakeOver takeOver) {
                owner = takeOver.to();
                steps.clear();
            } else if (proposal instanceof Proposal.CancelMove) {
                steps.clear();
            } else if (proposal instanceof Proposal.CompleteDrop) {
                owner = ((Proposal.BeginMove) steps.get(0)).to();
                steps.clear();
            } else {
                steps.add(proposal);
            }
        }
        return new Place(owner, steps);
    }

    private static Predicate<Proposal> isOf(int partition) {
        return proposal ->
                (proposal instanceof Proposal.BeginMove begin && begin.partition() == partition)
                        || (proposal instanceof Proposal.CompleteCopy copy
                                && copy.partition() == partition)
                        || (proposal instanceof Proposal.HandOver handOver
                                && handOver.partition() == partition)
                        || (proposal instanceof Proposal.CompleteDrop drop
                                && drop.partition() == partition)
                        || (proposal instanceof Proposal.CancelMove cancel
                                && cancel.partition() == partition)
                        || (proposal instanceof Proposal.TakeOver takeOver
                                && takeOver.partitions().contains(partition));
    }

    int owner(int partition, long plan) {
        Place place = place(partition);
        return plan >= place.ownedPlan() ? place.begin().to() : place.owner();
    }

    int secondReceiver(int partition, long plan) {
        Place place = place(partition);
        boolean both = place.step() > 0 && plan >= place.begin().plan() && plan < place.ownedPlan();
        return both ? place.begin().to() : ClusterState.NOBODY;
    }

    // Plans and predicates

    long newestPlan() {
        return held(Proposal.PublishPlan.class).size();
    }

    Map<String, Long> vts() {
        Map<String, Long> vts = new TreeMap<>();
        held().forEach(
                        proposal -> {
                            if (proposal instanceof Proposal.PublishPlan plan) {
                                plan.batches().forEach(b -> vts.put(b.stream(), b.batch()));
                            } else if (proposal instanceof Proposal.Change change
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
            return planRefusal(plan);
        } else if (proposal instanceof Proposal.Change change) {
            return changeRefusal(change.record(), proposer);
        } else if (proposal instanceof Proposal.NameQuery name) {
            Query known = queries().get(name.name());
            return known == null || known.node() == proposer ? null : Refusal.QUERY_ELSEWHERE;
        } else if (proposal instanceof Proposal.BeginMove begin) {
            return beginRefusal(begin);
        } else if (proposal instanceof Proposal.TakeOver takeOver) {
            return takeOverRefusal(takeOver);
        }
        return stepRefusal(proposal, proposer);
    }

    private Refusal leaveRefusal(int node) {
        if (newestJoin(node) == null) {
            return Refusal.NOT_A_MEMBER;
        }
        for (int partition = 0; partition < 1024; partition++) {
            Place place = place(partition);
            if (place.owner() == node || (place.step() > 0 && place.begin().to() == node)) {
                return Refusal.HAS_PARTITIONS;
            }
        }
        return null;
    }

    private Refusal planRefusal(Proposal.PublishPlan plan) {
        if (plan.plan() != newestPlan() + 1) {
            return plan.plan() <= newestPlan() ? Refusal.TAKEN : Refusal.NOT_NEXT;
        }
        boolean back =
                plan.batches().stream()
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
        boolean elsewhere =
                record instanceof NodeRecord.DropStream drop
                        && streams().getOrDefault(drop.stream(), proposer) != proposer;
        return elsewhere ? Refusal.STREAM_ELSEWHERE : null;
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
            }
        }
        return queries;
    }

    /** The node of each stream. */
    Map<String, Integer> streams() {
        Map<String, Integer> nodes = new TreeMap<>();
        eachStream((stream, node) -> nodes.putIfAbsent(stream.name(), node), nodes::remove);
        return nodes;
    }

    private Map<String, String> streamGraphs() {
        Map<String, String> graphs = new TreeMap<>();
        eachStream(
                (stream, node) -> graphs.putIfAbsent(stream.name(), stream.graph()),
                graphs::remove);
        return graphs;
    }

    private void eachStream(
            BiConsumer<StreamDefinition, Integer> registered, Consumer<String> dropped) {
        List<Proposal.Join> joins = new ArrayList<>();
        for (Past each : past) {
            if (each.refusal() != null) {
                continue;
            }
            Proposal proposal = each.record().proposal();
            if (proposal instanceof Proposal.Join join) {
                joins.add(join);
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

    private boolean isAhead(long plan) {
        return plan > newestPlan() && plan - newestPlan() <= 36_000;
    }

    private Refusal beginRefusal(Proposal.BeginMove begin) {
        Place place = place(begin.partition());
        if (place.step() > 0) {
            return Refusal.MOVES;
        }
        if (place.owner() != begin.from()) {
            return Refusal.NOT_THE_OWNER;
        }
        if (begin.from() == begin.to() || !isJoined(begin.to())) {
            return Refusal.NOT_A_MEMBER;
        }
        return isAhead(begin.plan()) ? null : Refusal.PLAN_OUT_OF_RANGE;
    }

    private Refusal takeOverRefusal(Proposal.TakeOver takeOver) {
        if (isJoined(takeOver.from())) {
            return Refusal.STILL_A_MEMBER;
        }
        if (!isJoined(takeOver.to())) {
            return Refusal.NOT_A_MEMBER;
        }
        for (int partition : takeOver.partitions()) {
            Place place = place(partition);
            boolean inTheEnd = owner(partition, Long.MAX_VALUE - 1) == takeOver.from();
            boolean unfinished =
                    place.step() == 3
                            && place.owner() == takeOver.from()
                            && place.begin().to() == takeOver.to();
            if (!inTheEnd && !unfinished) {
                return Refusal.NOT_THE_OWNER;
            }
        }
        return null;
    }

    /** The steps of a move after its first one. */
    private Refusal stepRefusal(Proposal proposal, int proposer) {
        if (proposal instanceof Proposal.CompleteCopy copy) {
            Place place = place(copy.partition());
            if (place.step() != 1 || place.begin().to() != proposer) {
                return Refusal.NOT_THIS_STEP;
            }
            return copy.plan() >= place.begin().plan() && copy.plan() <= newestPlan()
                    ? null
                    : Refusal.PLAN_OUT_OF_RANGE;
        } else if (proposal instanceof Proposal.HandOver handOver) {
            if (place(handOver.partition()).step() != 2) {
                return Refusal.NOT_THIS_STEP;
            }
            return isAhead(handOver.plan()) ? null : Refusal.PLAN_OUT_OF_RANGE;
        } else if (proposal instanceof Proposal.CompleteDrop drop) {
            Place place = place(drop.partition());
            if (place.step() != 3 || place.owner() != proposer) {
                return Refusal.NOT_THIS_STEP;
            }
            return place.ownedPlan() <= newestPlan() ? null : Refusal.PLAN_OUT_OF_RANGE;
        } else if (proposal instanceof Proposal.CancelMove cancel) {
            int step = place(cancel.partition()).step();
            return step == 1 || step == 2 ? null : Refusal.NOT_THIS_STEP;
        }
        return null;
    }
}
