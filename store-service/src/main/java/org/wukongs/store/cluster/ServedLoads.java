package org.wukongs.store.cluster;

import java.util.HashMap;
import java.util.Map;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.ShardBatch;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Keeps the halves of triples that other nodes load until they are all there, and then adds them.
 * Any thread.
 */
final class ServedLoads {

    /** Bytes of a staged half, and of the unused part of its buffer's last chunk. */
    private static final long HALF_BYTES = 22;

    /** This node may learn of a predicate a little later than the one that loads. */
    private static final long PREDICATE_MS_MAX = 5_000;

    private final Members members;
    private final TermDictionary given;
    private final HalvesTarget target;
    private final long stagedBytesMax;
    // by node, then by graph; guarded by this
    private final Map<Integer, Map<String, TripleHalves>> staged = new HashMap<>();
    private long stagedCount; // halves; guarded by this

    ServedLoads(Members members, TermDictionary given, HalvesTarget target, long stagedBytesMax) {
        this.members = members;
        this.given = given;
        this.target = target;
        this.stagedBytesMax = stagedBytesMax;
    }

    /** Drops what a node has staged, because it begins a load or is gone. */
    void begin(int node) {
        drop(node);
    }

    /** Stages the halves of a request. */
    void stage(int node, WireReader request) {
        String graph = request.getString();
        if (graph == null) {
            throw WukongsException.user("halves of triples have no graph");
        }
        InputLimits.checkLength("name of a graph", graph, InputLimits.NAME_CHARS_MAX);
        long[] subjects = request.getLongs();
        int count = subjects.length;
        InputLimits.checkRange("halves", count, 0, RequestLimits.HALVES_MAX);
        long[] pids = request.getLongs();
        long[] objects = request.getLongs();
        byte[] halves = request.getBytes();
        InputLimits.checkRange("predicates of halves", pids.length, count, count);
        InputLimits.checkRange("objects of halves", objects.length, count, count);
        int halfCount = halves == null ? -1 : halves.length;
        InputLimits.checkRange("kinds of halves", halfCount, count, count);
        for (int row = 0; row < count; row++) {
            check(subjects[row], pids[row], objects[row], halves[row]);
        }
        stage(node, graph, new Columns(subjects, pids, objects, halves));
    }

    private record Columns(long[] subjects, long[] pids, long[] objects, byte[] halves) {}

    private synchronized void stage(int node, String graph, Columns rows) {
        int count = rows.halves().length;
        if ((stagedCount + 2L * count) * HALF_BYTES > stagedBytesMax) {
            drop(node);
            throw WukongsException.user(
                    "the load does not fit into the heap of a node, give it more (-Xmx) or load"
                            + " less at a time: stagedBytesMax="
                            + stagedBytesMax);
        }
        TripleHalves into =
                staged.computeIfAbsent(node, n -> new HashMap<>())
                        .computeIfAbsent(graph, g -> new TripleHalves());
        long before = into.size();
        for (int row = 0; row < count; row++) {
            long subject = rows.subjects()[row];
            long pid = rows.pids()[row];
            long object = rows.objects()[row];
            if ((rows.halves()[row] & ShardBatch.OUT) != 0) {
                into.out().append(subject, pid, object);
            }
            if ((rows.halves()[row] & ShardBatch.IN) != 0) {
                into.in().append(subject, pid, object);
            }
        }
        stagedCount += into.size() - before;
    }

    private void check(long subject, long pid, long object, int halves) {
        InputLimits.checkRange(
                "kind of a half", halves, ShardBatch.OUT, ShardBatch.OUT | ShardBatch.IN);
        checkVertex(subject, (halves & ShardBatch.OUT) != 0);
        checkVertex(object, (halves & ShardBatch.IN) != 0);
        if (!given.isGivenPid(pid) && !given.awaitPredicate(pid, PREDICATE_MS_MAX)) {
            throw WukongsException.user("no predicate has this id: pid=" + pid);
        }
    }

    private void checkVertex(long vid, boolean isHere) {
        if (!Members.isVertex(vid) || (isHere && members.isOwn(vid) && !given.isGivenVid(vid))) {
            throw WukongsException.user("no term has this id: vid=" + vid);
        }
        if (isHere && !members.isOwn(vid)) {
            throw WukongsException.retriable("another node owns the vertex: vid=" + vid);
        }
    }

    /** Adds what a node has staged, as a snapshot, and writes how many triples were new. */
    void addStaged(int node, WireReader request, WireWriter answer) {
        long sn = InputLimits.checkRange("snapshot", request.getLong(), 1, Long.MAX_VALUE - 1);
        long expected = request.getLong();
        Map<String, TripleHalves> halves = drop(node);
        long count = halves.values().stream().mapToLong(TripleHalves::size).sum();
        if (count != expected) {
            throw WukongsException.retriable(
                    "a part of a load is lost, because a connection was: halves="
                            + count
                            + " expected="
                            + expected);
        }
        answer.putLong(target.addHalves(halves, sn));
    }

    private synchronized Map<String, TripleHalves> drop(int node) {
        Map<String, TripleHalves> halves = staged.remove(node);
        if (halves == null) {
            return Map.of();
        }
        for (TripleHalves some : halves.values()) {
            stagedCount -= some.size();
        }
        return halves;
    }
}
