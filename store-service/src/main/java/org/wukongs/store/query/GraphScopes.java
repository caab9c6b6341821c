package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Bound;
import org.eclipse.rdf4j.query.algebra.EmptySet;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.Not;
import org.eclipse.rdf4j.query.algebra.Or;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.ProjectionElemList;
import org.eclipse.rdf4j.query.algebra.SameTerm;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Union;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/**
 * GRAPH where handing the graph to the triple patterns inside is not enough. The parser has left
 * such a GRAPH as a {@link Service} node ({@code GraphScope} of the csparql package). By SPARQL
 * 1.1, section 18.6, it becomes the union, over the named graphs, of its body evaluated in that
 * graph joined with {graph variable → graph}; for a constant, its body in that graph, and nothing
 * where the dataset has no such graph.
 *
 * <p>One departure, on purpose: a FILTER inside sees the graph variable, as in most engines.
 */
final class GraphScopes extends AbstractQueryModelVisitor<RuntimeException> {

    private final GraphSet graphs;
    private int scopeCount;

    private GraphScopes(GraphSet graphs) {
        this.graphs = graphs;
    }

    /** Replaces the scopes in {@code expression} itself; its root must not be one. */
    static void expand(TupleExpr expression, GraphSet graphs) {
        expression.visit(new GraphScopes(graphs));
    }

    @Override
    public void meet(Service scope) {
        Var graph = scope.getServiceRef();
        TupleExpr expanded = graph.hasValue() ? inConstant(scope) : inNamed(scope);
        scope.replaceWith(expanded);
        expanded.visit(this);
    }

    private TupleExpr inConstant(Service scope) {
        Value graph = scope.getServiceRef().getValue();
        String iri = graph.stringValue();
        return graphs.iris().contains(iri)
                ? body(scope, ConstantGraphs.marked(iri))
                : new EmptySet();
    }

    private TupleExpr inNamed(Service scope) {
        String name = scope.getServiceRef().getName();
        boolean bindsGraph = scope.getServiceExpr().getBindingNames().contains(name);
        String inner = bindsGraph ? "-inner" + scopeCount++ : null;
        List<TupleExpr> members = new ArrayList<>();
        for (String iri : graphs.named().keySet()) {
            IRI graph = SimpleValueFactory.getInstance().createIRI(iri);
            TupleExpr body = body(scope, graph);
            TupleExpr member =
                    bindsGraph ? sameInner(renamed(body, name, inner), inner, graph) : body;
            members.add(new Join(assignment(name, graph), member));
        }
        return union(members);
    }

    private static TupleExpr body(Service scope, Value graph) {
        Projection holder = new Projection(scope.getServiceExpr().clone());
        holder.getArg().visit(new GraphContexts(graph));
        TupleExpr body = holder.getArg();
        body.setParentNode(null);
        return body;
    }

    private static BindingSetAssignment assignment(String name, Value graph) {
        QueryBindingSet binding = new QueryBindingSet();
        binding.addBinding(name, graph);
        BindingSetAssignment assignment = new BindingSetAssignment();
        assignment.setBindingNames(Set.of(name));
        assignment.setBindingSets(List.of(binding));
        return assignment;
    }

    /** Inside, the graph variable is a variable as any other: out of reach for what is outside. */
    private static TupleExpr renamed(TupleExpr body, String name, String inner) {
        ProjectionElemList elements = new ProjectionElemList();
        for (String binding : body.getBindingNames()) {
            elements.addElement(
                    binding.equals(name)
                            ? new ProjectionElem(name, inner)
                            : new ProjectionElem(binding));
        }
        Projection projection = new Projection(body, elements);
        projection.setSubquery(true);
        projection.setVariableScopeChange(true);
        return projection;
    }

    private static TupleExpr sameInner(TupleExpr body, String inner, Value graph) {
        return new Filter(
                body,
                new Or(
                        new Not(new Bound(new Var(inner))),
                        new SameTerm(new Var(inner), new ValueConstant(graph))));
    }

    /** A balanced tree, as deep as the logarithm of the number of graphs. */
    private static TupleExpr union(List<TupleExpr> members) {
        if (members.isEmpty()) {
            return new EmptySet();
        }
        if (members.size() == 1) {
            return members.get(0);
        }
        int half = members.size() / 2;
        return new Union(
                union(members.subList(0, half)), union(members.subList(half, members.size())));
    }
}
