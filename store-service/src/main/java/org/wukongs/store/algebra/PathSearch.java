package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.wukongs.store.explore.BindingTable;

/**
 * A property path of unknown length, which RDF4J walks: once for each distinct combination of what
 * its variables are bound to already.
 *
 * @param path {@code ArbitraryLengthPath} or {@code ZeroLengthPath}
 * @param names its variables: ends and graph
 * @param places columns of these variables
 */
record PathSearch(TupleExpr path, List<String> names, int[] places) implements Operator {

    @Override
    public Columns possible() {
        return Columns.of(places);
    }

    @Override
    public Columns certain() {
        return Columns.of(places);
    }

    @Override
    public boolean takes(Columns bound) {
        return true;
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        QueryEvaluationStep step = run.rdf().pattern(path);
        RowKeys keys = RowKeys.of(input, places);
        BindingTable found = run.noRows();
        int[] keyOfRow = new int[input.size()];
        for (int row = 0; row < keyOfRow.length; row++) {
            run.work();
            keyOfRow[row] = keys.number(row);
        }
        Pairs matches = new Pairs(run);
        for (int key = 0; key < keys.size(); key++) {
            search(run, step, bindings(run, input, keys.firstRow(key)), found, key, matches);
        }
        return combine(run, input, keyOfRow, keys.size(), found, matches);
    }

    private QueryBindingSet bindings(Execution run, BindingTable input, int row) {
        QueryBindingSet bindings = new QueryBindingSet(places.length);
        for (int i = 0; i < places.length; i++) {
            long id = input.get(places[i], row);
            if (id != Terms.UNBOUND) {
                bindings.setBinding(names.get(i), run.terms().value(id));
            }
        }
        return bindings;
    }

    /** Appends the solutions for a key to {@code found}, and (key, row of found) to matches. */
    private void search(
            Execution run,
            QueryEvaluationStep step,
            BindingSet bindings,
            BindingTable found,
            int key,
            Pairs matches) {
        try (CloseableIteration<BindingSet> solutions = step.evaluate(bindings)) {
            long bytes = found.bytes();
            while (solutions.hasNext()) {
                BindingSet solution = solutions.next();
                run.work();
                int row = found.appendUnbound();
                for (int i = 0; i < places.length; i++) {
                    Value value = solution.getValue(names.get(i));
                    if (value != null) {
                        found.set(places[i], row, run.terms().id(value));
                    }
                }
                matches.add(key, row);
                run.checkRows(found.size());
                if (found.bytes() > bytes) {
                    run.takeBytes(found.bytes() - bytes);
                    bytes = found.bytes();
                }
            }
        }
    }

    private BindingTable combine(
            Execution run,
            BindingTable input,
            int[] keyOfRow,
            int keyCount,
            BindingTable found,
            Pairs matches) {
        int[] ends = new int[keyCount + 1];
        for (int i = 0; i < matches.size(); i++) {
            ends[matches.left()[i] + 1] = i + 1;
        }
        for (int key = 1; key <= keyCount; key++) {
            ends[key] = Math.max(ends[key], ends[key - 1]);
        }
        Pairs pairs = new Pairs(run);
        for (int row = 0; row < keyOfRow.length; row++) {
            for (int i = ends[keyOfRow[row]]; i < ends[keyOfRow[row] + 1]; i++) {
                run.work();
                pairs.add(row, i);
                run.checkRows(pairs.size());
            }
        }
        return HashJoin.combine(run, input, found, pairs);
    }

    @Override
    public String kind() {
        return "path";
    }

    @Override
    public String describe(PlanNames names) {
        return "by rdf4j, between " + names.variables(places);
    }
}
