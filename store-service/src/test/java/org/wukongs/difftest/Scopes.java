package org.wukongs.difftest;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which variables the parts of a group mention and bind. */
final class Scopes {

    private Scopes() {}

    static Set<String> mentioned(Node node) {
        Set<String> names = new LinkedHashSet<>();
        node.walk(
                part -> {
                    if (part.is(Kind.VAR)) {
                        names.add(part.value());
                    }
                });
        return names;
    }

    static Set<String> mentioned(List<Node> nodes) {
        Set<String> names = new LinkedHashSet<>();
        nodes.forEach(node -> names.addAll(mentioned(node)));
        return names;
    }

    /** What the element binds in every solution; {@code possible}: in some solution. */
    static Set<String> bound(Node element, boolean possible) {
        return switch (element.kind()) {
            case TRIPLE -> mentioned(element);
            case GROUP -> bound(element.kids(), possible);
            case OPTIONAL -> possible ? bound(element.kid(0), true) : Set.of();
            case UNION -> union(element, possible);
            case BIND -> possible ? Set.of(element.kid(1).value()) : Set.of();
            case VALUES -> values(element, possible);
            case GRAPH -> {
                Set<String> names = new HashSet<>(bound(element.kid(1), possible));
                names.addAll(mentioned(element.kid(0)));
                yield names;
            }
            case SELECT -> select(element, possible);
            default -> Set.of();
        };
    }

    static Set<String> bound(List<Node> elements, boolean possible) {
        Set<String> names = new HashSet<>();
        elements.forEach(element -> names.addAll(bound(element, possible)));
        return names;
    }

    private static Set<String> union(Node union, boolean possible) {
        Set<String> names = new HashSet<>(bound(union.kid(0), possible));
        for (Node kid : union.kids()) {
            if (possible) {
                names.addAll(bound(kid, true));
            } else {
                names.retainAll(bound(kid, false));
            }
        }
        return names;
    }

    private static Set<String> values(Node values, boolean possible) {
        Set<String> names = mentioned(values);
        boolean open = values.has(Kind.UNDEF);
        return open && !possible ? Set.of() : names;
    }

    private static Set<String> select(Node select, boolean possible) {
        Set<String> names = new HashSet<>(bound(select.first(Kind.GROUP), possible));
        Node projection = select.first(Kind.PROJECTION);
        if (projection.kids().isEmpty()) {
            return names;
        }
        Node grouping = select.first(Kind.GROUP_BY);
        if (grouping != null && possible) {
            grouping.all(Kind.AS).forEach(key -> names.add(key.kid(1).value()));
        }
        Set<String> columns = new HashSet<>();
        for (Node item : projection.kids()) {
            boolean expression = item.is(Kind.AS);
            String name = expression ? item.kid(1).value() : item.value();
            if (expression ? possible : names.contains(name)) {
                columns.add(name);
            }
        }
        return columns;
    }
}
