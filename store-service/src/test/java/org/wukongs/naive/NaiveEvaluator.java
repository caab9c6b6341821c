package org.wukongs.naive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.query.algebra.Distinct;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.Slice;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.collectors.StatementPatternCollector;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;

/**
 * Basic graph patterns, FILTER, GRAPH, DISTINCT, projection with expressions, and ASK, by nested
 * loops in textual order. Anything else is an {@link UnsupportedOperationException}.
 */
public final class NaiveEvaluator {

    /** What stands in a row where a variable is unbound. */
    public static final String UNBOUND = "UNBOUND";

    private String activeGraph; // null: the default graph
    private final NaiveDataset data;
    private final NaiveExpression expressions;

    private NaiveEvaluator(CsparqlQuery query, NaiveDataset data) {
        this.data = data;
        List<StatementPattern> patterns =
                StatementPatternCollector.process(query.algebra().getTupleExpr());
        this.expressions = new NaiveExpression(data, patterns);
    }

    /** The query's rows, sorted; for ASK one empty row for true. */
    public static List<List<String>> evaluate(CsparqlQuery query, NaiveDataset data) {
        NaiveEvaluator evaluator = new NaiveEvaluator(query, data);
        TupleExpr algebra = query.algebra().getTupleExpr();
        List<Map<String, String>> unit = List.of(Map.of());
        if (query.form() == ResultForm.ASK) {
            TupleExpr body = algebra instanceof QueryRoot root ? root.getArg() : algebra;
            body = body instanceof Slice slice ? slice.getArg() : body;
            return evaluator.solve(body, unit).isEmpty() ? List.of() : List.of(List.of());
        }
        List<List<String>> rows = new ArrayList<>();
        for (Map<String, String> solution : evaluator.solve(algebra, unit)) {
            rows.add(query.vars().stream().map(v -> solution.getOrDefault(v, UNBOUND)).toList());
        }
        return sorted(rows);
    }

    /** A bag of rows in an order that does not depend on who found them. */
    public static List<List<String>> sorted(List<List<String>> rows) {
        List<List<String>> copy = new ArrayList<>(rows);
        copy.sort((a, b) -> String.join("\t", a).compareTo(String.join("\t", b)));
        return copy;
    }

    /** Rows as the engine gives them, as this class gives them. */
    public static List<List<String>> sortedRows(List<String[]> rows) {
        return sorted(rows(rows));
    }

    /** Rows as the engine gives them, in the engine's order. */
    public static List<List<String>> rows(List<String[]> rows) {
        List<List<String>> lists = new ArrayList<>();
        for (String[] row : rows) {
            List<String> list = new ArrayList<>();
            for (String term : row) {
                list.add(term == null ? UNBOUND : term);
            }
            lists.add(list);
        }
        return lists;
    }

    /** The solutions that extend one of {@code inputs}. */
    private List<Map<String, String>> solve(TupleExpr algebra, List<Map<String, String>> inputs) {
        if (algebra instanceof QueryRoot root) {
            return solve(root.getArg(), inputs);
        }
        if (algebra instanceof SingletonSet) {
            return inputs;
        }
        if (algebra instanceof StatementPattern pattern) {
            List<Map<String, String>> solutions = new ArrayList<>();
            inputs.forEach(input -> match(pattern, input, solutions));
            return solutions;
        }
        if (algebra instanceof Join join) {
            return solve(join.getRightArg(), solve(join.getLeftArg(), inputs));
        }
        if (algebra instanceof Filter filter) {
            List<Map<String, String>> solutions = new ArrayList<>(solve(filter.getArg(), inputs));
            Set<String> scope = filter.getArg().getBindingNames();
            solutions.removeIf(s -> !expressions.isTrue(filter.getCondition(), within(s, scope)));
            return solutions;
        }
        if (algebra instanceof Service group) {
            return inGraph(group, inputs);
        }
        if (algebra instanceof Extension extension) {
            return extend(extension, solve(extension.getArg(), inputs));
        }
        if (algebra instanceof Projection projection) {
            return project(projection, solve(projection.getArg(), inputs));
        }
        if (algebra instanceof Distinct distinct) {
            return new ArrayList<>(new LinkedHashSet<>(solve(distinct.getArg(), inputs)));
        }
        throw new UnsupportedOperationException("not in the naive evaluator: " + algebra);
    }

