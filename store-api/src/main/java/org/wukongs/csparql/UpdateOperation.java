package org.wukongs.csparql;

import java.util.List;

/**
 * An operation of a SPARQL Update request. Graphs are named by their IRIs in SPARQL text; null is
 * the default graph.
 */
public sealed interface UpdateOperation {

    /**
     * Removes and adds the quads of templates, for each solution of a pattern.
     *
     * @param where the pattern as a {@code SELECT *}; null for data, which has one empty solution
     * @param dataset what the pattern is matched with
     */
    record Modify(
            List<QuadTemplate> deleted,
            List<QuadTemplate> inserted,
            CsparqlQuery where,
            UpdateDataset dataset)
            implements UpdateOperation {}

    /**
     * The dataset of a Modify.
     *
     * @param with graph of the templates' quads outside of GRAPH and, without {@code USING}, the
     *     default graph of the pattern
     * @param using graphs of {@code USING}, whose union is the default graph of the pattern
     * @param usingNamed graphs of {@code USING NAMED}
     */
    record UpdateDataset(String with, List<String> using, List<String> usingNamed) {

        public static final UpdateDataset NONE = new UpdateDataset(null, List.of(), List.of());

        public boolean isDeclared() {
            return !using.isEmpty() || !usingNamed.isEmpty();
        }
    }

    /** Which graphs a CLEAR or DROP is about. */
    enum Graphs {
        ONE,
        DEFAULT,
        NAMED,
        ALL
    }

    /**
     * Removes all triples of graphs.
     *
     * @param drop true if the graphs are to be forgotten
     * @param graph only for {@link Graphs#ONE}
     */
    record Clear(boolean drop, boolean silent, Graphs graphs, String graph)
            implements UpdateOperation {}

    /** Creates an empty graph. */
    record Create(boolean silent, String graph) implements UpdateOperation {}

    /** How a graph's triples come to another graph. */
    enum TransferKind {
        ADD,
        MOVE,
        COPY
    }

    /** Brings the triples of a graph into another one. */
    record Transfer(TransferKind kind, boolean silent, String from, String to)
            implements UpdateOperation {}

    /** Adds the triples of a document to a graph. */
    record Load(boolean silent, String source, String into) implements UpdateOperation {}
}
