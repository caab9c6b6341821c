package org.wukongs.store.cluster;

import java.util.HashMap;
import java.util.Map;
import org.wukongs.id.Keys;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The counts of graphs at all other nodes, added up, as the planner needs them. Only estimates are
 * made of them, so those of a snapshot shortly before serve as well: an execution with a known plan
 * asks nobody, as a rule. They are asked for again after {@link #SNAPSHOTS_MAX} snapshots, or if
 * this node's own count has changed by an eighth or is 0: vertices are spread by hashes, so that
 * other nodes have changed alike. Any thread.
 */
final class GraphCounts {

    private static final long COUNT_MAX = Long.MAX_VALUE / 2048; // of a node: 1,024 add up

    /** Snapshots before and after that for which counts were asked: seconds, if streams run. */
    static final int SNAPSHOTS_MAX = 32;

    /** Counts have changed if one differs by more than this part of it. */
    private static final int DRIFT_PARTS = 8;

    /** Counts of a predicate in a graph; of pid 0, only {@code all} says something. */
    private record Counts(long all, long triples, long subjects, long objects) {

        Counts plus(Counts other) {
            return new Counts(
                    all + other.all,
                    triples + other.triples,
                    subjects + other.subjects,
                    objects + other.objects);
        }
    }

    private record Place(String graph, long pid) {}

    /**
     * Counts of other nodes.
     *
     * @param sn the snapshot for which they were asked
     * @param own this node's count at that snapshot
     */
    private record Known(Counts counts, long sn, long own) {

        /** Returns whether they serve for another snapshot, with the own count there. */
        boolean isFor(long otherSn, long otherOwn) {
            boolean isNear = Math.abs(otherSn - sn) < SNAPSHOTS_MAX;
            boolean isAlike = Math.abs(otherOwn - own) <= own / DRIFT_PARTS;
            return otherSn == sn || (isNear && isAlike && own > 0);
        }
    }

    private final Members members;
    private final ReadCounts reads;
    private final Map<Place, Known> known = new HashMap<>(); // guarded by this

    GraphCounts(Members members, ReadCounts reads) {
        this.members = members;
        this.reads = reads;
    }

    /**
     * Returns about how many triples have a predicate, or how many there are for {@code
     * Keys.PREDICATES}.
     *
     * @param own the same count of this node
     */
    long triples(String graph, long sn, long pid, long own) {
        Counts counts = counts(graph, sn, pid, own);
        return pid == Keys.PREDICATES ? counts.all() : counts.triples();
    }

    /**
     * Returns about how many subjects (OUT) or objects (IN) a predicate has.
     *
     * @param own triples of this node with the predicate
     */
    long vertices(String graph, long sn, long pid, int direction, long own) {
        Counts counts = counts(graph, sn, pid, own);
        return direction == Keys.OUT ? counts.subjects() : counts.objects();
    }

    private Counts counts(String graph, long sn, long pid, long own) {
        if (pid < Keys.PREDICATES || pid > Keys.PID_MAX) {
            return new Counts(0, 0, 0, 0);
        }
        Place place = new Place(graph, pid);
        synchronized (this) {
            Known counts = known.get(place);
            if (counts != null && counts.isFor(sn, own)) {
                return counts.counts();
            }
        }
        Counts counts = ask(graph, sn, pid);
        synchronized (this) {
            if (known.size() >= RequestLimits.COUNTS_REMEMBERED_MAX) {
                known.clear();
            }
            known.put(place, new Known(counts, sn, own));
        }
        return counts;
    }

    private Counts ask(String graph, long sn, long pid) {
        StepRequest request = new StepRequest(ReadKind.COUNTS, graph, sn, pid, Keys.OUT, 0, 0);
        Counts sum = new Counts(0, 0, 0, 0);
        for (Peer.PendingAnswer answer :
                members.askOwners(sn, request.encode(new WireWriter()), reads)) {
            sum = sum.plus(counts(answer.await()));
        }
        return sum;
    }

    private static Counts counts(WireReader in) {
        return new Counts(count(in), count(in), count(in), count(in));
    }

    private static long count(WireReader in) {
        return InputLimits.checkRange("count of a graph", in.getLong(), 0, COUNT_MAX);
    }
}
