package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.difftest.SpecResult.Row;

/** Grouping and solution modifiers (SPARQL 1.1, 18.2.4 and 18.2.5), and the forms of a query. */
final class SpecSelect {

    /** A solution on its way through them; {@code group} is null where nothing is grouped. */
    private record Item(Map<String, Value> solution, SpecGroup group) {}

    private final SpecEvaluator patterns;

    SpecSelect(SpecEvaluator patterns) {
        this.patterns = patterns;
    }

    static SpecResult evaluate(Node query, RdfData data) {
        return evaluate(query, SpecDataset.of(query, data), SpecTimestamps.NONE);
    }

    /** As above; {@code timestamps} knows the windows among the graphs. */
    static SpecResult evaluate(Node query, SpecDataset data, SpecTimestamps timestamps) {
        SpecEvaluator patterns = new SpecEvaluator(data, timestamps);
        SpecSelect select = new SpecSelect(patterns);
        return switch (query.kind()) {
            case SELECT -> select.result(query);
            case ASK -> {
                boolean yes = !patterns.solve(query.first(Kind.GROUP)).isEmpty();
                List<Row> rows = yes ? List.of(new Row(Map.of(), List.of())) : List.of();
                yield new SpecResult(List.of(), rows, List.of(), 0, -1, patterns.ambiguous());
            }
            case CONSTRUCT -> new SpecConstruct(patterns).result(query);
            case DESCRIBE -> new SpecConstruct(patterns).description(query, data.defaultGraph());
            default -> throw new IllegalStateException("no query: " + query);
        };
    }

    private SpecResult result(Node query) {
        List<Item> items = items(query);
        Node projection = query.first(Kind.PROJECTION);
        // It is not said whether variables that only VALUES behind the query has are visible.
        List<String> vars =
                projection.kids().isEmpty()
                        ? List.copyOf(Scopes.bound(query.first(Kind.GROUP), true))
                        : projection.kids().stream().map(SpecSelect::name).toList();
        Node behind = query.first(Kind.VALUES);
        if (behind != null && projection.kids().isEmpty()) {
            List<String> others = behind.all(Kind.VAR).stream().map(Node::value).toList();
            if (!vars.containsAll(others)) {
                patterns.markAmbiguous();
            }
        }
        Node order = query.first(Kind.ORDER_BY);
        List<Node> keys = order == null ? List.of() : order.kids();
        List<Row> rows = new ArrayList<>();
        for (Item item : items) {
            List<Value> values = new ArrayList<>();
            keys.forEach(key -> values.add(value(key.kid(0), item)));
            rows.add(new Row(projected(item.solution(), vars), values));
        }
        List<Boolean> descending = keys.stream().map(key -> key.is(Kind.DESC)).toList();
        if (query.value().equals("DISTINCT")) {
            List<Row> all = rows;
            rows = distinct(all);
            boolean ordered = new HashSet<>(all).size() == rows.size();
            descending = ordered ? descending : List.of();
        }
        boolean open =
                patterns.expressions().openOrder()
                        && (query.value().equals("DISTINCT") || query.has(Kind.ORDER_BY));
        return new SpecResult(
                vars,
                rows,
                descending,
                number(query, Kind.OFFSET, 0),
                number(query, Kind.LIMIT, -1),
                open || patterns.ambiguous());
    }

    private Value value(Node expression, Item item) {
        return patterns.expressions().valueOrNull(expression, item.solution(), item.group());
    }

    private static long number(Node query, Kind kind, long none) {
        Node clause = query.first(kind);
        return clause == null ? none : Long.parseLong(clause.value());
    }

    private static String name(Node item) {
        return item.is(Kind.AS) ? item.kid(1).value() : item.value();
    }

    private static Map<String, Value> projected(Map<String, Value> solution, List<String> vars) {
        Map<String, Value> cells = new LinkedHashMap<>(solution);
        cells.keySet().retainAll(vars);
        return cells;
    }

