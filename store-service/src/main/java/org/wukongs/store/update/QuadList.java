package org.wukongs.store.update;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.QuadTemplate;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermServer;

/**
 * The quads of a template or of data as they were read: their constants wait in batches, so that
 * the dictionary gives the ids of all in two bulk calls. Filled by one thread, then encoded.
 */
final class QuadList {

    /** No quads; nothing may be added. */
    static final QuadList EMPTY = new QuadList();

    private static final int ROWS_FIRST = 16;

    /** A place that no triple can have: that of a variable which is never bound. */
    private static final long NONE = 0;

    private final Map<String, Integer> columns = new HashMap<>();
    private final boolean isData;
    private final Map<String, Long> blankNodes = new HashMap<>();
    private final TermBatch vertices = new TermBatch();
    private final TermBatch pids = new TermBatch();
    // places as in EncodedQuads, but for a constant the index of its term in the batch, from 1 on
    private long[] subjects = new long[ROWS_FIRST];
    private long[] predicates = new long[ROWS_FIRST];
    private long[] objects = new long[ROWS_FIRST];
    private int[] graphColumns = new int[ROWS_FIRST];
    private String[] graphs = new String[ROWS_FIRST];
    private int size;

    /** Makes a list of data, in which a blank node is the same in all quads. */
    QuadList() {
        this.isData = true;
    }

    /** Makes a list of a template's quads; {@code vars} are the columns of the solutions. */
    QuadList(List<String> vars) {
        this.isData = false;
        for (int i = 0; i < vars.size(); i++) {
            columns.put(vars.get(i), i);
        }
    }

    /** Makes a blank node that no store has. */
    static String newBlankNode() {
        return NTriplesUtil.toNTriplesString(SimpleValueFactory.getInstance().createBNode());
    }

    // Adding

    /** Adds quads, except those whose subject is a literal: no triple has such a subject. */
    QuadList addAll(List<QuadTemplate> quads) {
        for (QuadTemplate quad : quads) {
            if (quad.subject().charAt(0) != '"') {
                add(quad);
            }
        }
        return this;
    }

    private void add(QuadTemplate quad) {
        boolean isVariable = QuadTemplate.isVariable(quad.graph());
        add(
                vertex(quad.subject()),
                predicate(quad.predicate()),
                vertex(quad.object()),
                isVariable ? column(quad.graph()) : EncodedQuads.NO_COLUMN,
                isVariable ? null : quad.graph());
        boolean isUnbound = isVariable && graphColumns[size - 1] == EncodedQuads.NO_COLUMN;
        size -= isUnbound ? 1 : 0;
    }

    /** Adds a quad of constants; {@code graph} is null for the one that the operation addresses. */
    void add(TermBytes subject, TermBytes predicate, TermBytes object, String graph) {
        vertices.add(subject.bytes, subject.from, subject.to);
        vertices.add(object.bytes, object.from, object.to);
        add(
                vertices.size() - 1L,
                pid(predicate.bytes, predicate.from, predicate.to),
                vertices.size(),
                EncodedQuads.NO_COLUMN,
                graph);
    }

    private void add(long subject, long predicate, long object, int graphColumn, String graph) {
        if (size == subjects.length) {
            subjects = Arrays.copyOf(subjects, 2 * size);
            predicates = Arrays.copyOf(predicates, 2 * size);
            objects = Arrays.copyOf(objects, 2 * size);
            graphColumns = Arrays.copyOf(graphColumns, 2 * size);
            graphs = Arrays.copyOf(graphs, 2 * size);
        }
        subjects[size] = subject;
        predicates[size] = predicate;
        objects[size] = object;
        graphColumns[size] = graphColumn;
        graphs[size++] = graph;
    }

    private long vertex(String place) {
        if (QuadTemplate.isVariable(place)) {
            return variable(place);
        }
        return QuadTemplate.isBlankNode(place)
                ? blankNodes.computeIfAbsent(place, this::newNode)
                : constant(place);
    }

    private long constant(String term) {
        vertices.add(term);
        return vertices.size();
    }

    private long newNode(String label) {
        return isData ? constant(newBlankNode()) : EncodedQuads.blankNodePlace(blankNodes.size());
    }

    private long predicate(String place) {
        if (QuadTemplate.isVariable(place)) {
            return variable(place);
        }
        byte[] utf8 = place.getBytes(StandardCharsets.UTF_8);
        return pid(utf8, 0, utf8.length);
    }

    /** Adds a predicate unless it is the one added last. */
    private long pid(byte[] utf8, int from, int to) {
        if (!pids.endsWith(utf8, from, to)) {
            pids.add(utf8, from, to);
        }
        return pids.size();
    }

    private long variable(String place) {
        int column = column(place);
        return column == EncodedQuads.NO_COLUMN ? NONE : EncodedQuads.variable(column);
    }

    private int column(String variable) {
        return columns.getOrDefault(QuadTemplate.name(variable), EncodedQuads.NO_COLUMN);
    }

    // Encoding

    /** Encodes quads that are to be added: new terms get ids. */
    EncodedQuads added(TermServer dictionary) {
        if (size > 0) {
            dictionary.vertexIds(vertices);
            dictionary.predicateIds(pids);
        }
        return encode();
    }

    /**
     * Encodes quads that are to be removed; those with a term that no triple has are left out. May
     * be repeated, when there may be more terms.
     */
    EncodedQuads removed(TermDictionary dictionary) {
        if (size > 0) {
            dictionary.findVertices(vertices);
            dictionary.findPredicates(pids);
        }
        return encode();
    }

    private EncodedQuads encode() {
        long[] someSubjects = new long[size];
        long[] somePids = new long[size];
        long[] someObjects = new long[size];
        int[] someColumns = new int[size];
        String[] someGraphs = new String[size];
        int to = 0;
        for (int row = 0; row < size; row++) {
            someSubjects[to] = encode(subjects[row], vertices);
            somePids[to] = encode(predicates[row], pids);
            someObjects[to] = encode(objects[row], vertices);
            someColumns[to] = graphColumns[row];
            someGraphs[to] = graphs[row];
            boolean exists =
                    someSubjects[to] != NONE && somePids[to] != NONE && someObjects[to] != NONE;
            to += exists ? 1 : 0;
        }
        return new EncodedQuads(
                someSubjects,
                somePids,
                someObjects,
                someColumns,
                someGraphs,
                to,
                blankNodes.size());
    }

    private static long encode(long place, TermBatch terms) {
        return EncodedQuads.isConstant(place) ? Math.max(NONE, terms.id((int) place - 1)) : place;
    }
}
