package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.AggregateOperator;
import org.eclipse.rdf4j.query.algebra.BNodeGenerator;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.EmptySet;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Union;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.collectors.StatementPatternCollector;
import org.eclipse.rdf4j.query.algebra.helpers.collectors.VarNameCollector;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.algebra.ConstantRows.NoRows;
import org.wukongs.store.algebra.ConstantRows.UnitRow;
import org.wukongs.store.algebra.ConstantRows.ValuesRows;
import org.wukongs.store.algebra.ValueExpressions.ColumnValue;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.TriplePattern;

/**
 * Compiles the patterns of a group from RDF4J's algebra to operators. One compiler serves one scope
 * of variables in one graph; {@link ModifierCompiler} compiles the parts above a group (projection,
 * grouping, order).
 */
final class OperatorCompiler {

    private final PlanParts parts;
    private final Variables variables;
    private final ActiveGraph graph;

    /** In a pattern of EXISTS the columns of the outer row, else null. */
    private final Columns outer;

    private OperatorCompiler(
            PlanParts parts, Variables variables, ActiveGraph graph, Columns outer) {
        this.parts = parts;
        this.variables = variables;
        this.graph = graph;
        this.outer = outer;
    }

    /** Returns a compiler for a query. */
    static OperatorCompiler of(PlanParts parts, Variables variables) {
        return new OperatorCompiler(parts, variables, ActiveGraph.DEFAULT, null);
    }

    Variables variables() {
        return variables;
    }

    PlanParts parts() {
        return parts;
    }

    /**
     * Returns the slot of the graph against which patterns without a graph of their own are
     * matched.
     */
    int graphSlot() {
        return graph.slot();
    }

    /** Returns a compiler for the inside of a sub-select. */
    OperatorCompiler inner() {
        return new OperatorCompiler(parts, variables.inner(), graph.withoutVariables(), null);
    }

    /**
     * Compiles a pattern; throws an {@link UnsupportedAlgebraException} if there is no operator for
     * it.
     */
    Operator compile(TupleExpr algebra) {
        if (algebra instanceof QueryRoot root) {
            return compile(root.getArg());
        }
        if (algebra instanceof SingletonSet) {
            return new UnitRow();
        }
        if (algebra instanceof EmptySet) {
            return new NoRows();
        }
        if (algebra instanceof StatementPattern pattern) {
            return triplePattern(pattern);
        }
        if (algebra instanceof Join) {
            List<Operator> members = new ArrayList<>();
            addMembers(algebra, members);
            return JoinPlanner.join(parts.placement(), members);
        }
        if (algebra instanceof org.eclipse.rdf4j.query.algebra.LeftJoin join) {
            return leftJoin(join);
        }
        if (algebra instanceof Union union) {
            return new UnionAll(List.of(compile(union.getLeftArg()), compile(union.getRightArg())));
        }
        if (algebra instanceof Filter filter) {
            return filter(filter);
        }
        return compileRarer(algebra);
    }

    /** Collects the members of nested joins, in the order of the text. */
    private void addMembers(TupleExpr algebra, List<Operator> members) {
        if (algebra instanceof Join join) {
            addMembers(join.getLeftArg(), members);
            addMembers(join.getRightArg(), members);
        } else {
            members.add(compile(algebra));
        }
    }

    private Operator compileRarer(TupleExpr algebra) {
        if (algebra instanceof Extension extension) {
            return extension(extension);
        }
        if (algebra instanceof BindingSetAssignment values) {
            return values(values);
        }
        if (algebra instanceof Service scope) {
            return inGraph(scope);
        }
        Operator path = PathCompiler.compile(algebra, this);
        if (path != null) {
            return path;
        }
        if (algebra instanceof Difference difference) {
            return new Minus(compile(difference.getLeftArg()), compile(difference.getRightArg()));
        }
        if (outer == null) {
            return new ModifierCompiler(this).compile(algebra);
        }
        OperatorCompiler plain = new OperatorCompiler(parts, variables, graph, null);
        Operator argument = new ModifierCompiler(plain).compile(algebra);
        return new PerOuterRow(argument, outer, variables.fresh());
    }

    /** Compiles GRAPH, which the query parser hands over as a whole. */
    private Operator inGraph(Service scope) {
        Var name = scope.getServiceRef();
        if (name.hasValue()) {
            String iri = name.getValue().stringValue();
            int slot = parts.graphs().slot(iri);
            Operator body = in(graph.of(slot)).compile(scope.getServiceExpr());
            return InGraph.hasNothingWithoutTriples(body, slot) ? body : new InGraph(body, iri);
        }
        int column = variables.column(name.getName());
        int slot = parts.openSlot(column);
        boolean seen = !StatementPatternCollector.process(scope.getServiceExpr()).isEmpty();
        ActiveGraph named = seen ? graph.of(slot, name.getName(), column) : graph.of(slot);
        return new InNamedGraphs(in(named).compile(scope.getServiceExpr()), slot, column);
    }

    private OperatorCompiler in(ActiveGraph other) {
        return new OperatorCompiler(parts, variables, other, outer);
    }

    /**
     * Returns the operator extended so that its solutions bind the variables of surrounding GRAPHs
     * that an expression over them reads.
     */
    private Operator withGraphs(Operator operator, ValueExpr expression) {
        Operator extended = operator;
        if (!graph.variables().isEmpty()) {
            for (String name : RdfTraits.of(expression).variables()) {
                ActiveGraph.Variable variable = graph.variables().get(name);
                boolean seen =
                        variable == null
                                || extended.possible().contains(variable.column())
                                || (outer != null && outer.contains(variable.column()));
                if (!seen) {
                    extended = new WithGraph(extended, variable.column(), variable.slot());
                }
            }
        }
        return extended;
    }

