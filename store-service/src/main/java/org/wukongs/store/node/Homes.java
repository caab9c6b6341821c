package org.wukongs.store.node;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.ClusterCut;
import org.wukongs.store.checkpoint.HomesFile;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.cluster.ChangeTurns.Turn;
import org.wukongs.store.cluster.MovingHomes;
import org.wukongs.store.cluster.StagedChanges;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;

/**
 * The streams and queries of a node as they move to another one, with a change of the cluster
 * (docs/adr/0061). At the node that gives them, nothing changes them from before their cut until
 * the change has its turn or is dropped; then they are gone, or go on. The node that gets them has
 * them before the turn and does nothing with them until then. The node's thread.
 */
final class Homes {

    private static final Logger LOG = LoggerFactory.getLogger(Homes.class);

    /**
     * Streams and queries of another node that belong to this one from a turn on.
     *
     * @param node its place
     * @param streams that are this node's then, without derived ones
     * @param queries in the order of their registration
     * @param copies streams of third nodes that they read, and that were not copied here
     * @param promoted streams that this node has copied
     */
    record Adopted(
            int node,
            long change,
            List<String> streams,
            List<String> queries,
            List<String> copies,
            List<Promoted> promoted) {

        private Adopted(int node, long change) {
            this(
                    node,
                    change,
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>());
        }

        private boolean is(int otherNode, long otherChange) {
            return node == otherNode && change == otherChange;
        }
    }

    /**
     * A stream that was a copy.
     *
     * @param copy what it was
     * @param undo makes it one again
     */
    record Promoted(String stream, StreamState copy, Runnable undo) {}

    private final StoreNode node;
    private final StagedChanges staged;
    private final int self;
    private int to; // place of the node that gets them, while this is frozen
    private boolean isFrozen; // by who moves them; also while the own part is staged
    private long goneSn; // turn with which the newest ones have gone to another node
    private Adopted waiting; // for its turn, null for nothing

    Homes(StoreNode node, StagedChanges staged, int self) {
        this.node = node;
        this.staged = staged;
        this.self = self;
    }

    /** Returns whether nothing may change the streams and queries of this node. */
    boolean isFrozen() {
        return !node.turns().isReplay()
                && (isFrozen || staged.movesHomesOf(self) || !isGoneEverywhere());
    }

    /** Returns false if some node may not know yet of what this one has given away. */
    private boolean isGoneEverywhere() {
        return goneSn == 0 || goneSn <= node.served().progress().stable();
    }

    /** Returns the place of this node. */
    int place() {
        return self;
    }

    /** Returns whether there are streams and queries that are not this node's as yet. */
    boolean isWaiting() {
        return waiting != null;
    }

    // The node that gives them

    /** See {@link MovingHomes#freeze}. */
    void freeze(int target) {
        if (isFrozen() || isWaiting()) {
            throw WukongsException.retriable("streams of this node, or to it, move already");
        }
        List<String> derived =
                node.replicaReaders().readBy(target).stream()
                        .filter(node.derivedWriter()::contains)
                        .toList();
        if (!derived.isEmpty()) {
            throw WukongsException.user(
                    "queries of that node read streams that queries of this one derive, choose"
                            + " another node or unregister them: streams="
                            + derived);
        }
        isFrozen = true;
        to = target;
    }

    void thaw() {
        isFrozen = false;
    }

    /** See {@link MovingHomes#isQuiet}. */
    boolean isQuiet() {
        Coordinator coordinator = node.coordinator();
        node.continuous().collect();
        return !coordinator.hasWork()
                && coordinator.publishedProgress() >= coordinator.progressCount()
                && node.continuous().executionCount() == 0;
    }

