package org.wukongs.store.update;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.QuadTemplate;
import org.wukongs.id.StringServer;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * The quads of a template or of data, with constants as ids. A place is a {@link #isConstant
 * constant}, a {@link #isVariable variable} or a blank node that is new for each solution.
 * Immutable.
 */
final class EncodedQuads {

    static final EncodedQuads NONE = new EncodedQuads(0);

    /** A place of a quad that has no solution. */
    private static final int NO_COLUMN = -1;

    private static final long BLANK_NODE = 1L << 62;

    final long[] subjects;
    final long[] predicates; // pids
    final long[] objects;
    final int[] graphColumns; // -1 for a constant
    final String[] graphs; // IRIs; null for the graph that the operation addresses
    private int size;
    private int blankNodeCount;

    private EncodedQuads(int capacity) {
        subjects = new long[capacity];
        predicates = new long[capacity];
        objects = new long[capacity];
        graphColumns = new int[capacity];
        graphs = new String[capacity];
    }

    int size() {
        return size;
    }

    /** Returns the number of blank nodes that each solution has. */
    int blankNodeCount() {
        return blankNodeCount;
    }

    static boolean isConstant(long place) {
        return place > 0 && place < BLANK_NODE;
    }

    static boolean isVariable(long place) {
        return place < 0;
    }

    /** Returns the column of a variable. */
    static int column(long place) {
        return (int) (-1 - place);
    }

    /** Returns the number of a blank node. */
    static int blankNode(long place) {
        return (int) (place - BLANK_NODE);
    }

    /** Makes a blank node that no store has. */
    static String newBlankNode() {
        return NTriplesUtil.toNTriplesString(SimpleValueFactory.getInstance().createBNode());
    }

    /** Encodes quads that are to be added; {@code vars} are the columns of the solutions. */
    static EncodedQuads added(List<QuadTemplate> quads, List<String> vars, StringServer strings) {
        return new Encoder(quads, vars).encode(strings::vertexIds, strings::predicateIds);
    }

    /** Encodes quads that are to be removed; those with a term that no triple has are left out. */
    static EncodedQuads removed(
            List<QuadTemplate> quads, List<String> vars, TermDictionary dictionary) {
        return new Encoder(quads, vars)
                .encode(
                        terms -> terms.stream().mapToLong(dictionary::findVertex).toArray(),
                        terms -> terms.stream().mapToLong(dictionary::findPredicate).toArray());
    }

    /** Encodes data that are to be added: a blank node is the same in all of their quads. */
    static EncodedQuads data(List<QuadTemplate> quads, StringServer strings) {
        Map<String, String> nodes = new HashMap<>();
        List<QuadTemplate> named = new ArrayList<>(quads.size());
        for (QuadTemplate quad : quads) {
            named.add(
                    new QuadTemplate(
                            named(quad.subject(), nodes),
                            quad.predicate(),
                            named(quad.object(), nodes),
                            quad.graph()));
        }
        Encoder encoder = new Encoder(named, List.of());
        encoder.blankNodesAreTerms = true;
        return encoder.encode(strings::vertexIds, strings::predicateIds);
    }

    private static String named(String place, Map<String, String> nodes) {
        return QuadTemplate.isBlankNode(place)
                ? nodes.computeIfAbsent(place, label -> newBlankNode())
                : place;
    }

    /** Returns the ids of terms. */
    private interface Ids {
        long[] of(List<String> terms);
    }

    private static final class Encoder {

        private final List<QuadTemplate> quads = new ArrayList<>();
        private final Map<String, Integer> columns = new HashMap<>();
        private final Map<String, Integer> blankNodes = new HashMap<>();
        private Map<String, Long> vertices;
        private Map<String, Long> predicates;
        private boolean blankNodesAreTerms;

        Encoder(List<QuadTemplate> all, List<String> vars) {
            for (int i = 0; i < vars.size(); i++) {
                columns.put(vars.get(i), i);
            }
            for (QuadTemplate quad : all) {
                if (quad.subject().charAt(0) != '"') { // no triple has such a subject
                    quads.add(quad);
                }
            }
        }

        EncodedQuads encode(Ids vertexIds, Ids predicateIds) {
            List<String> terms = new ArrayList<>();
            List<String> pids = new ArrayList<>();
            for (QuadTemplate quad : quads) {
                addTerm(quad.subject(), terms);
                addTerm(quad.predicate(), pids);
                addTerm(quad.object(), terms);
            }
            vertices = ids(terms, vertexIds);
            predicates = ids(pids, predicateIds);
            EncodedQuads encoded = new EncodedQuads(quads.size());
            quads.forEach(quad -> encode(quad, encoded));
            encoded.blankNodeCount = blankNodes.size();
            return encoded;
        }

        private boolean isTerm(String place) {
            return !QuadTemplate.isVariable(place)
                    && (blankNodesAreTerms || !QuadTemplate.isBlankNode(place));
        }

        private void addTerm(String place, List<String> terms) {
            if (isTerm(place)) {
                terms.add(place);
            }
        }

        private static Map<String, Long> ids(List<String> terms, Ids ids) {
            List<String> distinct = terms.stream().distinct().toList();
            long[] found = ids.of(distinct);
            Map<String, Long> byTerm = new HashMap<>();
            for (int i = 0; i < found.length; i++) {
                byTerm.put(distinct.get(i), found[i]);
            }
            return byTerm;
        }

        private void encode(QuadTemplate quad, EncodedQuads into) {
            int at = into.size;
            into.subjects[at] = place(quad.subject(), vertices);
            into.predicates[at] = place(quad.predicate(), predicates);
            into.objects[at] = place(quad.object(), vertices);
            boolean isVariable = QuadTemplate.isVariable(quad.graph());
            into.graphColumns[at] = isVariable ? column(quad.graph()) : NO_COLUMN;
            into.graphs[at] = isVariable ? null : quad.graph();
            boolean solvable =
                    into.subjects[at] != 0
                            && into.predicates[at] != 0
                            && into.objects[at] != 0
                            && (!isVariable || into.graphColumns[at] != NO_COLUMN);
            into.size += solvable ? 1 : 0;
        }

        /** Returns 0 for a term that no triple has, and for a variable that is never bound. */
        private long place(String place, Map<String, Long> ids) {
            if (isTerm(place)) {
                return Math.max(0, ids.get(place));
            }
            if (QuadTemplate.isVariable(place)) {
                return -1L - column(place);
            }
            return BLANK_NODE + blankNodes.computeIfAbsent(place, label -> blankNodes.size());
        }

        private int column(String variable) {
            return columns.getOrDefault(QuadTemplate.name(variable), NO_COLUMN);
        }
    }
}
