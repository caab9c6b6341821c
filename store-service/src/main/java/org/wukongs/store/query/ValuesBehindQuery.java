package org.wukongs.store.query;

import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/**
 * VALUES behind a query is joined with its groups (SPARQL 1.1, section 18.2.4.3). RDF4J's parser
 * joins it with what is grouped if there is no GROUP BY. VALUES in a group are in braces, by which
 * the two are told apart.
 */
final class ValuesBehindQuery extends AbstractQueryModelVisitor<RuntimeException> {

    private ValuesBehindQuery() {}

    static void rewrite(TupleExpr expression) {
        expression.visit(new ValuesBehindQuery());
    }

    @Override
    public void meet(Group group) {
        super.meet(group);
        if (group.getGroupBindingNames().isEmpty()
                && group.getArg() instanceof Join join
                && join.getLeftArg() instanceof BindingSetAssignment values
                && !values.isVariableScopeChange()) {
            TupleExpr grouped = join.getRightArg();
            Join joined = new Join(values.clone(), new SingletonSet());
            group.replaceWith(joined);
            group.setArg(grouped);
            joined.setRightArg(group);
        }
    }
}
