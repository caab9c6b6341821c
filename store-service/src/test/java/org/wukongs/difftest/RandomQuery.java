package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.wukongs.difftest.RdfData.Triple;

/** Queries of all four forms over one set of data. */
final class RandomQuery {

    /** Most queries shall have solutions, but not all. */
    private static final int TRIES = 3;

    private final Random random;
    private final Terms terms;
    private final RdfData data;

    RandomQuery(Random random, Terms terms, RdfData data) {
        this.random = random;
        this.terms = terms;
        this.data = data;
    }

    /** A query with what it should answer; null where the specification does not say. */
    record Case(Node query, SpecResult expected) {}

    /** A case that has solutions if three tries find one; null where it has far too many. */
    Case next() {
        Case found = null;
        for (int i = 0; i < TRIES; i++) {
            Node query = any();
            try {
                found = new Case(query, SpecSelect.evaluate(query, data));
                if (found.expected() == null || !found.expected().rows().isEmpty()) {
                    return found;
                }
            } catch (SpecEvaluator.TooLarge e) {
                // The next one will be smaller.
            }
        }
        return found;
    }

    private Node any() {
        List<Triple> triples = new ArrayList<>();
        return over(dataset(triples), triples, Terms.GRAPHS);
    }

    /**
     * @param dataset FROM clauses
     * @param triples of the default graph
     * @param graphs what GRAPH may name
     */
    Node over(List<Node> dataset, List<Triple> triples, List<String> graphs) {
        RandomPatterns patterns = new RandomPatterns(random, terms, data, graphs);
        RandomSelect selects = new RandomSelect(random, terms, patterns);
        int form = random.nextInt(20);
        if (form > 2) {
            return selects.select(triples, dataset);
        }
        if (form == 2 || (form == 1 && random.nextInt(3) > 0)) {
            return construct(dataset, triples, graphs);
        }
        List<Node> kids = new ArrayList<>(dataset);
        Scope scope = new Scope();
        Node where = patterns.group(triples, scope, 2);
        kids.add(where);
        if (form == 1) {
            Node resource =
                    random.nextBoolean() ? scope.variable("", random) : Node.term(terms.iri());
            kids.add(0, Node.of(Kind.PROJECTION, resource));
            return Node.of(Kind.DESCRIBE, kids);
        }
        return Node.of(Kind.ASK, kids);
    }

    /** As {@link #over}, of the form that makes triples. */
    Node construct(List<Node> dataset, List<Triple> triples, List<String> graphs) {
        RandomPatterns patterns = new RandomPatterns(random, terms, data, graphs);
        Scope scope = new Scope();
        Node where = patterns.group(triples, scope, 2);
        List<Node> kids = new ArrayList<>();
        kids.add(template(scope));
        kids.addAll(dataset);
        kids.add(where);
        return Node.of(Kind.CONSTRUCT, kids);
    }

    /** FROM clauses, none in most queries; {@code triples} gets the default graph. */
    private List<Node> dataset(List<Triple> triples) {
        List<Node> clauses = new ArrayList<>();
        if (random.nextInt(8) > 0) {
            triples.addAll(data.graph(null));
            return clauses;
        }
        if (random.nextBoolean()) {
            clauses.add(Node.leaf(Kind.FROM, Terms.DEFAULT_GRAPH));
            triples.addAll(data.graph(null));
        }
        for (String graph : data.graphs()) {
            int kind = random.nextInt(4);
            if (kind == 0) {
                clauses.add(Node.leaf(Kind.FROM, graph));
                triples.addAll(data.graph(graph));
            } else if (kind < 3) {
                clauses.add(Node.leaf(Kind.FROM_NAMED, graph));
            }
        }
        if (clauses.isEmpty()) {
            triples.addAll(data.graph(null));
        }
        return clauses;
    }

    private Node template(Scope scope) {
        List<Node> triples = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            triples.add(
                    Node.of(
                            Kind.TRIPLE,
                            scope.variable("", random),
                            random.nextInt(4) == 0
                                    ? scope.variable("", random)
                                    : Node.term(terms.predicate()),
                            random.nextInt(4) == 0
                                    ? Node.term(terms.constant())
                                    : scope.variable("", random)));
        }
        return Node.of(Kind.TEMPLATE, triples);
    }
}
