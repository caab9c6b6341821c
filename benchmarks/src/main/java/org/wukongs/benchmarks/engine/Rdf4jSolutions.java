package org.wukongs.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** All solutions of a query as RDF4J's own values. */
public record Rdf4jSolutions(List<String> vars, List<BindingSet> solutions) {

    public static Rdf4jSolutions of(TupleQuery query) {
        List<BindingSet> solutions = new ArrayList<>();
        try (TupleQueryResult result = query.evaluate()) {
            List<String> vars = result.getBindingNames();
            while (result.hasNext()) {
                solutions.add(result.next());
            }
            return new Rdf4jSolutions(vars, solutions);
        }
    }

    /** As N-Triples strings, null where unbound. */
    public List<String[]> rows() {
        List<String[]> rows = new ArrayList<>(solutions.size());
        for (BindingSet solution : solutions) {
            String[] row = new String[vars.size()];
            for (int i = 0; i < row.length; i++) {
                Value value = solution.getValue(vars.get(i));
                row[i] = value == null ? null : NTriplesUtil.toNTriplesString(value);
            }
            rows.add(row);
        }
        return rows;
    }
}
