package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * One aggregate (SPARQL 1.1, 18.5.1). Solutions in which the argument is unbound or an error do not
 * count, as in RDF4J; the text leaves open whether the whole aggregate is an error then.
 */
final class SpecAggregate {

    private final SpecExpressions expressions;
    private final Node node;
    private final String name;
    private final boolean distinct;

    SpecAggregate(SpecExpressions expressions, Node node) {
        this.expressions = expressions;
        this.node = node;
        this.name = node.value().replace(" DISTINCT", "");
        this.distinct = node.value().endsWith(" DISTINCT");
    }

    Value of(SpecGroup group) {
        if (group == null) {
            throw new IllegalStateException("an aggregate outside of a group: " + node);
        }
        if (node.kids().isEmpty()) {
            List<Map<String, Value>> all = group.solutions();
            return SpecNumber.integer(distinct ? new HashSet<>(all).size() : all.size()).literal();
        }
        List<Value> values = new ArrayList<>();
        for (Map<String, Value> solution : group.solutions()) {
            Value value = expressions.valueOrNull(node.kid(0), solution, null);
            if (value != null) {
                values.add(value);
            }
        }
        List<Value> counted = distinct ? new ArrayList<>(new LinkedHashSet<>(values)) : values;
        return switch (name) {
            case "COUNT" -> SpecNumber.integer(counted.size()).literal();
            case "SUM" -> expressions.computed(sum(counted).literal());
            case "AVG" -> expressions.computed(average(counted).literal());
            case "MIN" -> extreme(counted, -1);
            case "MAX" -> extreme(counted, 1);
            case "SAMPLE" -> sample(counted);
            default -> concatenation(counted);
        };
    }

    /** Open where three and more are rounded to floats, in whatever order. */
    private SpecNumber sum(List<Value> values) {
        if (values.size() > 2
                && values.stream().map(SpecNumber::of).anyMatch(SpecAggregate::isFloat)) {
            expressions.markAmbiguous();
        }
        SpecNumber sum = SpecNumber.integer(0);
        for (Value value : values) {
            sum = sum.apply("+", SpecNumber.require(value));
        }
        return sum;
    }

    private static boolean isFloat(SpecNumber number) {
        return number != null && number.rank() == 2;
    }

    private SpecNumber average(List<Value> values) {
        return values.isEmpty()
                ? SpecNumber.integer(0)
                : sum(values).apply("/", SpecNumber.integer(values.size()));
    }

    /** By the order of ORDER BY; open where that is, or where equal values are different terms. */
    private Value extreme(List<Value> values, int sign) {
        Value best = null;
        for (Value value : values) {
            Integer order =
                    best == null ? Integer.valueOf(sign) : SpecComparison.sortOrder(value, best);
            if (order == null || (order == 0 && !value.equals(best))) {
                expressions.markAmbiguous();
            }
            if (order != null && order == sign) {
                best = value;
            }
        }
        if (best == null) {
            throw new SpecError("extreme of nothing");
        }
        return best;
    }

    private Value sample(List<Value> values) {
        if (values.isEmpty()) {
            throw new SpecError("sample of nothing");
        }
        if (new HashSet<>(values).size() > 1) {
            expressions.markAmbiguous();
        }
        return values.get(0);
    }

    /** Pieces sorted, as {@link Answer} has them. */
    private Value concatenation(List<Value> values) {
        if (values.stream().anyMatch(Value::isBNode)) {
            expressions.markAmbiguous();
            throw new SpecError("a blank node has no string");
        }
        String text =
                values.stream().map(SpecFunctions::str).sorted().collect(Collectors.joining("|"));
        if (new HashSet<>(values).size() > 1) {
            expressions.markOpenOrder();
        }
        return SimpleValueFactory.getInstance().createLiteral(text);
    }
}
