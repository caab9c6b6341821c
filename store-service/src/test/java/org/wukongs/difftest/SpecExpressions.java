package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Expressions (SPARQL 1.1, 17.2 and 17.4.1), in three-valued logic; an error is a SpecError. */
final class SpecExpressions {

    /** Answers EXISTS for the solution at hand. */
    interface Patterns {
        boolean exists(Node group, Map<String, Value> solution);
    }

    private static final Set<String> READ_THE_FORM = Set.of("STR", "sameTerm", "STRLEN", "CONCAT");

    private final Patterns patterns;
    private final SpecTimestamps timestamps;

    /** Results of arithmetic: their value is defined, how it is written is not. */
    private final Set<Value> computed = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean ambiguous;
    private boolean openOrder;

    SpecExpressions(Patterns patterns, SpecTimestamps timestamps) {
        this.patterns = patterns;
        this.timestamps = timestamps;
    }

    boolean ambiguous() {
        return ambiguous;
    }

    boolean isTrue(Node condition, Map<String, Value> solution, SpecGroup group) {
        return Boolean.TRUE.equals(truth(condition, solution, group));
    }

    /** Null where it is an error. */
    Value valueOrNull(Node expression, Map<String, Value> solution, SpecGroup group) {
        try {
            return value(expression, solution, group);
        } catch (SpecError e) {
            return null;
        }
    }

    /** The effective boolean value; null where it is an error. */
    private Boolean truth(Node condition, Map<String, Value> solution, SpecGroup group) {
        try {
            return truth(value(condition, solution, group));
        } catch (SpecError e) {
            return null;
        }
    }

    private static boolean truth(Value value) {
        if (!(value instanceof Literal literal)) {
            throw new SpecError("no truth value: " + value);
        }
        String type = literal.getDatatype().stringValue();
        if (literal.getDatatype().equals(XSD.BOOLEAN)) {
            return Boolean.TRUE.equals(SpecComparison.bool(value));
        }
        if (literal.getDatatype().equals(XSD.STRING)) {
            return !literal.getLabel().isEmpty();
        }
        if (Set.of("integer", "int", "long", "decimal", "float", "double")
                .contains(type.replace(Terms.XSD, ""))) {
            SpecNumber number = SpecNumber.of(value);
            return number != null && number.isTrue();
        }
        throw new SpecError("no truth value: " + value);
    }

    Value value(Node node, Map<String, Value> solution, SpecGroup group) {
        switch (node.kind()) {
            case VAR -> {
                Value value = solution.get(node.value());
                if (value == null) {
                    throw new SpecError("unbound: " + node.value());
                }
                return value;
            }
            case TERM -> {
                return term(node);
            }
            case EXISTS -> {
                return SpecFunctions.bool(patterns.exists(node.kid(0), solution));
            }
            case NOT_EXISTS -> {
                return SpecFunctions.bool(!patterns.exists(node.kid(0), solution));
            }
            case AGGREGATE -> {
                return new SpecAggregate(this, node).of(group);
            }
            default -> {
                return call(node, solution, group);
            }
        }
    }

    static Value term(Node node) {
        return NTriplesUtil.parseValue(
                node.value(), org.eclipse.rdf4j.model.impl.SimpleValueFactory.getInstance());
    }

    private Value call(Node node, Map<String, Value> solution, SpecGroup group) {
        String name = node.value();
        switch (name) {
            case "BOUND" -> {
                return SpecFunctions.bool(solution.containsKey(node.kid(0).value()));
            }
            case "IF" -> {
                Boolean chosen = truth(node.kid(0), solution, group);
                if (chosen == null) {
                    throw new SpecError("IF of an error");
                }
                return value(node.kid(chosen ? 1 : 2), solution, group);
            }
            case "COALESCE" -> {
                return coalesce(node, solution, group);
            }
            case SpecTimestamps.FUNCTION -> {
                return timestamps.newest(node.kids(), solution);
            }
            case "&&", "||", "!" -> {
                return logic(node, solution, group);
            }
            case "IN", "NOT IN" -> {
                return SpecFunctions.bool(in(node, solution, group) == name.equals("IN"));
            }
            default -> {
                List<Value> args = new ArrayList<>();
                for (Node kid : node.kids()) {
                    args.add(value(kid, solution, group));
                }
                return apply(name, args);
            }
        }
    }

    private Value apply(String name, List<Value> args) {
        if (READ_THE_FORM.contains(name)) {
            args.forEach(arg -> ambiguous |= computed.contains(arg));
        }
        if (!QueryText.INFIX.contains(name)) {
            Value result = SpecFunctions.apply(name, args);
            return SpecNumber.of(result) != null && SpecNumber.of(args.get(0)) != null
                    ? computed(result)
                    : result;
        }
        if (args.size() == 1) {
            return computed(SpecNumber.require(args.get(0)).apply(name).literal());
        }
        if ("+-*/".contains(name)) {
            SpecNumber left = SpecNumber.require(args.get(0));
            SpecNumber result = left.apply(name, SpecNumber.require(args.get(1)));
            ambiguous |= name.equals("/") && result.isBelowPrecision();
            return computed(result.literal());
        }
        return SpecFunctions.bool(SpecComparison.compare(name, args.get(0), args.get(1)));
    }

    /** Marks a number whose form is open; that of an integer is not. */
    Value computed(Value number) {
        if (SpecNumber.of(number).rank() > 0) {
            computed.add(number);
        }
        return number;
    }

    /** A GROUP_CONCAT of more than one string: its order is open. */
    void markOpenOrder() {
        openOrder = true;
    }

    boolean openOrder() {
        return openOrder;
    }

    void markAmbiguous() {
        ambiguous = true;
    }

    private Value coalesce(Node node, Map<String, Value> solution, SpecGroup group) {
        for (Node kid : node.kids()) {
            Value value = valueOrNull(kid, solution, group);
            if (value != null) {
                return value;
            }
        }
        throw new SpecError("COALESCE of errors");
    }

    private Value logic(Node node, Map<String, Value> solution, SpecGroup group) {
        Boolean left = truth(node.kid(0), solution, group);
        if (node.value().equals("!")) {
            if (left == null) {
                throw new SpecError("not of an error");
            }
            return SpecFunctions.bool(!left);
        }
        Boolean right = truth(node.kid(1), solution, group);
        boolean deciding = node.value().equals("||");
        if (Boolean.valueOf(deciding).equals(left) || Boolean.valueOf(deciding).equals(right)) {
            return SpecFunctions.bool(deciding);
        }
        if (left == null || right == null) {
            throw new SpecError(node.value() + " of an error");
        }
        return SpecFunctions.bool(!deciding);
    }

    private boolean in(Node node, Map<String, Value> solution, SpecGroup group) {
        Value value = value(node.kid(0), solution, group);
        boolean error = false;
        for (Node kid : node.kids().subList(1, node.kids().size())) {
            try {
                if (SpecComparison.compare("=", value, value(kid, solution, group))) {
                    return true;
                }
            } catch (SpecError e) {
                error = true;
            }
        }
        if (error) {
            throw new SpecError("IN with an error");
        }
        return false;
    }
}
