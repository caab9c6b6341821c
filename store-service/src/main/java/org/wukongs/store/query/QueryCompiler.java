package org.wukongs.store.query;

import java.util.Set;
import org.eclipse.rdf4j.query.algebra.Distinct;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.Slice;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.SubQueryValueOperator;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.algebra.helpers.collectors.VarNameCollector;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.UnsupportedAlgebraException;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.Selection;

/**
 * Algebra → something that runs: an exploration where the query is a basic graph pattern with
 * filters under at most projection, DISTINCT, OFFSET and LIMIT; operators over tables of ids for
 * all others.
 */
public final class QueryCompiler {

    private final CsparqlQuery query;
    private final PlanTemplates templates;
    private final ExplorationShape shape = new ExplorationShape();
    private boolean distinct;
    private long offset;
    private long limit = -1;

    private QueryCompiler(CsparqlQuery query, PlanTemplates templates) {
        this.query = query;
        this.templates = templates;
    }

    /** Compiles a query that shares plans with no other. */
    public static CompiledQuery compile(CsparqlQuery query) {
        return compile(query, QueryEngine.EXPLORATION);
    }

    /** As above, for no engine that is faster than {@code fastest}. */
    public static CompiledQuery compile(CsparqlQuery query, QueryEngine fastest) {
        return compile(query, fastest, new PlanTemplates(1));
    }

    static CompiledQuery compile(CsparqlQuery query, PlanTemplates templates) {
        return compile(query, QueryEngine.EXPLORATION, templates);
    }

    static CompiledQuery compile(CsparqlQuery query, QueryEngine fastest, PlanTemplates templates) {
        UnknownFunctions.reject(query);
        TupleExpr expression = TimestampCalls.resolve(query);
        if (fastest == QueryEngine.EXPLORATION && query.form() != ResultForm.GRAPH) {
            QueryCompiler compiler = new QueryCompiler(query, templates);
            if (compiler.readModifiers(expression)) {
                return compiler.exploration();
            }
        }
        try {
            return OperatorQuery.compile(query, expression);
        } catch (UnsupportedAlgebraException e) {
            throw WukongsException.user("not supported: " + e.getMessage());
        }
    }

    private ExplorationQuery exploration() {
        PlannedPattern planned = templates.planned(shape.template(), shape.pattern());
        return new ExplorationQuery(query, shape, planned, selection());
    }

    private Selection selection() {
        if (query.form() == ResultForm.ASK) {
            return Selection.any();
        }
        int[] output = new int[query.vars().size()];
        for (int i = 0; i < output.length; i++) {
            output[i] = shape.columnOf(query.vars().get(i));
        }
        return new Selection(output, distinct, offset, limit);
    }

    private boolean readModifiers(TupleExpr root) {
        TupleExpr expression = root instanceof QueryRoot queryRoot ? queryRoot.getArg() : root;
        if (expression instanceof Slice slice) {
            offset = slice.hasOffset() ? slice.getOffset() : 0;
            limit = slice.hasLimit() ? slice.getLimit() : -1;
            expression = slice.getArg();
        }
        if (expression instanceof Distinct distinctNode) {
            distinct = true;
            expression = distinctNode.getArg();
        }
        if (expression instanceof Projection projection) {
            if (!plain(projection)) {
                return false;
            }
            expression = projection.getArg();
        }
        return readPatterns(expression, null);
    }

    private static boolean plain(Projection projection) {
        for (ProjectionElem element : projection.getProjectionElemList().getElements()) {
            if (element.getProjectionAlias().isPresent()
                    && !element.getProjectionAlias().get().equals(element.getName())) {
                return false;
            }
        }
        return true;
    }

    /** {@code graph} is the IRI of the GRAPH around, null in none. */
    private boolean readPatterns(TupleExpr expression, String graph) {
        if (expression instanceof Join join) {
            return readPatterns(join.getLeftArg(), graph)
                    && readPatterns(join.getRightArg(), graph);
        }
        if (expression instanceof Filter filter) {
            return readPatterns(filter.getArg(), graph) && readFilter(filter);
        }
        if (expression instanceof StatementPattern pattern) {
            shape.add(pattern, graph);
            return true;
        }
        if (expression instanceof Service scope) {
            int before = shape.patternCount();
            return graph == null
                    && scope.getServiceRef().hasValue()
                    && readPatterns(
                            scope.getServiceExpr(), scope.getServiceRef().getValue().stringValue())
                    && shape.patternCount() > before; // else it is asked whether there is the graph
        }
        return expression instanceof SingletonSet;
    }

    /** A filter may move to the whole pattern only where its own group binds all its variables. */
    private boolean readFilter(Filter filter) {
        ValueExpr condition = filter.getCondition();
        Set<String> names = VarNameCollector.process(condition);
        if (!filter.getArg().getBindingNames().containsAll(names) || hasSubQuery(condition)) {
            return false;
        }
        try {
            shape.addFilter(condition);
            return true;
        } catch (UnsupportedAlgebraException e) {
            return false;
        }
    }

    private static boolean hasSubQuery(ValueExpr condition) {
        boolean[] found = new boolean[1];
        condition.visit(
                new AbstractQueryModelVisitor<RuntimeException>() {
                    @Override
                    protected void meetSubQueryValueOperator(SubQueryValueOperator node) {
                        found[0] = true;
                    }
                });
        return found[0];
    }
}
