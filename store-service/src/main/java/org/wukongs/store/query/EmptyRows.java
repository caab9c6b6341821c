package org.wukongs.store.query;

import java.util.Iterator;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.EmptySet;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Union;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/** {@code VALUES () { () }}, one row without a column: RDF4J joins it to nothing at all. */
final class EmptyRows extends AbstractQueryModelVisitor<RuntimeException> {

    private EmptyRows() {}

    static void rewrite(TupleExpr expression) {
        expression.visit(new EmptyRows());
    }

    @Override
    public void meet(BindingSetAssignment values) {
        if (values.getBindingNames().isEmpty()) {
            TupleExpr rows = null;
            for (Iterator<BindingSet> row = values.getBindingSets().iterator(); row.hasNext(); ) {
                row.next();
                rows = rows == null ? new SingletonSet() : new Union(rows, new SingletonSet());
            }
            values.replaceWith(rows == null ? new EmptySet() : rows);
        }
    }
}
