package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Does a query show whether groups are evaluated on their own, as SPARQL says (18.2), or with the
 * bindings of what stands around them, as RDF4J does? It does where a FILTER or BIND mentions a
 * variable that only the surroundings bind, where OPTIONAL or MINUS share a variable with more than
 * what stands before them (patterns that are not well designed), and where MINUS stands at the
 * start of a group, before more patterns, or in a group within another: the bindings around it are
 * on both of its sides then.
 */
final class Correlation {

    private boolean found;

    private Correlation() {}

    static boolean shows(Node query) {
        Correlation correlation = new Correlation();
        Node where = query.first(Kind.GROUP);
        Node behind = query.first(Kind.VALUES);
        Set<String> outside = behind == null ? Set.of() : Scopes.mentioned(behind);
        correlation.visit(where, outside, false);
        return correlation.found;
    }

    /** {@code outside}: variables of patterns around the group. */
    private void visit(Node group, Set<String> outside, boolean nested) {
        for (int i = 0; i < group.kids().size(); i++) {
            Node element = group.kid(i);
            List<Node> left = group.kids().subList(0, i);
            List<Node> others = new ArrayList<>(group.kids());
            others.remove(i);
            Set<String> around = new HashSet<>(outside);
            around.addAll(Scopes.mentioned(others));
            switch (element.kind()) {
                case FILTER, BIND -> expression(element, group.kids(), left, outside);
                case OPTIONAL, MINUS -> {
                    boolean last =
                            others.subList(i, others.size()).stream()
                                    .allMatch(o -> o.is(Kind.FILTER));
                    found |=
                            element.is(Kind.MINUS)
                                    && (nested || i == 0 || !last || !outside.isEmpty());
                    shared(element, left, around);
                }
                case SELECT -> projection(element, around);
                default -> {
                    // Joins are the same either way.
                }
            }
            nested(element, around);
        }
    }

    private void expression(Node element, List<Node> group, List<Node> left, Set<String> outside) {
        boolean filter = element.is(Kind.FILTER);
        Set<String> possible = filter ? Scopes.bound(group, true) : Scopes.bound(left, true);
        Set<String> certain = filter ? Scopes.bound(group, false) : Scopes.bound(left, false);
        Set<String> inside = Scopes.bound(group, true);
        for (String name : Scopes.mentioned(element)) {
            found |= outside.contains(name) && !certain.contains(name);
            found |= inside.contains(name) && !possible.contains(name);
        }
    }

    private void shared(Node element, List<Node> left, Set<String> around) {
        Set<String> certain = Scopes.bound(left, false);
        for (String name : Scopes.mentioned(element)) {
            found |= around.contains(name) && !certain.contains(name);
        }
    }

    /**
     * A column that the sub-select itself does not bind is open, whatever is around; what is no
     * column is another variable there.
     */
    private void projection(Node select, Set<String> around) {
        Set<String> bound = Scopes.bound(select.first(Kind.GROUP), false);
        Set<String> columns = Scopes.mentioned(select.first(Kind.PROJECTION));
        for (String name : columns) {
            found |= around.contains(name) && !bound.contains(name);
        }
        for (String name : Scopes.mentioned(select)) {
            found |= around.contains(name) && !columns.isEmpty() && !columns.contains(name);
        }
    }

    private void nested(Node node, Set<String> around) {
        if (node.is(Kind.GROUP)) {
            visit(node, around, true);
            return;
        }
        Set<String> seen = new HashSet<>(around);
        if (node.is(Kind.GRAPH)) {
            seen.addAll(Scopes.mentioned(node.kid(0)));
        }
        node.kids().forEach(kid -> nested(kid, seen));
    }
}
