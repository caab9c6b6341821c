package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A stored graph whose triples are at several nodes, at one snapshot: the OUT half of a triple at
 * its subject's owner, the IN half at its object's. A step over a column asks each other node once,
 * with all rows that the node owns, reads the own rows meanwhile, and merges in the order of the
 * rows (docs/adr/0040).
 *
 * <p>A triple is looked up at its subject. The list of an index vertex is that of all nodes one
 * after the other. Two views of the same graph and snapshot are equal.
 */
final class PartitionedView extends TripleView implements DistributedGraph {

    private final Members members;
    private final VertexOwners owners; // at the snapshot
    private final String name;
    private final long sn;
    private final TripleView own;
    private final GraphCounts counts;
    private final ReadCounts reads;
    private final RemoteReads[] others; // by node; null at this node's place
    private final boolean readsInPlace; // of all other nodes

    /**
     * @param own this node's part of the graph at the snapshot
     * @param counts the counts of all other nodes
     * @param ofNode is told about all requests of this view
     * @param inPlace the memory of each node that is read there, null in place of others
     */
    PartitionedView(
            Members members,
            String name,
            long sn,
            TripleView own,
            GraphCounts counts,
            ReadCounts ofNode,
            List<InPlace> inPlace) {
        this.members = members;
        this.owners = members.owners(sn);
        this.name = name;
        this.sn = sn;
        this.own = own;
        this.counts = counts;
        this.reads = new ReadCounts(ofNode);
        this.others = new RemoteReads[owners.shardCount()];
        boolean readsInPlace = true;
        for (int node = 0; node < others.length; node++) {
            if (node != members.self()) {
                others[node] = new RemoteReads(members.peer(node), this, reads, inPlace.get(node));
                readsInPlace &= inPlace.get(node) != null || !owners.hasPart(node);
            }
        }
        this.readsInPlace = readsInPlace;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long sn() {
        return sn;
    }

    RemoteReads other(int node) {
        return others[node];
    }

    @Override
    public boolean concurrentReads() {
        return own.concurrentReads();
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public long requestCount() {
        return reads.requestCount();
    }

    @Override
    public long requestBytes() {
        return reads.requestBytes() + reads.answerBytes();
    }

    // Forks

    @Override
    public DistributedGraph distributed() {
        return this;
    }

    @Override
    public int nodeCount() {
        return others.length;
    }

    @Override
    public boolean hasPart(int node) {
        return owners.hasPart(node);
    }

    @Override
    public boolean readsInPlace() {
        return readsInPlace;
    }

    @Override
    public int self() {
        return members.self();
    }

    @Override
    public int owner(long id) {
        return Members.isVertex(id) ? owners.owner(id) : members.self();
    }

    @Override
    public RequestCosts costs() {
        return members.costs();
    }

    @Override
    public Neighbours part(int node, long key) {
        return node == members.self() ? own.neighbours(key) : others[node].list(key);
    }

    @Override
    public WireWriter fork() {
        return new WireWriter().begin(PeerMessage.FORK.code()).putLong(sn);
    }

    @Override
    public Supplier<WireReader> send(int node, WireWriter request) {
        return reads.send(members.peer(node), request)::await;
    }

    // Lists

    @Override
    public Neighbours neighbours(long key) {
        Neighbours[] list = new Neighbours[1];
        neighbours(new long[] {key}, 0, 1, list);
        return list[0];
    }

    @Override
    public void neighbours(long[] keys, int from, int to, Neighbours[] lists) {
        ColumnSplit split = ColumnSplit.ofKeys(owners, keys, from, to);
        RemoteReads.Listing[] asked = new RemoteReads.Listing[others.length];
        ask(split, node -> asked[node] = others[node].lists(split.gather(keys, from, node)));
        Neighbours[][] found = new Neighbours[others.length][];
        found[members.self()] = ownLists(split.gather(keys, from, members.self()));
        for (int node = 0; node < others.length; node++) {
            if (asked[node] != null) {
                found[node] = asked[node].finish();
            }
        }
        int[] next = new int[others.length];
        for (int row = 0; row < to - from; row++) {
            lists[from + row] = list(split, row, keys[from + row], found, next);
        }
    }

    private Neighbours[] ownLists(long[] keys) {
        Neighbours[] lists = new Neighbours[keys.length];
        own.neighbours(keys, 0, keys.length, lists);
        for (int i = 0; i < keys.length; i++) {
            boolean ofOthers = Keys.direction(keys[i]) == Keys.IN && !isPidList(keys[i]);
            lists[i] = ofOthers ? new OwnList(this, keys[i], lists[i]) : lists[i];
        }
        return lists;
    }

    private static boolean isPidList(long key) {
        return Keys.pid(key) == Keys.PREDICATES;
    }

    /** Takes the next list of each node that has one for the row. */
    private Neighbours list(
            ColumnSplit split, int row, long key, Neighbours[][] found, int[] next) {
        Neighbours[] parts = new Neighbours[others.length];
        Neighbours only = NeighbourList.EMPTY;
        int count = 0;
        for (int node = 0; node < others.length; node++) {
            if (split.has(row, node)) {
                only = found[node][next[node]++];
                parts[count++] = only;
            }
        }
        return key != NO_KEY && Keys.vid(key) == Vids.INDEX_VERTEX
                ? JoinedLists.of(this, key, Arrays.copyOf(parts, count))
                : only;
    }

    /** Returns whether an id is in the list of a key. */
    boolean isNeighbour(long key, long id) {
        long vid = Keys.vid(key);
        long pid = Keys.pid(key);
        if (isPidList(key)) {
            Neighbours pids = neighbours(key);
            for (int i = 0; i < pids.size(); i++) {
                if (pids.get(i) == id) {
                    return true;
                }
            }
            return false;
        }
        if (vid == Vids.INDEX_VERTEX) {
            return Members.isVertex(id) && degree(Keys.key(id, pid, Keys.direction(key))) > 0;
        }
        return Keys.direction(key) == Keys.OUT ? contains(vid, pid, id) : contains(id, pid, vid);
    }

    @Override
    public long degree(long key) {
        long vid = Keys.vid(key);
        if (vid == Vids.INDEX_VERTEX && !isPidList(key)) {
            long pid = Keys.pid(key);
            long triples = own.tripleCount(pid);
            return own.degree(key) + counts.vertices(name, sn, pid, Keys.direction(key), triples);
        }
        boolean isOwn = vid != Vids.INDEX_VERTEX && owners.owner(vid) == members.self();
        return isOwn ? own.degree(key) : neighbours(key).size();
    }

    @Override
    public long tripleCount(long predicate) {
        long ofThis = own.tripleCount(predicate);
        return ofThis + counts.triples(name, sn, predicate, ofThis);
    }

    @Override
    public long tripleCount() {
        long ofThis = own.tripleCount();
        return ofThis + counts.triples(name, sn, Keys.PREDICATES, ofThis);
    }

    // Expansions

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        if (pid < Keys.PREDICATES || pid > Keys.PID_MAX) {
            return;
        }
        ColumnSplit split = ColumnSplit.ofVertices(owners, vertices, count);
        if (split.isAllOf(members.self())) {
            own.expand(vertices, count, pid, direction, into);
            return;
        }
        expand(
                split,
                vertices,
                count,
                (node, some) -> others[node].expand(some, pid, direction),
                (some, part) -> own.expand(some, some.length, pid, direction, part),
                into);
    }

    @Override
    public void expandKeys(long[] keys, int count, Expansion into) {
        ColumnSplit split = ColumnSplit.ofKeys(owners, keys, 0, count);
        expand(
                split,
                keys,
                count,
                (node, some) -> others[node].expandKeys(some),
                (some, part) -> own.expandKeys(some, some.length, part),
                into);
    }

    /** Asks another node to expand its rows of a column. */
    private interface ExpandRequest {
        RemoteReads.Expanding send(int node, long[] rows);
    }

    /** Asks each other node that owns rows, expands the own rows meanwhile, and merges. */
    private void expand(
            ColumnSplit split,
            long[] column,
            int count,
            ExpandRequest request,
            BiConsumer<long[], Expansion> ownExpand,
            Expansion into) {
        int only = split.onlyNode();
        if (only >= 0 && only != members.self() && into.size() == 0) {
            request.send(only, Arrays.copyOf(column, count)).finish(into);
            return;
        }
        RemoteReads.Expanding[] asked = new RemoteReads.Expanding[others.length];
        ask(split, node -> asked[node] = request.send(node, split.gather(column, 0, node)));
        Expansion[] parts = new Expansion[others.length];
        for (int node = 0; node < parts.length; node++) {
            parts[node] = into.part(node);
        }
        ownExpand.accept(split.gather(column, 0, members.self()), parts[members.self()]);
        for (int node = 0; node < asked.length; node++) {
            if (asked[node] != null) {
                asked[node].finish(parts[node]);
            }
        }
        split.merge(parts, into);
    }

    /** Calls {@code call} for each other node that owns rows. */
    private void ask(ColumnSplit split, IntConsumer call) {
        for (int node = 0; node < others.length; node++) {
            if (node != members.self() && split.count(node) > 0) {
                call.accept(node);
            }
        }
    }

    // Probes

    @Override
    public boolean contains(long subject, long predicate, long object) {
        if (!Members.isVertex(subject) || predicate <= 0 || predicate > Keys.PID_MAX) {
            return false;
        }
        int owner = owners.owner(subject);
        return owner == members.self()
                ? own.contains(subject, predicate, object)
                : others[owner]
                                .probe(new long[] {subject}, predicate, new long[] {object})
                                .finish(new int[1])
                        == 1;
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        if (pid <= Keys.PREDICATES || pid > Keys.PID_MAX) {
            return 0;
        }
        ColumnSplit split = ColumnSplit.ofVertices(owners, subjects, count);
        return probe(
                split,
                node ->
                        others[node].probe(
                                split.gather(subjects, 0, node),
                                pid,
                                split.gather(objects, 0, node)),
                (self, rows, ownKept) ->
                        own.probe(
                                split.gather(subjects, 0, self),
                                pid,
                                split.gather(objects, 0, self),
                                rows,
                                ownKept),
                kept);
    }

    @Override
    public int probeKeys(long[] subjects, long[] pids, long[] objects, int count, int[] kept) {
        long[] known = new long[count];
        for (int row = 0; row < count; row++) {
            boolean isPredicate = pids[row] > Keys.PREDICATES && pids[row] <= Keys.PID_MAX;
            known[row] = isPredicate ? subjects[row] : Vids.INDEX_VERTEX;
        }
        ColumnSplit split = ColumnSplit.ofVertices(owners, known, count);
        return probe(
                split,
                node ->
                        others[node].probeKeys(
                                split.gather(subjects, 0, node),
                                split.gather(pids, 0, node),
                                split.gather(objects, 0, node)),
                (self, rows, ownKept) ->
                        own.probeKeys(
                                split.gather(subjects, 0, self),
                                split.gather(pids, 0, self),
                                split.gather(objects, 0, self),
                                rows,
                                ownKept),
                kept);
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        if (pid <= Keys.PREDICATES || pid > Keys.PID_MAX || !Members.isVertex(neighbour)) {
            return 0;
        }
        ColumnSplit split = ColumnSplit.ofVertices(owners, vertices, count);
        return direction == Keys.OUT
                ? probeConstant(split, vertices, pid, neighbour, kept)
                : probeOf(neighbour, split, vertices, pid, kept);
    }

    private int probeConstant(
            ColumnSplit split, long[] subjects, long pid, long object, int[] kept) {
        return probe(
                split,
                node -> others[node].probeConstant(split.gather(subjects, 0, node), pid, object),
                (self, rows, ownKept) ->
                        own.probeConstant(
                                split.gather(subjects, 0, self),
                                rows,
                                pid,
                                Keys.OUT,
                                object,
                                ownKept),
                kept);
    }

    /** The owner of the subject knows its objects, whoever owns them. */
    private int probeOf(long subject, ColumnSplit split, long[] objects, long pid, int[] kept) {
        int owner = owners.owner(subject);
        int[] rows = split.vertexRows();
        long[] vertices = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            vertices[i] = objects[rows[i]];
        }
        int size =
                owner == members.self()
                        ? own.probeConstant(vertices, rows.length, pid, Keys.IN, subject, kept)
                        : others[owner].probeOf(subject, pid, vertices).finish(kept);
        for (int i = 0; i < size; i++) {
            kept[i] = rows[kept[i]];
        }
        return size;
    }

