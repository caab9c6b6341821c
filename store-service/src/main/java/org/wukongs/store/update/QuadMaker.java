package org.wukongs.store.update;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.ntriples.TermText;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermKind;
import org.wukongs.store.value.ExecutionTerms;

/**
 * Makes the quads of a template for each solution. A quad with an unbound variable, or one that is
 * no RDF, is left out (SPARQL 1.1 Update, 4.2.3). Used once, by one thread.
 */
final class QuadMaker {

    private static final long NONE = 0;

    /** Receives quads. */
    interface Visitor {
        void quad(GraphDelta graph, long subject, long predicate, long object);
    }

    private final EncodedQuads quads;
    private final Solutions solutions;
    private final TermDictionary dictionary;
    private final Function<String, GraphDelta> graphs;
    private final Map<String, GraphDelta> graphByIri = new HashMap<>();
    private final Long2ObjectHashMap<GraphDelta> graphById = new Long2ObjectHashMap<>();
    private final Long2LongHashMap learned = new Long2LongHashMap(NONE);
    private final long[] blankNodes; // of the present solution, 0 for one not yet made
    private boolean learns;

    /**
     * {@code graphs} returns the graph of an IRI, null for the one that the operation addresses.
     */
    QuadMaker(
            EncodedQuads quads,
            Solutions solutions,
            TermDictionary dictionary,
            Function<String, GraphDelta> graphs) {
        this.quads = quads;
        this.solutions = solutions;
        this.dictionary = dictionary;
        this.graphs = graphs;
        this.blankNodes = new long[quads.blankNodeCount()];
    }

    /** With {@code learn}, terms that the dictionary does not know get ids. */
    void make(Visitor visitor, boolean learn) {
        learns = learn;
        SolutionsAhead ahead =
                new SolutionsAhead(quads, solutions, dictionary, learn ? learned : null);
        for (int row = 0; row < solutions.size(); row++) {
            ahead.at(row);
            Arrays.fill(blankNodes, NONE);
            for (int quad = 0; quad < quads.size(); quad++) {
                make(quad, row, visitor);
            }
        }
    }

    private void make(int quad, int row, Visitor visitor) {
        long subject = id(quads.subjects()[quad], row);
        long object = id(quads.objects()[quad], row);
        if (subject == NONE || object == NONE || isLiteral(quads.subjects()[quad], subject)) {
            return;
        }
        long predicate = predicate(quads.predicates()[quad], row);
        if (predicate == NONE) {
            return;
        }
        GraphDelta graph = graph(quad, row);
        if (graph != null) {
            visitor.quad(graph, subject, predicate, object);
        }
    }

    /** Returns 0 if there is no such term. */
    private long id(long place, int row) {
        if (EncodedQuads.isConstant(place)) {
            return place;
        }
        return EncodedQuads.isVariable(place)
                ? known(solutions.table().get(EncodedQuads.column(place), row))
                : blankNode(EncodedQuads.blankNode(place));
    }

    private long known(long id) {
        if (!ExecutionTerms.isLocal(id)) {
            return id == ExecutionTerms.UNBOUND ? NONE : id;
        }
        if (!learns) {
            return Math.max(NONE, dictionary.findVertex(solutions.terms().string(id)));
        }
        long vid = learned.get(id);
        if (vid == NONE) {
            vid = dictionary.vertexId(solutions.terms().string(id));
            learned.put(id, vid);
        }
        return vid;
    }

    private long blankNode(int number) {
        if (blankNodes[number] == NONE) {
            blankNodes[number] = dictionary.vertexId(QuadList.newBlankNode());
        }
        return blankNodes[number];
    }

    private boolean isLiteral(long place, long id) {
        return EncodedQuads.isVariable(place) && dictionary.literals().kind(id).isLiteral();
    }

    private long predicate(long place, int row) {
        if (EncodedQuads.isConstant(place)) {
            return place;
        }
        long vid = EncodedQuads.isVariable(place) ? id(place, row) : NONE;
        if (vid == NONE || dictionary.literals().kind(vid) != TermKind.IRI) {
            return NONE;
        }
        return learns
                ? dictionary.predicateId(vid)
                : Math.max(NONE, dictionary.predicateOfVertex(vid));
    }

    private GraphDelta graph(int quad, int row) {
        int column = quads.graphColumns()[quad];
        if (column < 0) {
            return graphByIri.computeIfAbsent(quads.graphs()[quad], graphs);
        }
        long id = solutions.table().get(column, row);
        return id == ExecutionTerms.UNBOUND ? null : graphById.computeIfAbsent(id, this::graph);
    }

    /** Returns null if the term is no IRI. The dictionary need not know the names of graphs. */
    private GraphDelta graph(long id) {
        String term = solutions.terms().string(id);
        return term.charAt(0) == '<' ? graphs.apply(TermText.iri(term)) : null;
    }
}
