package org.wukongs.store.algebra;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.query.algebra.BNodeGenerator;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/** Properties of an expression or pattern of RDF4J that are needed before its compilation. */
final class RdfTraits extends AbstractQueryModelVisitor<RuntimeException> {

    private final Set<String> variables = new HashSet<>();
    private boolean stable = true;

    private RdfTraits() {}

    static RdfTraits of(QueryModelNode node) {
        RdfTraits traits = new RdfTraits();
        node.visit(traits);
        return traits;
    }

    /** Returns the names of all variables in it. */
    Set<String> variables() {
        return variables;
    }

    /** See {@link Expression#stable()}. */
    boolean isStable() {
        return stable;
    }

    @Override
    public void meet(Var var) {
        if (!var.hasValue()) {
            variables.add(var.getName());
        }
    }

    @Override
    public void meet(BindingSetAssignment values) {
        variables.addAll(values.getBindingNames());
    }

    @Override
    public void meet(ExtensionElem element) {
        variables.add(element.getName());
        super.meet(element);
    }

    @Override
    public void meet(BNodeGenerator generator) {
        stable = false;
        super.meet(generator);
    }

    @Override
    public void meet(FunctionCall call) {
        stable &=
                FunctionRegistry.getInstance()
                        .get(call.getURI())
                        .map(Function::mustReturnDifferentResult)
                        .map(different -> !different)
                        .orElse(false);
        super.meet(call);
    }
}