    /** Probes this node's rows of a column; returns how many it keeps. */
    private interface OwnProbe {
        int probe(int self, int rowCount, int[] kept);
    }

    /** Asks each other node that owns rows, probes the own rows meanwhile, and merges. */
    private int probe(
            ColumnSplit split,
            IntFunction<RemoteReads.Probing> request,
            OwnProbe ownProbe,
            int[] kept) {
        RemoteReads.Probing[] asked = new RemoteReads.Probing[others.length];
        ask(split, node -> asked[node] = request.apply(node));
        int self = members.self();
        int[][] keptOfNode = new int[others.length][];
        int[] sizes = new int[others.length];
        keptOfNode[self] = new int[split.count(self)];
        sizes[self] = ownProbe.probe(self, split.count(self), keptOfNode[self]);
        for (int node = 0; node < others.length; node++) {
            if (asked[node] != null) {
                keptOfNode[node] = new int[split.count(node)];
                sizes[node] = asked[node].finish(keptOfNode[node]);
            }
        }
        return split.mergeKept(keptOfNode, sizes, kept);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionedView that
                && members == that.members
                && name.equals(that.name)
                && sn == that.sn;
    }

    @Override
    public int hashCode() {
        return name.hashCode() + Long.hashCode(sn);
    }
}
