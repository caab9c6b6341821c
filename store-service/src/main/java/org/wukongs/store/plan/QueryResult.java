package org.wukongs.store.plan;

import java.util.List;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.value.SolutionRows;

/**
 * The result of one execution.
 *
 * @param vars columns of {@code rows}; subject, predicate, object for a graph; none for ASK
 * @param rows rows of ids, which are converted to terms later; one empty row for a true ASK
 * @param engineNs time from the start of the execution, including its windows, until its rows exist
 *     as ids
 */
public record QueryResult(ResultForm form, List<String> vars, SolutionRows rows, long engineNs) {}
