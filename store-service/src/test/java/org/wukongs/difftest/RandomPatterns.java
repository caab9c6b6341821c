package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.wukongs.difftest.RdfData.Triple;

/**
 * Group graph patterns. Triple patterns are mostly taken from triples of the data, and so that one
 * solution, the scope's witness, goes through all of a group: few groups are empty.
 */
final class RandomPatterns {

    private final Random random;
    private final Terms terms;
    private final RdfData data;
    private final List<String> graphs;

    /** {@code graphs}: what GRAPH may name. */
    RandomPatterns(Random random, Terms terms, RdfData data, List<String> graphs) {
        this.random = random;
        this.terms = terms;
        this.data = data;
        this.graphs = graphs;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /**
     * {@code graph}: what triple patterns are matched against; {@code scope} gets the variables.
     */
    Node group(List<Triple> graph, Scope scope, int depth) {
        List<Node> elements = new ArrayList<>();
        if (!oneIn(12)) {
            elements.add(triple(graph, scope));
        }
        for (int i = random.nextInt(depth > 1 ? 4 : 3); i >= 0; i--) {
            elements.add(element(graph, scope, depth));
        }
        return Node.of(Kind.GROUP, elements);
    }

    private Node element(List<Triple> graph, Scope scope, int depth) {
        int kind = random.nextInt(depth > 0 ? 100 : 52);
        if (kind < 30) {
            return triple(graph, scope);
        }
        if (kind < 40) {
            return Node.of(Kind.FILTER, expressions(scope).condition(2));
        }
        if (kind < 46) {
            return path(graph, scope);
        }
        if (kind < 49) {
            return bind(scope);
        }
        if (kind < 52) {
            return values(scope);
        }
        return nested(graph, scope, depth - 1, kind);
    }

    private Node nested(List<Triple> graph, Scope scope, int depth, int kind) {
        if (kind < 62) {
            return Node.of(Kind.OPTIONAL, within(graph, scope, depth));
        }
        if (kind < 71) {
            Node left = within(graph, scope, depth);
            Node right = within(graph, scope, depth);
            return oneIn(6)
                    ? Node.of(Kind.UNION, left, right, within(graph, scope, depth))
                    : Node.of(Kind.UNION, left, right);
        }
        if (kind < 76) {
            return Node.of(Kind.MINUS, group(graph, loose(scope), depth));
        }
        if (kind < 84) {
            Kind exists = oneIn(2) ? Kind.EXISTS : Kind.NOT_EXISTS;
            return Node.of(Kind.FILTER, Node.of(exists, group(graph, loose(scope), depth)));
        }
        if (kind < 92) {
            return graph(scope, depth);
        }
        if (kind < 96) {
            return subSelect(graph, scope, depth);
        }
        return within(graph, scope, depth);
    }

    private Node within(List<Triple> graph, Scope scope, int depth) {
        Scope inner = scope.copy();
        Node group = group(graph, inner, depth);
        scope.addAll(inner);
        return group;
    }

    /** Half of the time nothing is known of the variables, so that not all is excluded. */
    private Scope loose(Scope scope) {
        if (oneIn(2)) {
            return scope.copy();
        }
        Scope loose = new Scope();
        scope.names().forEach(name -> loose.bind(name, null));
        return loose;
    }

    private RandomExpressions expressions(Scope scope) {
        return new RandomExpressions(random, terms, scope);
    }

    Node triple(List<Triple> graph, Scope scope) {
        Triple triple = fittingTriple(graph, scope);
        Node subject = place(triple.subject(), scope, 5);
        Node predicate =
                oneIn(6) ? place(triple.predicate(), scope, 3) : Node.term(triple.predicate());
        return Node.of(Kind.TRIPLE, subject, predicate, place(triple.object(), scope, 4));
    }

    /** A triple that has to do with the witness where there is one, now and then any. */
    private Triple fittingTriple(List<Triple> graph, Scope scope) {
        if (graph.isEmpty() || oneIn(15)) {
            return new Triple(terms.iri(), terms.predicate(), terms.object());
        }
        List<Triple> fitting = new ArrayList<>();
        for (Triple triple : graph) {
            if (scope.withValue(triple.subject()) != null
                    || scope.withValue(triple.object()) != null) {
                fitting.add(triple);
            }
        }
        return terms.pick(fitting.isEmpty() || oneIn(6) ? graph : fitting);
    }

    /** A variable that has the term in the witness, or a new one, or the term: one in so many. */
    private Node place(String term, Scope scope, int constantOneIn) {
        String known = scope.withValue(term);
        boolean blank = term.startsWith("_:");
        if (oneIn(constantOneIn) && !blank) {
            return Node.term(term);
        }
        if (known != null && !oneIn(6)) {
            return Node.var(known);
        }
        if (oneIn(25) && !scope.names().isEmpty()) {
            return Node.var(terms.pick(scope.names()));
        }
        String fresh = scope.fresh();
        if (fresh == null) {
            return blank || known != null ? Node.var(terms.pick(scope.names())) : Node.term(term);
        }
        scope.bind(fresh, term);
        return Node.var(fresh);
    }

    private Node path(List<Triple> graph, Scope scope) {
        Triple triple = fittingTriple(graph, scope);
        Node path = path(triple.predicate(), 2);
        Node subject = place(triple.subject(), scope, 4);
        Node object = place(oneIn(2) ? triple.object() : terms.subject(), scope, 4);
        return Node.of(Kind.TRIPLE, subject, path, object);
    }

    private Node path(String predicate, int depth) {
        if (depth == 0) {
            return Node.term(oneIn(2) ? predicate : terms.predicate());
        }
        return switch (random.nextInt(10)) {
            case 0 -> Node.of(Kind.PATH_INVERSE, path(predicate, depth - 1));
            case 1, 2 ->
                    Node.of(
                            Kind.PATH_SEQUENCE,
                            path(predicate, depth - 1),
                            path(terms.predicate(), depth - 1));
            case 3, 4 ->
                    Node.of(
                            Kind.PATH_ALTERNATIVE,
                            path(predicate, depth - 1),
                            path(terms.predicate(), depth - 1));
            case 5 -> Node.of(Kind.PATH_STAR, path(predicate, depth - 1));
            case 6 -> Node.of(Kind.PATH_PLUS, path(predicate, depth - 1));
            case 7 -> Node.of(Kind.PATH_OPTIONAL, path(predicate, depth - 1));
            case 8 -> negated();
            default -> Node.of(Kind.PATH_PLUS, Node.term(predicate));
        };
    }

    private Node negated() {
        List<Node> kids = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            Node iri = Node.term(terms.predicate());
            kids.add(oneIn(4) ? Node.of(Kind.PATH_INVERSE, iri) : iri);
        }
        return Node.of(Kind.PATH_NEGATED, kids);
    }