    /** Compiles EXISTS of a pattern, in an expression that sees the columns {@code visible}. */
    Expression exists(TupleExpr pattern, Columns visible) {
        Columns seen = outer == null ? visible : visible.plus(outer);
        Operator operator = new OperatorCompiler(parts, variables, graph, seen).compile(pattern);
        Columns named = Columns.NONE;
        for (String name : RdfTraits.of(pattern).variables()) {
            int column = variables.find(name);
            named = column < 0 ? named : named.plus(Columns.of(column));
        }
        return new ExistsTest(operator, named.and(seen), variables.fresh());
    }

    ExpressionCompiler expressions(Columns visible) {
        return new ExpressionCompiler(this, outer == null ? visible : visible.plus(outer));
    }

    private Operator triplePattern(StatementPattern pattern) {
        Var name = pattern.getContextVar();
        int slot = name == null ? graph.slot() : parts.graphs().slot(name.getValue().stringValue());
        TriplePattern triple =
                new TriplePattern(
                        slot,
                        place(pattern.getSubjectVar(), false),
                        place(pattern.getPredicateVar(), true),
                        place(pattern.getObjectVar(), false));
        parts.template().add(parts.graphs().iri(slot), triple);
        return new ExplorePattern(BasicGraphPattern.of(triple));
    }

    private Place place(Var var, boolean predicate) {
        if (!var.hasValue()) {
            return Place.column(variables.column(var.getName()));
        }
        String term = NTriplesUtil.toNTriplesString(var.getValue());
        return Place.constant(parts.constants().add(term, predicate));
    }

    private Operator leftJoin(org.eclipse.rdf4j.query.algebra.LeftJoin join) {
        Operator left = compile(join.getLeftArg());
        Operator right = compile(join.getRightArg());
        Expression condition = null;
        if (join.getCondition() != null) {
            left = withGraphs(left, join.getCondition());
            Columns visible = left.possible().plus(right.possible());
            condition = expressions(visible).compile(join.getCondition());
            if (condition.stable()
                    && !condition.columns().isEmpty()
                    && right.certain().containsAll(condition.columns())) {
                right = parts.placement().place(condition, right);
                condition = null;
            }
        }
        return new LeftJoin(left, right, condition, variables.fresh());
    }

    private Operator filter(Filter filter) {
        Operator argument = withGraphs(compile(filter.getArg()), filter.getCondition());
        Expression condition = expressions(argument.possible()).compile(filter.getCondition());
        parts.template().add(filter.getCondition(), variablesRead(filter, condition));
        return parts.placement().place(condition, argument);
    }

    /** Returns the variables that a condition reads with their columns, in RDF4J's order. */
    private Map<String, Integer> variablesRead(Filter filter, Expression condition) {
        Columns read = condition.columns();
        Map<String, Integer> found = new LinkedHashMap<>();
        for (String name : VarNameCollector.process(filter.getCondition())) {
            int column = variables.find(name);
            if (read.contains(column)) {
                found.put(name, column);
            }
        }
        return found;
    }

    /**
     * Compiles an extension. Later elements see earlier ones; elements that repeat an aggregate are
     * already bound.
     */
    private Operator extension(Extension extension) {
        Operator operator = compile(extension.getArg());
        for (ExtensionElem element : extension.getElements()) {
            if (element.getExpr() instanceof AggregateOperator) {
                continue;
            }
            if (RowBlankNodes.rewrite(element)) {
                operator = withRowNode(operator);
            }
            operator = withGraphs(operator, element.getExpr());
            Expression value = expressions(operator.possible()).compile(element.getExpr());
            int column = variables.column(element.getName());
            boolean same = value instanceof ColumnValue known && known.column() == column;
            operator = same ? operator : new Extend(operator, column, value);
        }
        return operator;
    }

    /** Returns the operator extended so that each solution has a blank node of its own. */
    private Operator withRowNode(Operator operator) {
        int column = variables.column(RowBlankNodes.ROW);
        return operator.possible().contains(column)
                ? operator
                : new Extend(
                        operator, column, expressions(Columns.NONE).compile(new BNodeGenerator()));
    }

    private Operator values(BindingSetAssignment values) {
        List<String> names = List.copyOf(values.getBindingNames());
        if (names.isEmpty()) {
            return emptyRows(values);
        }
        int[] columns = names.stream().mapToInt(variables::column).toArray();
        List<Value[]> rows = new ArrayList<>();
        for (BindingSet row : values.getBindingSets()) {
            rows.add(names.stream().map(row::getValue).toArray(Value[]::new));
        }
        return new ValuesRows(columns, rows);
    }

    /** Compiles {@code VALUES () { () () }}: rows without a column. */
    private static Operator emptyRows(BindingSetAssignment values) {
        List<Operator> rows = new ArrayList<>();
        values.getBindingSets().forEach(row -> rows.add(new UnitRow()));
        return rows.isEmpty() ? new NoRows() : new UnionAll(rows);
    }

    /** Returns an end of a path. */
    PathSearch.End pathEnd(Var end) {
        if (end.hasValue()) {
            return new PathSearch.End(variables.fresh(), end.getValue(), true);
        }
        int column = variables.column(end.getName());
        return new PathSearch.End(column, null, outer != null && outer.contains(column));
    }

    /**
     * Returns a compiler for the step of a path, which is evaluated for given ends as EXISTS is for
     * rows.
     */
    OperatorCompiler step(String from, String to) {
        Variables own = variables.inner();
        Columns ends = Columns.of(own.column(from), own.column(to));
        return new OperatorCompiler(parts, own, graph.withoutVariables(), ends);
    }
}
