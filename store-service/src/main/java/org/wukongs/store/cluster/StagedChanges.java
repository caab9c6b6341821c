package org.wukongs.store.cluster;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.MentionEntries;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.WireReader;

/**
 * The changes of all nodes that wait for their turn at this one, in numbered parts. A part that
 * comes again takes the place of the first one. Any thread.
 */
public final class StagedChanges {

    /** A half that is removed, beside {@link ShardBatch#OUT} and {@link ShardBatch#IN}. */
    static final int REMOVED = 4;

    /** A half whose mention is due, beside the same. */
    static final int DUE = 8;

    /** Bytes of a staged half, and of the unused part of its buffer's last chunk. */
    private static final long HALF_BYTES = 22;

    /**
     * Bytes of a half in a graph, at most, for most graphs: a change that has its turn has to fit
     * in, because the other nodes make it.
     */
    private static final long GRAPH_HALF_BYTES = 40;

    /** This node may learn of a predicate a little later than the one whose change it is. */
    private static final long PREDICATE_MS_MAX = 5_000;

    /** Parts of a change: 16 billion halves. */
    private static final int PARTS_MAX = 1 << 14;

    /** Halves as which a part counts beside its own, so that empty ones have a bound too. */
    private static final long PART_HALVES = 16;

    /** Changes of a node that wait: a plan, and a load of each of its clients. */
    private static final int CHANGES_MAX = 1 << 10;

    /** Loads ask for their counts soon after they are made. */
    private static final int COUNTS_MAX = 256;

    private record Key(int node, long change) {}