    private Node bind(Scope scope) {
        String fresh = scope.fresh();
        Node expression = expressions(scope).any(2);
        if (fresh == null) {
            return Node.of(Kind.FILTER, expression);
        }
        scope.bind(fresh, null);
        return Node.of(Kind.BIND, expression, Node.var(fresh));
    }

    Node values(Scope scope) {
        List<String> names = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            String name =
                    scope.names().isEmpty() || oneIn(4) ? scope.fresh() : terms.pick(scope.names());
            if (name != null && !names.contains(name)) {
                names.add(name);
            }
        }
        List<Node> kids = new ArrayList<>(names.stream().map(Node::var).toList());
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            kids.add(Node.of(Kind.ROW, names.stream().map(name -> cell(scope, name)).toList()));
        }
        names.forEach(name -> scope.bind(name, null));
        return Node.of(Kind.VALUES, kids);
    }

    private Node cell(Scope scope, String name) {
        String known = scope.value(name);
        if (known != null && !known.startsWith("_:") && !oneIn(3)) {
            return Node.term(known);
        }
        return oneIn(4) ? Node.leaf(Kind.UNDEF, "") : Node.term(terms.constant());
    }

    private Node graph(Scope scope, int depth) {
        String iri = terms.pick(graphs);
        Node name = Node.term("<" + iri + ">");
        if (!oneIn(3)) {
            String known = scope.withValue("<" + iri + ">");
            String variable = known == null ? scope.fresh() : known;
            if (variable != null) {
                name = Node.var(variable);
                scope.bind(variable, "<" + iri + ">");
            }
        }
        return Node.of(Kind.GRAPH, name, within(data.graph(iri), scope, depth));
    }

    private Node subSelect(List<Triple> graph, Scope scope, int depth) {
        return new RandomSelect(random, terms, this).subSelect(graph, scope, depth);
    }
}
