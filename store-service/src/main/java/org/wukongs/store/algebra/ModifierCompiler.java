package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.DescribeOperator;
import org.eclipse.rdf4j.query.algebra.Distinct;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.GroupElem;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.MultiProjection;
import org.eclipse.rdf4j.query.algebra.Order;
import org.eclipse.rdf4j.query.algebra.OrderElem;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.ProjectionElemList;
import org.eclipse.rdf4j.query.algebra.Reduced;
import org.eclipse.rdf4j.query.algebra.Slice;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.store.algebra.Modifier.DistinctRows;
import org.wukongs.store.algebra.Modifier.OrderRows;
import org.wukongs.store.algebra.Modifier.OrderRows.OrderCondition;
import org.wukongs.store.algebra.Modifier.SliceRows;

/**
 * Compiles the part of RDF4J's algebra above the group of a query or sub-select: projection,
 * grouping, order.
 */
final class ModifierCompiler {

    private static final List<String> TRIPLE = List.of("subject", "predicate", "object");

    private final OperatorCompiler operators;

    ModifierCompiler(OperatorCompiler operators) {
        this.operators = operators;
    }

    Operator compile(TupleExpr algebra) {
        if (algebra instanceof Projection projection) {
            return project(projection);
        }
        if (algebra instanceof Distinct distinct) {
            return new DistinctRows(operators.compile(distinct.getArg()));
        }
        if (algebra instanceof Reduced reduced) {
            return operators.compile(reduced.getArg());
        }
        if (algebra instanceof Slice slice) {
            return slice(slice);
        }
        if (algebra instanceof Order order) {
            return order(order);
        }
        if (algebra instanceof Group group) {
            return group(group);
        }
        if (algebra instanceof MultiProjection template) {
            return template(template);
        }
        if (algebra instanceof DescribeOperator describe) {
            return describe(describe);
        }
        throw new UnsupportedAlgebraException(algebra.getSignature());
    }

    private Operator project(Projection projection) {
        OperatorCompiler inner = operators.inner();
        List<ProjectionElem> elements = projection.getProjectionElemList().getElements();
        for (ProjectionElem element : elements) {
            int known = operators.variables().find(element.getName());
            if (known >= 0 && !isRenamed(element)) {
                inner.variables().share(element.getName(), known);
            }
        }
        // Columns get the order of the argument's text, which queries of one template share.
        Operator argument = inner.compile(projection.getArg());
        int[] from = new int[elements.size()];
        int[] to = new int[elements.size()];
        for (int i = 0; i < to.length; i++) {
            ProjectionElem element = elements.get(i);
            from[i] = inner.variables().column(element.getName());
            if (!isRenamed(element)) {
                operators.variables().share(element.getName(), from[i]);
            }
            to[i] = operators.variables().column(target(element));
        }
        return new Project(argument, from, to);
    }

    private static boolean isRenamed(ProjectionElem element) {
        return !target(element).equals(element.getName());
    }

    private static String target(ProjectionElem element) {
        return element.getProjectionAlias().orElse(element.getName());
    }

    private Operator template(MultiProjection template) {
        OperatorCompiler inner = operators.inner();
        Operator argument = inner.compile(template.getArg());
        List<int[]> triples = new ArrayList<>();
        for (ProjectionElemList triple : template.getProjections()) {
            int[] places = new int[TRIPLE.size()];
            for (ProjectionElem element : triple.getElements()) {
                int place = TRIPLE.indexOf(element.getProjectionAlias().orElse(""));
                if (place < 0) {
                    throw new UnsupportedAlgebraException("a projection that is not a triple");
                }
                places[place] = inner.variables().column(element.getName());
            }
            triples.add(places);
        }
        int[] to = TRIPLE.stream().mapToInt(operators.variables()::column).toArray();
        return new ConstructRows(argument, triples, to);
    }

    private Operator describe(DescribeOperator describe) {
        OperatorCompiler inner = operators.inner();
        Operator argument = inner.compile(describe.getArg());
        int[] terms =
                describe.getArg().getBindingNames().stream()
                        .mapToInt(inner.variables()::column)
                        .toArray();
        int[] to = TRIPLE.stream().mapToInt(operators.variables()::column).toArray();
        return new DescribeRows(argument, terms, to, operators.graphSlot());
    }

    private Operator slice(Slice slice) {
        long offset = slice.hasOffset() ? slice.getOffset() : 0;
        long limit = slice.hasLimit() ? slice.getLimit() : -1;
        Operator argument = operators.compile(slice.getArg());
        if (limit >= 0 && offset + limit >= 0) {
            argument = top(argument, offset + limit);
        }
        return new SliceRows(argument, offset, limit);
    }

    /** Limits an ORDER BY below to the rows that are wanted of it. */
    private static Operator top(Operator operator, long rowCountMax) {
        if (operator instanceof Project project) {
            return new Project(top(project.argument(), rowCountMax), project.from(), project.to());
        }
        return operator instanceof OrderRows order
                ? new OrderRows(order.argument(), order.conditions(), rowCountMax)
                : operator;
    }

    private Operator order(Order order) {
        Operator argument = operators.compile(order.getArg());
        ExpressionCompiler expressions = operators.expressions(argument.possible());
        List<OrderCondition> conditions = new ArrayList<>();
        for (OrderElem element : order.getElements()) {
            conditions.add(
                    new OrderCondition(
                            expressions.compile(element.getExpr()), element.isAscending()));
        }
        return new OrderRows(argument, conditions, -1);
    }

    /**
     * Compiles a group. VALUES after a query is joined with the groups (SPARQL 1.1, section
     * 18.2.4.3), but without GROUP BY RDF4J's parser joins it with the grouped rows. VALUES inside
     * a group is in braces, which distinguishes the two.
     */
    private Operator group(Group group) {
        if (group.getGroupBindingNames().isEmpty()
                && group.getArg() instanceof Join join
                && join.getLeftArg() instanceof BindingSetAssignment values
                && !values.isVariableScopeChange()) {
            Operator rows = operators.compile(values);
            Operator groups = group(group, join.getRightArg());
            return JoinPlanner.join(operators.parts().placement(), List.of(rows, groups));
        }
        return group(group, group.getArg());
    }

    private Operator group(Group group, TupleExpr of) {
        Operator argument = operators.compile(of);
        ExpressionCompiler expressions = operators.expressions(argument.possible());
        int[] keys =
                group.getGroupBindingNames().stream()
                        .mapToInt(operators.variables()::column)
                        .toArray();
        List<Aggregate> aggregates = new ArrayList<>();
        for (GroupElem element : group.getGroupElements()) {
            int column = operators.variables().column(element.getName());
            aggregates.add(AggregateCompiler.compile(element, expressions, column));
        }
        int[] visible = operators.variables().named(argument.possible());
        return new GroupRows(argument, keys, aggregates, visible);
    }
}
