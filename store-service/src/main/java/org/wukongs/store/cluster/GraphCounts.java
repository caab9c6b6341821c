package org.wukongs.store.cluster;

import java.util.HashMap;
import java.util.Map;
import org.wukongs.id.Keys;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The counts of graphs at all other nodes, added up, as the planner needs them: asked for once a
 * snapshot, so that an execution with a known plan asks nobody. Any thread.
 */
final class GraphCounts {

    private static final long COUNT_MAX = Long.MAX_VALUE / 2048; // of a node: 1,024 add up

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

    private final Members members;
    private final ReadCounts reads;
    private final Map<Place, Counts> known = new HashMap<>(); // guarded by this
    private long knownSn; // guarded by this

    GraphCounts(Members members, ReadCounts reads) {
        this.members = members;
        this.reads = reads;
    }

    /** Returns the triples with a predicate, or all triples for {@code Keys.PREDICATES}. */
    long triples(String graph, long sn, long pid) {
        Counts counts = counts(graph, sn, pid);
        return pid == Keys.PREDICATES ? counts.all() : counts.triples();
    }

    /** Returns the subjects (OUT) or objects (IN) of a predicate. */
    long vertices(String graph, long sn, long pid, int direction) {
        Counts counts = counts(graph, sn, pid);
        return direction == Keys.OUT ? counts.subjects() : counts.objects();
    }

    private Counts counts(String graph, long sn, long pid) {
        if (pid < Keys.PREDICATES || pid > Keys.PID_MAX) {
            return new Counts(0, 0, 0, 0);
        }
        Place place = new Place(graph, pid);
        synchronized (this) {
            Counts counts = sn == knownSn ? known.get(place) : null;
            if (counts != null) {
                return counts;
            }
        }
        Counts counts = ask(graph, sn, pid);
        synchronized (this) {
            if (sn > knownSn || known.size() >= RequestLimits.COUNTS_REMEMBERED_MAX) {
                known.clear();
                knownSn = Math.max(sn, knownSn);
            }
            if (sn == knownSn) {
                known.put(place, counts);
            }
        }
        return counts;
    }

    private Counts ask(String graph, long sn, long pid) {
        StepRequest request = new StepRequest(ReadKind.COUNTS, graph, sn, pid, Keys.OUT, 0, 0);
        Counts sum = new Counts(0, 0, 0, 0);
        for (Peer.PendingAnswer answer :
                members.askOthers(request.encode(new WireWriter()), reads)) {
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