    private final Members members;
    private final TermDictionary given;
    private final long stagedBytesMax;
    private final LongSupplier freeBytes;
    private final long[] firstChanges = new long[Vids.PARTITION_COUNT]; // by place; guarded
    private volatile ChangeKeeper keeper = ChangeKeeper.NONE;
    private final Map<Key, TreeMap<Integer, GraphHalves>> staged = new HashMap<>(); // guarded
    private final Map<Key, ChangeCounts> made =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, ChangeCounts> eldest) {
                    return size() > COUNTS_MAX;
                }
            }; // guarded by this
    private final AtomicIntegerArray homesOf =
            new AtomicIntegerArray(Vids.PARTITION_COUNT); // parts of moves, by place
    private long stagedCount; // weight of all parts, in halves; guarded by this
    private WukongsException failure; // why this node makes no changes, null if it does; guarded

    /** {@code freeBytes} tells what is left of the memory for graphs. */
    StagedChanges(
            Members members, TermDictionary given, long stagedBytesMax, LongSupplier freeBytes) {
        this.freeBytes = freeBytes;
        this.members = members;
        this.given = given;
        this.stagedBytesMax = stagedBytesMax;
    }

    /** Keeps there what is staged from now on. */
    void useKeeper(ChangeKeeper newKeeper) {
        keeper = newKeeper;
    }

    /** Stages the part of a request; returns false if this node knows other owners. */
    boolean stage(int node, WireReader request) {
        final long change = checkChange(request.getLong());
        final int part = request.getInt();
        long owners = request.getLong();
        VersionedOwners.Version newest = members.newestOwners();
        boolean isDivided = owners == newest.number();
        GraphHalves parsed =
                halves(request, isDivided, vid -> newest.owners().owner(vid) == members.self());
        if (isDivided) {
            stage(node, change, part, parsed);
        }
        return isDivided;
    }

    /** Stages a part of vertex partitions that move to this node; returns the same. */
    boolean stageMove(int node, WireReader request) {
        final long change = checkChange(request.getLong());
        final int part = request.getInt();
        final long owners = request.getLong();
        long[] partitions = request.getLongs();
        long[] counters = request.getLongs();
        InputLimits.checkRange("partitions", partitions.length, 1, Vids.PARTITION_COUNT);
        InputLimits.checkRange("counters", counters.length, partitions.length, partitions.length);
        VersionedOwners.Version newest = members.newestOwners();
        boolean isDivided = owners == newest.number();
        boolean[] moves = new boolean[Vids.PARTITION_COUNT];
        for (int i = 0; i < partitions.length; i++) {
            int partition =
                    (int)
                            InputLimits.checkRange(
                                    "vertex partition", partitions[i], 0, moves.length - 1L);
            moves[partition] = true;
            InputLimits.checkRange("counter", counters[i], 0, Vids.COUNTER_MAX);
            if (isDivided && newest.owners().owner(partition) != node) {
                throw WukongsException.user(
                        "a node moves what it does not own: partition=" + partition);
            }
            if (given.counterHere(partition) < counters[i]) {
                throw WukongsException.retriable(
                        "terms of a vertex partition that moves are missing: partition="
                                + partition);
            }
        }
        GraphHalves parsed = halves(request, isDivided, vid -> moves[Vids.partition(vid)]);
        if (parsed.dueOut().size() + parsed.dueIn().size() > 0) {
            throw WukongsException.user("nothing is due in a part of a move");
        }
        boolean anew = InputLimits.checkRange("flag", request.getByte(), 0, 1) == 1;
        MentionEntries out = entries(request, isDivided, true, moves);
        MentionEntries in = entries(request, isDivided, false, moves);
        if (isDivided) {
            MovedMentions moved = new MovedMentions(partitions, anew, out, in);
            stage(
                    node,
                    change,
                    part,
                    new GraphHalves(parsed.graph(), parsed.removed(), parsed.added(), moved));
        }
        return isDivided;
    }

    /** Stages a part of streams and queries that move; returns the same. */
    boolean stageHomes(int node, WireReader request) {
        final long change = checkChange(request.getLong());
        final int part = request.getInt();
        boolean isDivided = request.getLong() == members.newestOwners().number();
        int to = request.getInt();
        int last = isDivided ? members.count() - 1 : Vids.PARTITION_COUNT - 1;
        InputLimits.checkRange("place of a node", to, 0, last);
        byte[] state = request.getBytes();
        InputLimits.checkRange(
                "bytes of streams that move",
                state == null ? -1 : state.length,
                0,
                MovedHomes.PART_BYTES);
        if (to == node || (to != members.self() && state.length > 0)) {
            throw WukongsException.user("streams move to another node: to=" + to);
        }
        if (isDivided) {
            stage(node, change, part, GraphHalves.of(new MovedHomes(to, state)));
        }
        return isDivided;
    }

    /** Returns whether a change waits for its turn. Any thread. */
    public synchronized boolean isStaged(int node, long change) {
        return staged.containsKey(new Key(node, change));
    }

    /** Returns whether streams and queries of a node wait for the turn with which they move. */
    public boolean movesHomesOf(int node) {
        return homesOf.get(node) > 0;
    }

    /** Returns the state of streams and queries that move to this node with a change. */
    public synchronized byte[] homes(int node, long change) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (GraphHalves part :
                staged.getOrDefault(new Key(node, change), new TreeMap<>()).values()) {
            if (part.homes() != null) {
                all.writeBytes(part.homes().state());
            }
        }
        return all.toByteArray();
    }

    /** Notes that a part is staged, or no longer. */
    private void countHomes(int node, GraphHalves part, int count) {
        if (part != null && part.homes() != null) {
            homesOf.addAndGet(node, count);
        }
    }

    private MentionEntries entries(
            WireReader request, boolean isChecked, boolean isOut, boolean[] moves) {
        long[][] columns = new long[MoveParts.MOVED_COLUMNS][];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = request.getLongs();
            long most = i == 0 ? RequestLimits.ENTRIES_MAX : columns[0].length;
            InputLimits.checkRange("entries", columns[i].length, i == 0 ? 0 : most, most);
        }
        MentionEntries entries = new MentionEntries();
        int half = isOut ? ShardBatch.OUT : ShardBatch.IN;
        for (int row = 0; row < columns[0].length && isChecked; row++) {
            long subject = columns[0][row];
            long object = columns[2][row];
            check(subject, columns[1][row], object, half, vid -> moves[Vids.partition(vid)]);
            entries.append(
                    subject,
                    columns[1][row],
                    object,
                    InputLimits.checkRange("mention", columns[3][row], 0, HalfMentions.NONE - 1),
                    InputLimits.checkRange("times", columns[4][row], 0, Long.MAX_VALUE - 1));
        }
        return entries;
    }

    /**
     * Reads halves of a graph.
     *
     * @param isChecked whether they are staged: only then can their ids be checked
     * @param isHere tells which vertices have to be those of this node
     */
    private GraphHalves halves(WireReader request, boolean isChecked, LongPredicate isHere) {
        String graph = request.getString();
        if (graph == null) {
            throw WukongsException.user("halves of triples have no graph");
        }
        InputLimits.checkLength("name of a graph", graph, InputLimits.NAME_CHARS_MAX);
        GraphExistence existence = GraphExistence.of(request.getByte());
        if (existence == GraphExistence.FORGOTTEN && graph.equals(StreamDefinition.STORED)) {
            throw WukongsException.user("the default graph cannot be dropped");
        }
        long oldest = request.getLong();
        InputLimits.checkRange("oldest mention", oldest, HalfMentions.UNSAID, HalfMentions.NONE);
        long[] subjects = request.getLongs();
        int count = subjects.length;
        InputLimits.checkRange("halves", count, 0, RequestLimits.HALVES_MAX);
        long[] pids = request.getLongs();
        long[] objects = request.getLongs();
        byte[] halves = request.getBytes();
        long[] numbers = request.getLongs();
        InputLimits.checkRange("predicates of halves", pids.length, count, count);
        InputLimits.checkRange("objects of halves", objects.length, count, count);
        int halfCount = halves == null ? -1 : halves.length;
        InputLimits.checkRange("kinds of halves", halfCount, count, count);
        InputLimits.checkRange("numbers of mentions", numbers.length, dueCount(halves), count);
        GraphHalves parsed = new GraphHalves(graph, existence, oldest);
        int nextNumber = 0;
        for (int row = 0; row < count && isChecked; row++) {
            check(subjects[row], pids[row], objects[row], halves[row], isHere);
            if ((halves[row] & DUE) != 0) {
                long number = numbers[nextNumber++];
                InputLimits.checkRange("number of a mention", number, 0, Long.MAX_VALUE - 1);
                if ((halves[row] & ShardBatch.OUT) != 0) {
                    parsed.dueOut().append(number, subjects[row], pids[row], objects[row]);
                }
                if ((halves[row] & ShardBatch.IN) != 0) {
                    parsed.dueIn().append(number, subjects[row], pids[row], objects[row]);
                }
                continue;
            }
            boolean removed = (halves[row] & REMOVED) != 0;
            TripleHalves into = removed ? parsed.removed() : parsed.added();
            if ((halves[row] & ShardBatch.OUT) != 0) {
                into.out().append(subjects[row], pids[row], objects[row]);
            }
            if ((halves[row] & ShardBatch.IN) != 0) {
                into.in().append(subjects[row], pids[row], objects[row]);
            }
        }
        return parsed;
    }

    private static int dueCount(byte[] halves) {
        int count = 0;
        for (byte half : halves) {
            count += (half & DUE) != 0 ? 1 : 0;
        }
        return count;
    }

    private static long checkChange(long change) {
        return InputLimits.checkRange("number of a change", change, 1, Long.MAX_VALUE - 1);
    }

    private void check(long subject, long pid, long object, int halves, LongPredicate isHere) {
        int kind = halves & ((halves & DUE) != 0 ? ~DUE : ~REMOVED);
        InputLimits.checkRange(
                "kind of a half", kind, ShardBatch.OUT, ShardBatch.OUT | ShardBatch.IN);
        checkVertex(subject, (kind & ShardBatch.OUT) != 0, isHere);
        checkVertex(object, (kind & ShardBatch.IN) != 0, isHere);
        boolean isPid = pid > Keys.PREDICATES && pid <= Keys.PID_MAX; // else nobody has to wait
        boolean isGiven = given.isGivenPid(pid);
        if (!isGiven && !(isPid && given.awaitPredicate(pid, PREDICATE_MS_MAX))) {
            throw WukongsException.user("no predicate has this id: pid=" + pid);
        }
    }

    private void checkVertex(long vid, boolean hasHalf, LongPredicate isHere) {
        boolean isKept = !hasHalf || !isHere.test(vid) || given.isGivenHere(vid);
        if (!Members.isVertex(vid) || !isKept) {
            throw WukongsException.user("no term has this id: vid=" + vid);
        }
        if (hasHalf && !isHere.test(vid)) {
            throw WukongsException.retriable("another node owns the vertex: vid=" + vid);
        }
    }

    /** Stages a part; waits until it is kept. */
    void stage(int node, long change, int part, GraphHalves halves) {
        put(node, change, part, halves);
        keeper.stage(
                new ChangeKeeper.Part(node, change, part, halves),
                () -> isStaged(new Key(node, change), part, halves));
    }

    private synchronized boolean isStaged(Key key, int part, GraphHalves halves) {
        TreeMap<Integer, GraphHalves> parts = staged.get(key);
        return parts != null && halves.equals(parts.get(part)); // buffers are equal to themselves
    }

    private synchronized void put(int node, long change, int part, GraphHalves halves) {
        InputLimits.checkRange("part of a change", part, 0, PARTS_MAX - 1);
        if (change < firstChanges[node]) {
            throw WukongsException.user(
                    "the node has joined anew since: change="
                            + change
                            + " firstChange="
                            + firstChanges[node]);
        }
        if (failure != null) {
            throw new WukongsException(failure.category(), failure.getMessage(), failure);
        }
        Key key = new Key(node, change);
        TreeMap<Integer, GraphHalves> parts = staged.getOrDefault(key, new TreeMap<>());
        if (parts.isEmpty() && waitingOf(node) >= CHANGES_MAX) {
            throw WukongsException.retriable(
                    "too many changes of a node wait: changesMax=" + CHANGES_MAX);
        }
        GraphHalves before = parts.get(part);
        long count = stagedCount + weight(halves) - (before == null ? 0 : weight(before));
        if (count * HALF_BYTES > stagedBytesMax) {
            throw tooMany(weight(parts) + weight(halves));
        }
        long graphBytes = count * GRAPH_HALF_BYTES;
        if (graphBytes > freeBytes.getAsLong()) {
            throw WukongsException.fatal(
                    "the memory of the stored graphs is full at a node, raise --store-memory:"
                            + " neededBytes="
                            + graphBytes
                            + " freeBytes="
                            + freeBytes.getAsLong());
        }
        parts.put(part, halves);
        staged.put(key, parts);
        stagedCount = count;
        countHomes(node, before, -1);
        countHomes(node, halves, 1);
    }

    private long waitingOf(int node) {
        return staged.keySet().stream().filter(key -> key.node() == node).count();
    }

    private static long weight(GraphHalves part) {
        long homesBytes = part.homes() == null ? 0 : part.homes().state().length;
        return part.size() + PART_HALVES + homesBytes / HALF_BYTES;
    }

    private static long weight(Map<Integer, GraphHalves> parts) {
        return parts.values().stream().mapToLong(StagedChanges::weight).sum();
    }

    /** Of one change, or of several that wait. */
    private WukongsException tooMany(long ofChange) {
        String message =
                "changes that wait do not fit into the heap of a node, give it more (-Xmx) or load"
                        + " less at a time: stagedBytesMax="
                        + stagedBytesMax;
        return ofChange * HALF_BYTES > stagedBytesMax
                ? WukongsException.user(message)
                : WukongsException.retriable(message);
    }

    /**
     * Returns the parts of a change whose turn it is, in order; none if it has had a turn already,
     * because its node did not know of that.
     *
     * @throws WukongsException FATAL if this node does not have it
     */
    public synchronized List<GraphHalves> parts(ChangeTurns.Turn turn) {
        Key key = new Key(turn.node(), turn.change());
        Map<Integer, GraphHalves> parts = made.containsKey(key) ? Map.of() : staged.get(key);
        if (parts == null) {
            throw WukongsException.fatal("a change of the cluster was lost: turn=" + turn);
        }
        return List.copyOf(parts.values());
    }

    /** A change is made as a snapshot, which has done so much at this node. */
    public synchronized void made(ChangeTurns.Turn turn, ChangeCounts counts) {
        failure = null;
        remove(new Key(turn.node(), turn.change()));
        made.putIfAbsent(new Key(turn.node(), turn.change()), counts);
    }

    /** A change cannot be made now: nothing is staged until it is. */
    public synchronized void failed(WukongsException reason) {
        failure = reason;
    }

    /** Drops a change that gets no turn; waits until that is kept. */
    void drop(int node, long change) {
        dropAgain(node, checkChange(change));
        keeper.unstage(node, change);
    }

    private void remove(Key key) {
        Map<Integer, GraphHalves> parts = staged.remove(key);
        if (parts != null) {
            stagedCount -= weight(parts);
            parts.values().forEach(part -> countHomes(key.node(), part, -1));
        }
    }

    /** Drops the changes of a node before one, which it gives no turn any more. */
    public synchronized void begin(int node, long firstChange) {
        firstChanges[node] = Math.max(firstChanges[node], firstChange);
        List<Key> ended =
                staged.keySet().stream()
                        .filter(key -> key.node() == node && key.change() < firstChange)
                        .toList();
        ended.forEach(this::remove);
    }

    /** Returns how many changes wait for their turn. */
    public synchronized int waitingCount() {
        return staged.size();
    }

    // What a log says

    /** Stages a part as it was staged, so there is no question whether it fits. */
    public synchronized void stageAgain(ChangeKeeper.Part part) {
        Key key = new Key(checkNode(part.node()), part.change());
        TreeMap<Integer, GraphHalves> parts = staged.computeIfAbsent(key, k -> new TreeMap<>());
        GraphHalves before = parts.put(part.number(), part.halves());
        stagedCount += weight(part.halves()) - (before == null ? 0 : weight(before));
        countHomes(part.node(), before, -1);
        countHomes(part.node(), part.halves(), 1);
    }

    /** Drops a change that was dropped. */
    public synchronized void dropAgain(int node, long change) {
        remove(new Key(node, change));
    }

    // Checkpoints

    /**
     * What is staged at one moment.
     *
     * @param firstChanges of each node, the number of its first change that may have a turn
     * @param parts what waits for its turn; nothing changes them any longer
     * @param made the newest changes that are made, oldest first
     */
    public record Cut(long[] firstChanges, List<ChangeKeeper.Part> parts, List<Made> made) {

        public Cut {
            parts = List.copyOf(parts);
            made = List.copyOf(made);
        }
    }

    /** A change of a node that is made, and what it has done at this one. */
    public record Made(int node, long change, ChangeCounts counts) {}

    /**
     * Returns what is staged now. It may be ahead of the log: what that does not have was promised
     * to nobody.
     */
    public synchronized Cut cut() {
        List<ChangeKeeper.Part> parts = new ArrayList<>();
        staged.forEach(
                (key, ofChange) ->
                        ofChange.forEach(
                                (number, halves) ->
                                        parts.add(
                                                new ChangeKeeper.Part(
                                                        key.node(),
                                                        key.change(),
                                                        number,
                                                        halves))));
        List<Made> counts = new ArrayList<>();
        made.forEach((key, count) -> counts.add(new Made(key.node(), key.change(), count)));
        return new Cut(Arrays.copyOf(firstChanges, members.count()), parts, counts);
    }

    /** Restores a cut but for its parts, which {@link #stageAgain} restores. */
    public synchronized void restore(long[] first, List<Made> changes) {
        if (first.length > members.count()) {
            throw new IllegalArgumentException(
                    "not of this cluster: nodes=" + first.length + " now=" + members.count());
        }
        System.arraycopy(first, 0, firstChanges, 0, first.length);
        changes.forEach(
                change ->
                        made.put(
                                new Key(checkNode(change.node()), change.change()),
                                change.counts()));
    }

    /** Returns the place of a node; IndexOutOfBoundsException if there is no such place. */
    public int checkNode(int node) {
        return Objects.checkIndex(node, members.count());
    }

    /**
     * Returns what a change has done at this node, null if queries do not see it yet.
     *
     * @param shown the snapshot that queries see
     */
    synchronized ChangeCounts shownCounts(int node, long change, long shown) {
        ChangeCounts known = made.get(new Key(node, change));
        return known == null || known.sn() > shown ? null : known;
    }
}
