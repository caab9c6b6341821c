package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.AggregateOperator;
import org.eclipse.rdf4j.query.algebra.ArbitraryLengthPath;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.EmptySet;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Union;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.ZeroLengthPath;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.TriplePattern;

/**
 * RDF4J's algebra → ours: patterns of a group. One compiler serves one scope of variables; what is
 * above a group (projection, grouping, order) is {@link ModifierCompiler}'s.
 */
final class OperatorCompiler {

    private final PlanParts parts;
    private final Variables variables;

    /** In a pattern of EXISTS the columns of the row it is asked for, else null. */
    private final Columns outer;

    OperatorCompiler(PlanParts parts, Variables variables, Columns outer) {
        this.parts = parts;
        this.variables = variables;
        this.outer = outer;
    }

    Variables variables() {
        return variables;
    }

    PlanParts parts() {
        return parts;
    }

    /** A compiler for the inside of a sub-select. */
    OperatorCompiler inner() {
        return new OperatorCompiler(parts, variables.inner(), null);
    }

    /** Throws an {@link UnsupportedAlgebraException} for what we have no operator for. */
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
        if (algebra instanceof Join join) {
            return JoinPlanner.join(
                    parts.placement(), compile(join.getLeftArg()), compile(join.getRightArg()));
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

    private Operator compileRarer(TupleExpr algebra) {
        if (algebra instanceof Extension extension) {
            return extension(extension);
        }
        if (algebra instanceof BindingSetAssignment values) {
            return values(values);
        }
        if (algebra instanceof ArbitraryLengthPath path) {
            return path(path, path.getSubjectVar(), path.getObjectVar(), path.getContextVar());
        }
        if (algebra instanceof ZeroLengthPath path) {
            if (path.getContextVar() != null && !path.getContextVar().hasValue()) {
                // The parser hides the graph's variable from what stands around the path.
                throw new UnsupportedAlgebraException("an optional path in GRAPH of a variable");
            }
            return path(path, path.getSubjectVar(), path.getObjectVar(), path.getContextVar());
        }
        if (outer != null) {
            throw new UnsupportedAlgebraException("in EXISTS: " + algebra.getSignature());
        }
        if (algebra instanceof Difference difference) {
            return new Minus(compile(difference.getLeftArg()), compile(difference.getRightArg()));
        }
        return new ModifierCompiler(this).compile(algebra);
    }

    /** EXISTS of a pattern, in an expression that sees the columns {@code visible}. */
    Expression exists(TupleExpr pattern, Columns visible) {
        Columns seen = outer == null ? visible : visible.plus(outer);
        Operator operator = new OperatorCompiler(parts, variables, seen).compile(pattern);
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
        Var graph = pattern.getContextVar();
        boolean open = graph != null && !graph.hasValue();
        int slot;
        int graphColumn = -1;
        if (open) {
            graphColumn = variables.column(graph.getName());
            slot = parts.openSlot(graphColumn);
        } else {
            slot = parts.graphs().slot(graph == null ? null : graph.getValue().stringValue());
        }
        TriplePattern triple =
                new TriplePattern(
                        slot,
                        place(pattern.getSubjectVar(), false),
                        place(pattern.getPredicateVar(), true),
                        place(pattern.getObjectVar(), false));
        Columns columns = Columns.NONE;
        for (Place place : List.of(triple.subject(), triple.predicate(), triple.object())) {
            columns = place.isConstant() ? columns : columns.plus(Columns.of(place.column()));
        }
        ExplorePattern explore = new ExplorePattern(BasicGraphPattern.of(triple), columns);
        return open ? new InNamedGraphs(explore, slot, graphColumn) : explore;
    }

    private Place place(Var var, boolean predicate) {
        if (!var.hasValue()) {
            return Place.column(variables.column(var.getName()));
        }
        String term = NTriplesUtil.toNTriplesString(var.getValue());
        return Place.constant(parts.constants().index(term, predicate));
    }

    private Operator leftJoin(org.eclipse.rdf4j.query.algebra.LeftJoin join) {
        Operator left = compile(join.getLeftArg());
        Operator right = compile(join.getRightArg());
        Expression condition = null;
        if (join.getCondition() != null) {
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
        Operator argument = compile(filter.getArg());
        Expression condition = expressions(argument.possible()).compile(filter.getCondition());
        return parts.placement().place(condition, argument);
    }

    /** Later elements see the earlier ones; those that repeat an aggregate are bound already. */
    private Operator extension(Extension extension) {
        Operator operator = compile(extension.getArg());
        for (ExtensionElem element : extension.getElements()) {
            if (element.getExpr() instanceof AggregateOperator) {
                continue;
            }
            Expression value = expressions(operator.possible()).compile(element.getExpr());
            int column = variables.column(element.getName());
            boolean same = value instanceof ColumnValue known && known.column() == column;
            if (!same && (outer != null && outer.contains(column))) {
                throw new UnsupportedAlgebraException("BIND in EXISTS of a variable outside");
            }
            operator = same ? operator : new Extend(operator, column, value);
        }
        return operator;
    }

    private Operator values(BindingSetAssignment values) {
        List<String> names = List.copyOf(values.getBindingNames());
        int[] columns = names.stream().mapToInt(variables::column).toArray();
        List<Value[]> rows = new ArrayList<>();
        for (BindingSet row : values.getBindingSets()) {
            rows.add(names.stream().map(row::getValue).toArray(Value[]::new));
        }
        return new ValuesRows(columns, rows);
    }

    private Operator path(TupleExpr path, Var... ends) {
        Map<String, Integer> places = new HashMap<>();
        for (Var end : ends) {
            if (end != null && !end.hasValue()) {
                places.put(end.getName(), variables.column(end.getName()));
            }
        }
        List<String> names = List.copyOf(places.keySet());
        int[] columns = names.stream().mapToInt(places::get).toArray();
        return new PathSearch(path.clone(), names, columns);
    }
}
