package org.wukongs.store.continuous;

import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.wukongs.csparql.CsparqlQuery;

/**
 * Estimates the heap that a registered query takes from its text and the nodes of its algebra; its
 * plan grows with these. The estimate is half as much again as was measured, for any kind of query.
 */
final class QueryHeap extends AbstractQueryModelVisitor<RuntimeException> {

    /** For a query that shares text and plan with its template; 660 to 830 bytes were measured. */
    static final long MEMBER_BYTES = 832;

    private static final long QUERY_BYTES = 1 << 11;
    private static final long CHAR_BYTES = 4;
    private static final long NODE_BYTES = 256;

    private long nodeCount;

    private QueryHeap() {}

    static long bytes(CsparqlQuery query) {
        QueryHeap heap = new QueryHeap();
        query.algebra().getTupleExpr().visit(heap);
        return QUERY_BYTES + CHAR_BYTES * query.text().length() + NODE_BYTES * heap.nodeCount;
    }

    @Override
    protected void meetNode(QueryModelNode node) {
        nodeCount++;
        super.meetNode(node);
    }

    @Override
    public void meet(BindingSetAssignment values) {
        super.meet(values);
        for (BindingSet row : values.getBindingSets()) {
            nodeCount += row.size();
        }
    }
}
