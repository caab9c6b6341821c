package org.wukongs.benchmarks.lsbench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/** The tuples of one stream's window, and which of its triples come and go when it moves. */
final class PeerWindow {

    private record Arrival(long timeMs, Statement triple) {}

    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private final Map<Statement, Integer> counts = new HashMap<>();
    private final List<Statement> added = new ArrayList<>();
    private final List<Statement> removed = new ArrayList<>();

    void arrive(long timeMs, Statement triple) {
        arrivals.add(new Arrival(timeMs, triple));
        if (counts.merge(triple, 1, Integer::sum) == 1) {
            added.add(triple);
        }
    }

    /** Tuples before {@code fromMs} leave; a triple leaves with the last of its tuples. */
    void expire(long fromMs) {
        while (!arrivals.isEmpty() && arrivals.peek().timeMs() < fromMs) {
            Statement triple = arrivals.remove().triple();
            if (counts.merge(triple, -1, Integer::sum) == 0) {
                counts.remove(triple);
                removed.add(triple);
            }
        }
    }

    /** New since {@link #settled}; before {@link #removed}, as a triple may do both. */
    List<Statement> added() {
        return added;
    }

    List<Statement> removed() {
        return removed;
    }

    /** What came and went has been done. */
    void settled() {
        added.clear();
        removed.clear();
    }
}
