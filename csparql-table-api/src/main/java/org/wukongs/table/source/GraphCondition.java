package org.wukongs.table.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.wukongs.table.type.TermFormat;

/**
 * A condition that SPARQL can express: a column of type STRING has one of these values.
 *
 * @param values sorted
 */
record GraphCondition(String column, List<String> values) {

    /**
     * Limit of all values together; each is up to three terms, and a query has up to 2²⁰
     * characters.
     */
    static final int CHARS_MAX = 1 << 16;

    /**
     * Empty if Flink has to check it: for other conditions and values that SPARQL cannot express.
     */
    static Optional<GraphCondition> of(ResolvedExpression filter, TermFormat format) {
        return equality(filter).filter(condition -> condition.canBeAsked(format));
    }

    private boolean canBeAsked(TermFormat format) {
        int chars = 0;
        for (String value : values) {
            chars += value.length() + column.length();
            if (chars > CHARS_MAX || !GraphQuery.canAsk(column, value, format)) {
                return false;
            }
        }
        return true;
    }

    /** {@code a = 'x'}, {@code 'x' = a}, {@code a IN ('x', …)} and ORs of these. */
    private static Optional<GraphCondition> equality(ResolvedExpression filter) {
        if (!(filter instanceof CallExpression call)) {
            return Optional.empty();
        }
        FunctionDefinition function = call.getFunctionDefinition();
        List<ResolvedExpression> arguments = call.getResolvedChildren();
        if (function == BuiltInFunctionDefinitions.OR) {
            return anyOf(arguments);
        }
        if (function == BuiltInFunctionDefinitions.EQUALS
                && !(arguments.get(0) instanceof FieldReferenceExpression)) {
            return isOneOf(arguments.get(1), arguments.subList(0, 1));
        }
        boolean equality =
                function == BuiltInFunctionDefinitions.EQUALS
                        || function == BuiltInFunctionDefinitions.IN;
        return equality
                ? isOneOf(arguments.get(0), arguments.subList(1, arguments.size()))
                : Optional.empty();
    }

    private static Optional<GraphCondition> anyOf(List<ResolvedExpression> filters) {
        String column = null;
        TreeSet<String> values = new TreeSet<>();
        for (ResolvedExpression filter : filters) {
            Optional<GraphCondition> one = equality(filter);
            if (one.isEmpty() || (column != null && !column.equals(one.get().column()))) {
                return Optional.empty();
            }
            column = one.get().column();
            values.addAll(one.get().values());
        }
        return Optional.of(new GraphCondition(column, new ArrayList<>(values)));
    }

    private static Optional<GraphCondition> isOneOf(
            ResolvedExpression field, List<ResolvedExpression> literals) {
        if (!(field instanceof FieldReferenceExpression column)
                || !column.getOutputDataType()
                        .getLogicalType()
                        .is(LogicalTypeFamily.CHARACTER_STRING)) {
            return Optional.empty();
        }
        TreeSet<String> values = new TreeSet<>();
        for (ResolvedExpression expression : literals) {
            Optional<String> value =
                    expression instanceof ValueLiteralExpression literal
                            ? literal.getValueAs(String.class)
                            : Optional.empty();
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(new GraphCondition(column.getName(), new ArrayList<>(values)));
    }
}
