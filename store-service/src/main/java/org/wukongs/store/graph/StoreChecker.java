package org.wukongs.store.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.wukongs.error.CorruptionException;
import org.wukongs.id.GivenIds;

/**
 * Verifies all invariants of a store's stored graphs by walking them: both directions of every
 * triple, index vertices, predicate sets, counts, membership indexes, that each block of the memory
 * belongs to exactly one owner, and that all ids are known. It reads everything, so it takes about
 * as long as loading.
 */
public final class StoreChecker {

    /** The first violations show what is wrong; those that follow from them would hide it. */
    public static final int VIOLATION_COUNT_MAX = 20;

    private final StoredGraphs stored;
    private final GivenIds given;
    private final LongPredicate isOwn; // null if the graphs are whole

    /** {@code given} knows which ids exist. */
    public StoreChecker(StoredGraphs stored, GivenIds given) {
        this(stored, given, null);
    }

    /**
     * As above, for a node that has the halves of triples of vertices for which {@code isOwn} is
     * true; null if it has whole graphs.
     */
    public StoreChecker(StoredGraphs stored, GivenIds given, LongPredicate isOwn) {
        this.stored = stored;
        this.given = given;
        this.isOwn = isOwn;
    }

    /** Checks all graphs, in the writer's thread or while nothing is written. */
    public CheckReport check() {
        List<CorruptionException> violations = new ArrayList<>();
        GraphChecker checker =
                new GraphChecker(
                        stored.memory(),
                        given,
                        isOwn,
                        violation -> {
                            if (violations.size() < VIOLATION_COUNT_MAX) {
                                violations.add(violation);
                            }
                        });
        long graphCount = 0;
        long tripleCount = 0;
        for (StoredGraph graph : stored.graphs()) {
            checker.check(graph);
            graphCount++;
            tripleCount += graph.tripleCount();
        }
        checker.checkBlocks();
        return new CheckReport(graphCount, tripleCount, List.copyOf(violations));
    }
}