    /** Returns streams and queries of a node that is frozen and quiet, to be written. */
    StoreCut cut() {
        if (!isFrozen() || !isQuiet()) {
            throw new IllegalStateException("streams that move still change");
        }
        Coordinator coordinator = node.coordinator();
        Map<String, Long> batches = new TreeMap<>();
        List<StoreCut.StreamPart> streams = new ArrayList<>();
        Set<String> there = Set.copyOf(node.replicas().copiedFrom(to));
        for (StreamState state : node.streams().states()) {
            String name = state.definition().name();
            if (there.contains(name)) {
                continue;
            }
            streams.add(new StoreCut.StreamPart(state.cut(), coordinator.cut(name)));
            if (node.turns().batch(name) != null) {
                batches.put(name, node.turns().batch(name));
            }
        }
        StoreCut cut =
                HomesFile.cut(
                        coordinator.cut(),
                        streams,
                        node.continuous().beginCut(),
                        new ClusterCut(
                                new ClusterCut.Head(new long[0], List.of(), List.of(), batches),
                                Map.of(),
                                Collections::emptyIterator,
                                new ReplicasCut(
                                        node.replicas().cut().stream()
                                                .filter(copy -> copy.home() != to)
                                                .toList(),
                                        List.of(),
                                        node.replicaReaders().cut(),
                                        node.replicaReaders().begunCount()),
                                null));
        while (!cut.step()) {}
        return cut;
    }

    /** Returns the streams of other nodes that queries of this one read. */
    List<MovingHomes.Copied> copies() {
        return node.replicas().cut().stream()
                .map(
                        copy ->
                                new MovingHomes.Copied(
                                        copy.stream(),
                                        copy.home(),
                                        neededFrom(node.streams().state(copy.stream()))))
                .toList();
    }

    /** Returns the position from which on readers need a stream, or what is left of it. */
    private long neededFrom(StreamState stream) {
        long neededMs = node.continuous().readFromMs(stream.definition().name());
        if (neededMs == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return neededMs == Long.MIN_VALUE
                ? stream.ring().tail()
                : stream.ring().positionAt(neededMs);
    }

    // The node that gets them

    /**
     * Takes over what another node has staged; does nothing if that is so already.
     *
     * @param copies streams of other nodes, whose homes keep them for this one since
     * @throws WukongsException if that is not possible; nothing has changed
     */
    void adopt(int from, long change, List<NodeRecord.AdoptHomes.Copy> copies) {
        if (waiting != null && waiting.is(from, change)) {
            return;
        }
        if (isFrozen() || isWaiting()) {
            throw WukongsException.retriable("streams of that node, or to it, move already");
        }
        if (!staged.isStaged(from, change)) {
            throw WukongsException.user("the node has not staged its streams: change=" + change);
        }
        node.history().checkLog();
        node.injection().retryFailed();
        boolean isRead = !node.replicas().copiedFrom(from).isEmpty(); // by executions
        if (node.coordinator().planUnderWay()
                || (isRead && node.continuous().executionCount() > 0)) {
            throw History.nodesWait();
        }
        NodeRecord.AdoptHomes record = new NodeRecord.AdoptHomes(from, change, copies);
        node.history().unrecorded(() -> build(record));
        node.history().add(record);
        LOG.info(
                "streams and queries of another node are here, from its change on: place={}"
                        + " streams={} queries={}",
                from,
                waiting.streams(),
                waiting.queries().size());
    }

    /** Does again what the log says. */
    void adoptAgain(NodeRecord.AdoptHomes record) {
        build(record);
    }

    private void build(NodeRecord.AdoptHomes record) {
        Adopted adopted = new Adopted(record.node(), record.change());
        boolean isDone = false;
        NavigableMap<Long, Long> epochs = node.coordinator().keptEpochs();
        node.derivedWriter().adopt(true);
        try {
            HomesFile.read(
                    staged.homes(record.node(), record.change()),
                    new HomesRestore(node, record.copies(), adopted));
            for (NodeRecord.AdoptHomes.Copy copy : record.copies()) {
                checkKept(copy.stream(), copy.neededFrom());
            }
            for (Promoted promoted : adopted.promoted()) {
                checkKept(promoted.stream(), neededFrom(promoted.copy()));
            }
            isDone = true;
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | IllegalStateException
                | IndexOutOfBoundsException
                | NullPointerException e) { // it comes from another node
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "streams of another node cannot be taken over: " + e.getMessage(),
                    e);
        } finally {
            node.derivedWriter().adopt(false);
            if (!isDone) {
                remove(adopted);
                adopted.copies().forEach(node.replicas()::forget);
                node.coordinator().restore(epochs); // a log does not know of this
            }
        }
        waiting = adopted;
    }

