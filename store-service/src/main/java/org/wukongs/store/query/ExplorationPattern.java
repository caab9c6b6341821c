package org.wukongs.store.query;

import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * A triple pattern of an exploration: where it is matched, and what stands in its three places.
 *
 * @param graph IRI of the graph, null for the default graph
 */
record ExplorationPattern(String graph, Place subject, Place predicate, Place object) {

    /**
     * One place: a constant or a variable.
     *
     * @param constant N-Triples string, null for a variable
     * @param column column of the variable in the binding table, -1 for a constant
     */
    record Place(String constant, int column) {

        boolean isConstant() {
            return constant != null;
        }

        /** The vid of a constant. */
        long vid(TermDictionary dictionary) {
            return dictionary.findVertex(constant);
        }

        /** The pid of a constant. */
        long pid(TermDictionary dictionary) {
            return dictionary.findPredicate(constant);
        }
    }

    static ExplorationPattern of(StatementPattern pattern, ExplorationColumns columns) {
        Var graph = pattern.getContextVar();
        return new ExplorationPattern(
                graph == null ? null : graph.getValue().stringValue(),
                place(pattern.getSubjectVar(), columns, false),
                place(pattern.getPredicateVar(), columns, true),
                place(pattern.getObjectVar(), columns, false));
    }

    private static Place place(Var var, ExplorationColumns columns, boolean predicate) {
        Value value = var.getValue();
        return value == null
                ? new Place(null, columns.column(var.getName(), predicate))
                : new Place(NTriplesUtil.toNTriplesString(value), -1);
    }
}
