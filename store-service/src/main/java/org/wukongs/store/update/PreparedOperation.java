package org.wukongs.store.update;

import org.wukongs.csparql.UpdateOperation;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.plan.CompiledQuery;

/** An operation that is ready to be executed. */
sealed interface PreparedOperation {

    /**
     * A change by templates or data.
     *
     * @param deleted the quads to remove; the dictionary may still learn their terms
     * @param where null for data
     */
    record Change(
            QuadList deleted,
            EncodedQuads inserted,
            CompiledQuery where,
            UpdateOperation.UpdateDataset dataset)
            implements PreparedOperation {}

    /** An operation on whole graphs, as it was parsed. */
    record OnGraphs(UpdateOperation operation) implements PreparedOperation {}

    /** The triples of a document. */
    record Loaded(TripleBuffer[] triples, String into) implements PreparedOperation {}
}
