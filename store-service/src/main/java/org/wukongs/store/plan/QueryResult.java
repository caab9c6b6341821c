package org.wukongs.store.plan;

import java.util.List;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.algebra.SolutionRows;

/**
 * What one execution found.
 *
 * @param vars columns of {@code rows}; subject, predicate, object for a graph; none for ASK
 * @param rows ids that become terms; one empty row for a true ASK
 * @param engineNs time from the start of the execution, building the windows that no query has
 *     asked for before included, until its rows were there as ids (exploration) or values (RDF4J)
 */
public record QueryResult(ResultForm form, List<String> vars, SolutionRows rows, long engineNs) {}