    /** Readers go on here with a stream as it is here, which has to have what they need. */
    private void checkKept(String stream, long neededFrom) {
        StreamRing ring = node.streams().state(stream).ring();
        if (neededFrom < ring.tail()) {
            throw WukongsException.retriable(
                    "readers need tuples of a stream that only their node has, wait until they have"
                            + " read on, or choose another node: stream="
                            + stream);
        }
        long neededMs = node.continuous().readFromMs(stream);
        if (neededMs != Long.MIN_VALUE && neededMs != Long.MAX_VALUE) {
            ring.noteRetained(neededMs);
        }
    }

    private void remove(Adopted adopted) {
        remove(adopted.queries(), adopted.streams());
        for (Promoted promoted : adopted.promoted()) {
            node.replicaReaders().forget(promoted.stream());
            node.turns().giveAway(promoted.stream());
            promoted.undo().run();
        }
    }

    /** Removes queries, and the streams that they read. */
    private void remove(List<String> queries, List<String> streams) {
        List<String> reversed = new ArrayList<>(queries); // who reads a derived stream ends first
        Collections.reverse(reversed);
        reversed.forEach(node.continuous()::giveAway);
        for (String stream : streams) {
            node.replicaReaders().forget(stream);
            node.streams().remove(stream);
            node.turns().giveAway(stream);
        }
    }

    /** Drops what was taken over if the change gets no turn. Again and again. */
    void follow() {
        if (waiting == null || staged.isStaged(waiting.node(), waiting.change())) {
            return;
        }
        boolean isRead = !waiting.promoted().isEmpty() && node.continuous().executionCount() > 0;
        boolean isAtRest = !node.coordinator().planUnderWay() && !isRead;
        if (isAtRest && node.history().hasRoom()) {
            NodeRecord.DropHomes record =
                    new NodeRecord.DropHomes(waiting.node(), waiting.change());
            node.history().unrecorded(() -> dropAgain(record));
            node.history().add(record);
        }
    }

    /** Does again what the log says. */
    void dropAgain(NodeRecord.DropHomes record) {
        if (waiting == null || !waiting.is(record.node(), record.change())) {
            throw new IllegalStateException("no such streams were taken over: " + record);
        }
        remove(waiting);
        waiting = null;
    }

    // All nodes

    /** Streams and queries of a node belong to another one from this turn on. */
    void moved(int from, int to, Turn turn) {
        if (self == to) {
            if (waiting == null || !waiting.is(from, turn.change())) {
                throw new IllegalStateException("streams of another node were lost: " + turn);
            }
            waiting.promoted().forEach(promoted -> promoted.copy().close());
            waiting = null;
            node.idleStreams().followAgain();
        }
        if (self == from) {
            node.history().unrecorded(this::giveAway);
            goneSn = turn.sn();
        }
        node.replicas().moved(from, to);
    }

    private void giveAway() {
        List<String> queries = node.continuous().namesInOrder();
        remove(queries, own());
    }

    /** Returns the streams of this node, but for those that queries derive. */
    private List<String> own() {
        return node.streams().definitions().stream()
                .map(stream -> stream.name())
                .filter(stream -> !node.derivedWriter().contains(stream))
                .collect(Collectors.toList());
    }
}