    /** One row each, with the keys of the first; where the keys differ the order is open. */
    private static List<Row> distinct(List<Row> rows) {
        Map<Map<String, Value>, Row> first = new LinkedHashMap<>();
        rows.forEach(row -> first.putIfAbsent(row.cells(), row));
        return new ArrayList<>(first.values());
    }

    private List<Item> items(Node query) {
        List<Map<String, Value>> solutions = patterns.solve(query.first(Kind.GROUP));
        Node projection = query.first(Kind.PROJECTION);
        Node keys = query.first(Kind.GROUP_BY);
        Node having = query.first(Kind.HAVING);
        boolean grouped = keys != null || having != null || projection.has(Kind.AGGREGATE);
        List<Item> items = new ArrayList<>();
        if (grouped) {
            items.addAll(groups(solutions, keys));
        } else {
            solutions.forEach(solution -> items.add(new Item(solution, null)));
        }
        if (having != null) {
            items.removeIf(
                    item ->
                            !patterns.expressions()
                                    .isTrue(having.kid(0), item.solution(), item.group()));
        }
        List<Item> joined = joined(items, query.first(Kind.VALUES));
        return projection.kids().stream()
                .filter(kid -> kid.is(Kind.AS))
                .reduce(joined, this::extended, (a, b) -> b);
    }

    private List<Item> extended(List<Item> items, Node as) {
        List<Item> extended = new ArrayList<>();
        for (Item item : items) {
            Map<String, Value> solution = new LinkedHashMap<>(item.solution());
            Value value = value(as.kid(0), item);
            if (value != null) {
                solution.put(as.kid(1).value(), value);
            }
            extended.add(new Item(solution, item.group()));
        }
        return extended;
    }

    private List<Item> joined(List<Item> items, Node values) {
        if (values == null) {
            return items;
        }
        List<Item> joined = new ArrayList<>();
        List<Map<String, Value>> rows = patterns.values(values);
        for (Item item : items) {
            SpecEvaluator.join(List.of(item.solution()), rows)
                    .forEach(solution -> joined.add(new Item(solution, item.group())));
        }
        return joined;
    }

    private List<Item> groups(List<Map<String, Value>> solutions, Node keys) {
        Map<Map<String, Value>, List<Map<String, Value>>> byKey = new LinkedHashMap<>();
        if (keys == null) {
            byKey.put(Map.of(), solutions);
        } else {
            for (Map<String, Value> solution : solutions) {
                addKeyed(solution, keys, byKey);
            }
        }
        List<Item> items = new ArrayList<>();
        byKey.forEach((key, members) -> items.add(new Item(key, new SpecGroup(members))));
        return items;
    }

    private void addKeyed(
            Map<String, Value> solution,
            Node keys,
            Map<Map<String, Value>, List<Map<String, Value>>> byKey) {
        Map<String, Value> key = new LinkedHashMap<>();
        Map<String, Value> member = new LinkedHashMap<>(solution);
        for (Node part : keys.kids()) {
            Node expression = part.is(Kind.AS) ? part.kid(0) : part;
            Value value = patterns.expressions().valueOrNull(expression, member, null);
            if (value != null) {
                key.put(name(part), value);
                member.put(name(part), value);
            }
        }
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(member);
    }

    /** The solutions of a sub-select; ambiguous where ties decide which are in its slice. */
    List<Map<String, Value>> subSelect(Node select) {
        SpecResult result = result(select);
        if (patterns.expressions().openOrder()) {
            patterns.markAmbiguous();
        }
        List<Row> rows = result.rows();
        if (result.sliced()) {
            SpecOrder order = new SpecOrder(result);
            int from = (int) Math.min(result.offset(), rows.size());
            int to = (int) (from + result.sizeExpected());
            rows = order.slice(from, to);
            if (!order.determined(from) || !order.determined(to)) {
                patterns.markAmbiguous();
            }
        }
        List<Map<String, Value>> solutions = new ArrayList<>();
        rows.forEach(row -> solutions.add(row.cells()));
        return solutions;
    }
}
