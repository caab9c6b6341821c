package org.wukongs.store.query;

import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.query.Binding;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.ArbitraryLengthPath;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.Distinct;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.Intersection;
import org.eclipse.rdf4j.query.algebra.Order;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.store.algebra.ValueBytes;

/**
 * What an operator of RDF4J's evaluation hands on: each row is work, and rows that the next
 * operator keeps take memory until the execution ends.
 */
final class WatchedRows implements CloseableIteration<BindingSet> {

    /** A binding set and its place in a list or set. */
    private static final long ROW_BYTES = 80;

    private static final long BINDING_BYTES = 16;

    private final CloseableIteration<BindingSet> rows;
    private final ExecutionContext context;
    private final boolean kept;

    WatchedRows(CloseableIteration<BindingSet> rows, ExecutionContext context, boolean kept) {
        this.rows = rows;
        this.context = context;
        this.kept = kept;
    }

    /** Whether somebody remembers the rows of an operator. */
    static boolean areKept(TupleExpr operator) {
        QueryModelNode above = operator.getParentNode();
        return operator instanceof ArbitraryLengthPath
                || above instanceof Order
                || above instanceof Distinct
                || above instanceof Group
                || above instanceof Difference
                || above instanceof Intersection;
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    @Override
    public BindingSet next() {
        BindingSet row = rows.next();
        context.work();
        if (kept) {
            context.budget().takeValueBytes(bytes(row));
        }
        return row;
    }

    /** Values that the query has made count; others are in the dictionary. */
    private static long bytes(BindingSet row) {
        long bytes = ROW_BYTES;
        for (Binding binding : row) {
            int chars = ValueBytes.chars(binding.getValue());
            bytes += BINDING_BYTES + (chars > ValueBytes.SMALL_CHARS ? ValueBytes.text(chars) : 0);
        }
        return bytes;
    }

    @Override
    public void remove() {
        rows.remove();
    }

    @Override
    public void close() {
        rows.close();
    }
}
