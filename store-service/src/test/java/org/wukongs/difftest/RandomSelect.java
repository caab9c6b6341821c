package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.wukongs.difftest.RdfData.Triple;

/** SELECT with its solution modifiers, as a query or within one. */
final class RandomSelect {

    private static final List<String> AGGREGATES =
            List.of("COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT");

    private final Random random;
    private final Terms terms;
    private final RandomPatterns patterns;

    RandomSelect(Random random, Terms terms, RandomPatterns patterns) {
        this.random = random;
        this.terms = terms;
        this.patterns = patterns;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** Its variables join those of the group around it; ordered where it is cut. */
    Node subSelect(List<Triple> graph, Scope scope, int depth) {
        Scope inner = oneIn(2) ? scope.copy() : new Scope();
        Node where = patterns.group(graph, inner, depth);
        List<Node> kids = new ArrayList<>();
        List<String> columns = head(inner, List.of(), where, kids);
        if (oneIn(3)) {
            kids.add(totalOrder(columns));
            kids.add(Node.leaf(Kind.LIMIT, Integer.toString(1 + random.nextInt(4))));
            if (oneIn(3)) {
                kids.add(Node.leaf(Kind.OFFSET, Integer.toString(random.nextInt(3))));
            }
        }
        columns.forEach(name -> scope.bind(name, inner.value(name)));
        return new Node(Kind.SELECT, oneIn(3) ? "DISTINCT" : "", kids);
    }

    Node select(List<Triple> graph, List<Node> dataset) {
        Scope scope = new Scope();
        Node where = patterns.group(graph, scope, 2);
        List<Node> kids = new ArrayList<>();
        List<String> columns = head(scope, dataset, where, kids);
        if (oneIn(4)) {
            kids.add(oneIn(2) ? totalOrder(columns) : order(scope, columns, kids));
        }
        slice(kids);
        if (oneIn(25)) {
            kids.add(patterns.values(scope));
        }
        String modifier = oneIn(4) ? "DISTINCT" : oneIn(12) ? "REDUCED" : "";
        return new Node(Kind.SELECT, modifier, kids);
    }

    void slice(List<Node> kids) {
        if (oneIn(7)) {
            kids.add(Node.leaf(Kind.LIMIT, Integer.toString(random.nextInt(6))));
        }
        if (oneIn(14)) {
            kids.add(Node.leaf(Kind.OFFSET, Integer.toString(random.nextInt(4))));
        }
    }

    /** Projection, dataset, pattern and grouping; returns the columns. */
    private List<String> head(Scope scope, List<Node> dataset, Node where, List<Node> kids) {
        boolean grouped = oneIn(6);
        List<Node> items = grouped ? new ArrayList<>() : items(scope);
        List<Node> tail = grouped ? grouping(scope, items) : List.of();
        kids.add(Node.of(Kind.PROJECTION, items));
        kids.addAll(dataset);
        kids.add(where);
        kids.addAll(tail);
        if (items.isEmpty()) {
            return scope.names();
        }
        return items.stream().map(i -> i.is(Kind.AS) ? i.kid(1).value() : i.value()).toList();
    }

    private List<Node> items(Scope scope) {
        List<Node> items = new ArrayList<>();
        if (oneIn(3) && !scope.names().isEmpty()) {
            return items;
        }
        for (String name : scope.names()) {
            if (!oneIn(3)) {
                items.add(Node.var(name));
            }
        }
        if (oneIn(5) || items.isEmpty()) {
            items.add(Node.of(Kind.AS, expressions(scope).any(2), alias(scope, items)));
        }
        return items;
    }

    /** A variable that neither the pattern nor the projection has yet. */
    private static Node alias(Scope scope, List<Node> items) {
        List<String> taken = new ArrayList<>(scope.names());
        items.forEach(i -> taken.add(i.is(Kind.AS) ? i.kid(1).value() : i.value()));
        int number = 0;
        while (taken.contains("x" + number)) {
            number++;
        }
        return Node.var("x" + number);
    }

    private RandomExpressions expressions(Scope scope) {
        return new RandomExpressions(random, terms, scope);
    }

    private List<Node> grouping(Scope scope, List<Node> items) {
        List<Node> keys = new ArrayList<>();
        Scope inGroup = new Scope();
        for (int i = random.nextInt(3); i > 0 && !scope.names().isEmpty(); i--) {
            Node key = Node.var(terms.pick(scope.names()));
            if (!keys.contains(key)) {
                keys.add(key);
                items.add(key);
                inGroup.bind(key.value(), scope.value(key.value()));
            }
        }
        if (oneIn(5)) {
            Node alias = alias(scope, items);
            keys.add(Node.of(Kind.AS, expressions(scope).any(2), alias));
            items.add(alias);
            inGroup.bind(alias.value(), null);
        }
        for (int i = random.nextInt(2); i >= 0; i--) {
            Node aggregate = aggregate(scope);
            Node value = oneIn(6) ? Node.call("+", aggregate, aggregate(scope)) : aggregate;
            items.add(Node.of(Kind.AS, value, alias(scope, items)));
        }
        List<Node> tail = new ArrayList<>();
        if (!keys.isEmpty()) {
            tail.add(Node.of(Kind.GROUP_BY, keys));
        }
        if (oneIn(4)) {
            tail.add(Node.of(Kind.HAVING, having(scope, inGroup)));
        }
        return tail;
    }

    private Node having(Scope scope, Scope inGroup) {
        if (oneIn(3) && !inGroup.names().isEmpty()) {
            return expressions(inGroup).condition(1);
        }
        return Node.call(oneIn(2) ? ">" : "<=", aggregate(scope), Node.term(terms.number()));
    }

    private Node aggregate(Scope scope) {
        if (oneIn(6)) {
            return Node.leaf(Kind.AGGREGATE, oneIn(2) ? "COUNT" : "COUNT DISTINCT");
        }
        String name = terms.pick(AGGREGATES) + (oneIn(3) ? " DISTINCT" : "");
        RandomExpressions expressions = expressions(scope);
        Node argument =
                name.startsWith("GROUP_CONCAT")
                        ? expressions.string(1)
                        : oneIn(2) ? scope.variable("numeric", random) : expressions.number(1);
        return new Node(Kind.AGGREGATE, name, List.of(argument));
    }

    private Node order(Scope scope, List<String> columns, List<Node> kids) {
        boolean grouped =
                kids.stream().anyMatch(kid -> kid.is(Kind.GROUP_BY) || kid.has(Kind.AGGREGATE));
        Scope visible = scope;
        if (grouped) {
            visible = new Scope();
            columns.forEach(visible::bindUnknown);
        }
        List<Node> keys = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            Node key = oneIn(2) ? visible.variable("", random) : expressions(visible).any(1);
            keys.add(Node.of(oneIn(2) ? Kind.ASC : Kind.DESC, key));
        }
        return Node.of(Kind.ORDER_BY, keys);
    }

    /** By all there is to say about each column; only blank nodes may tie. */
    private Node totalOrder(List<String> columns) {
        List<Node> keys = new ArrayList<>();
        for (String name : columns) {
            Node column = Node.var(name);
            Kind direction = oneIn(3) ? Kind.DESC : Kind.ASC;
            keys.add(Node.of(direction, Node.call("STR", column)));
            keys.add(Node.of(direction, Node.call("isIRI", column)));
            keys.add(Node.of(direction, Node.call("STR", Node.call("DATATYPE", column))));
            keys.add(Node.of(direction, Node.call("LANG", column)));
        }
        return Node.of(Kind.ORDER_BY, keys);
    }
}
