package org.wukongs.store.query;

import org.eclipse.rdf4j.query.algebra.ValueExpr;

/**
 * A FILTER whose variables are all bound by the patterns.
 *
 * @param names of its variables, in the order of its columns
 */
record ExplorationFilter(ValueExpr condition, String[] names) {}
