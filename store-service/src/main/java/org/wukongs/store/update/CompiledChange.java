package org.wukongs.store.update;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QuadTemplate;
import org.wukongs.csparql.UpdateOperation.Modify;
import org.wukongs.csparql.UpdateOperation.UpdateDataset;
import org.wukongs.store.plan.CompiledQuery;

/**
 * A change by templates or data whose pattern is compiled. Immutable.
 *
 * @param where null for data
 */
record CompiledChange(
        List<QuadTemplate> deleted,
        List<QuadTemplate> inserted,
        CompiledQuery where,
        UpdateDataset dataset) {

    static CompiledChange of(Modify modify, Function<CsparqlQuery, CompiledQuery> compiler) {
        return new CompiledChange(
                modify.deleted(),
                modify.inserted(),
                modify.where() == null ? null : compiler.apply(modify.where()),
                modify.dataset());
    }

    /** Returns quads with other terms in their subjects, predicates and objects. */
    static List<QuadTemplate> replaced(List<QuadTemplate> quads, UnaryOperator<String> terms) {
        if (quads.isEmpty()) {
            return quads;
        }
        List<QuadTemplate> replaced = new ArrayList<>(quads.size());
        for (QuadTemplate quad : quads) {
            replaced.add(
                    new QuadTemplate(
                            terms.apply(quad.subject()),
                            terms.apply(quad.predicate()),
                            terms.apply(quad.object()),
                            quad.graph()));
        }
        return replaced;
    }
}
