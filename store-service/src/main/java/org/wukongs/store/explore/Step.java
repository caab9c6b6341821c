package org.wukongs.store.explore;

import org.wukongs.id.Keys;

/**
 * One step of a plan. A producing step binds {@link #column} to the neighbours of {@link #vertex}
 * under {@link #predicate} and {@link #direction}. A checking step keeps rows: {@link
 * StepKind#PROBE} those with the triple (vertex, predicate, other), {@link StepKind#FILTER} those
 * for which a condition holds.
 *
 * @param graph index of the view
 * @param vertex null for an index vertex
 * @param predicate null for {@link StepKind#PREDICATES}
 * @param direction of the key that is looked up, {@code Keys.IN} or {@code Keys.OUT}
 * @param other object of a probe, null otherwise
 * @param column the column that it binds, -1 for a check
 * @param filter the condition of a filter, null otherwise
 * @param estimate the planner's estimate of the rows after this step
 */
record Step(
        StepKind kind,
        int graph,
        Place vertex,
        Place predicate,
        int direction,
        Place other,
        int column,
        PatternFilter filter,
        double estimate) {

    static final Step PASS = new Step(StepKind.PASS, -1, null, null, -1, null, -1, null, 0);

    static Step producer(
            StepKind kind, int graph, Place vertex, Place predicate, int direction, int column) {
        return new Step(kind, graph, vertex, predicate, direction, null, column, null, 0);
    }

    static Step probe(TriplePattern pattern) {
        return new Step(
                StepKind.PROBE,
                pattern.graph(),
                pattern.subject(),
                pattern.predicate(),
                Keys.OUT,
                pattern.object(),
                -1,
                null,
                0);
    }

    static Step filter(PatternFilter filter) {
        return new Step(StepKind.FILTER, -1, null, null, -1, null, -1, filter, 0);
    }

    Step withEstimate(double rows) {
        return new Step(kind, graph, vertex, predicate, direction, other, column, filter, rows);
    }

    /** Returns true if both look up the same keys for the same rows. */
    boolean looksUpKeysOf(Step other) {
        return kind == StepKind.EXPAND
                && other.kind == StepKind.EXPAND
                && graph == other.graph
                && direction == other.direction
                && vertex.equals(other.vertex)
                && predicate.equals(other.predicate);
    }

    /** Returns true if one key is looked up for all rows, so that its list is a source of rows. */
    boolean hasConstantKey() {
        return (vertex == null || vertex.isConstant())
                && (predicate == null || predicate.isConstant());
    }
}