    /** A GRAPH group that the parser keeps as a whole: its patterns are matched in that graph. */
    private List<Map<String, String>> inGraph(Service group, List<Map<String, String>> inputs) {
        Var graph = group.getServiceRef();
        if (graph.hasValue()) {
            return solveIn(graph.getValue().stringValue(), group.getArg(), inputs);
        }
        List<Map<String, String>> solutions = new ArrayList<>();
        for (String iri : data.named()) {
            List<Map<String, String>> bound = new ArrayList<>();
            for (Map<String, String> input : inputs) {
                Map<String, String> solution = new HashMap<>(input);
                String before = solution.putIfAbsent(graph.getName(), "<" + iri + ">");
                if (before == null || before.equals("<" + iri + ">")) {
                    bound.add(solution);
                }
            }
            solutions.addAll(solveIn(iri, group.getArg(), bound));
        }
        return solutions;
    }

    private List<Map<String, String>> solveIn(
            String iri, TupleExpr algebra, List<Map<String, String>> inputs) {
        String before = activeGraph;
        activeGraph = iri;
        List<Map<String, String>> solutions = solve(algebra, inputs);
        activeGraph = before;
        return solutions;
    }

    private void match(
            StatementPattern pattern, Map<String, String> input, List<Map<String, String>> into) {
        NaiveGraph active = activeGraph == null ? data.defaultGraph() : data.graph(activeGraph);
        matchIn(active, pattern, input, into);
    }

    private static void matchIn(
            NaiveGraph graph,
            StatementPattern pattern,
            Map<String, String> input,
            List<Map<String, String>> into) {
        Var s = pattern.getSubjectVar();
        Var p = pattern.getPredicateVar();
        Var o = pattern.getObjectVar();
        for (NaiveTriple triple : graph.match(value(s, input), value(p, input), value(o, input))) {
            Map<String, String> solution = new HashMap<>(input);
            if (bind(s, triple.subject(), solution)
                    && bind(p, triple.predicate(), solution)
                    && bind(o, triple.object(), solution)) {
                into.add(solution);
            }
        }
    }

    /** False where the variable has another value already. */
    private static boolean bind(Var var, String term, Map<String, String> solution) {
        if (var.hasValue()) {
            return NTriplesUtil.toNTriplesString(var.getValue()).equals(term);
        }
        String before = solution.putIfAbsent(var.getName(), term);
        return before == null || before.equals(term);
    }

    private static String value(Var var, Map<String, String> solution) {
        return var.hasValue()
                ? NTriplesUtil.toNTriplesString(var.getValue())
                : solution.get(var.getName());
    }

    private List<Map<String, String>> extend(
            Extension extension, List<Map<String, String>> solutions) {
        List<Map<String, String>> extended = new ArrayList<>();
        for (Map<String, String> solution : solutions) {
            Map<String, String> copy = new HashMap<>(solution);
            for (ExtensionElem element : extension.getElements()) {
                String term = expressions.term(element.getExpr(), copy);
                if (term != null) {
                    copy.put(element.getName(), term);
                }
            }
            extended.add(copy);
        }
        return extended;
    }

    private static List<Map<String, String>> project(
            Projection projection, List<Map<String, String>> solutions) {
        List<Map<String, String>> projected = new ArrayList<>();
        for (Map<String, String> solution : solutions) {
            Map<String, String> kept = new HashMap<>();
            for (ProjectionElem element : projection.getProjectionElemList().getElements()) {
                String term = solution.get(element.getName());
                if (term != null) {
                    kept.put(element.getProjectionAlias().orElse(element.getName()), term);
                }
            }
            projected.add(kept);
        }
        return projected;
    }

    private static Map<String, String> within(Map<String, String> solution, Set<String> names) {
        Map<String, String> kept = new HashMap<>(solution);
        kept.keySet().retainAll(names);
        return kept;
    }
}
