package org.wukongs.store.value;

import org.eclipse.rdf4j.model.Value;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.WorkMeter;

/** Collects rows of values as ids. Used by one thread. */
public final class SolutionBuilder {

    private final ExecutionTerms terms;
    private final ExecutionBudget budget;
    private final BindingTable table;
    private long takenBytes;

    public SolutionBuilder(int columnCount, TermDictionary dictionary, ExecutionBudget budget) {
        this.terms = new ExecutionTerms(dictionary, budget, new WorkMeter(budget));
        this.budget = budget;
        this.table = new BindingTable(columnCount);
    }

    /** Adds a row; null is unbound. */
    public void add(Value[] values) {
        int row = table.appendUnbound();
        for (int column = 0; column < values.length; column++) {
            if (values[column] != null) {
                table.set(column, row, terms.id(values[column]));
            }
        }
        long bytes = table.bytes();
        if (bytes > takenBytes) {
            budget.takeBytes(bytes - takenBytes);
            takenBytes = bytes;
        }
        budget.checkRows(table.size());
    }

    public int size() {
        return table.size();
    }

    public SolutionRows rows() {
        return new SolutionRows(table, terms);
    }

    /** Returns the rows that are triples, see {@link SolutionRows#triples}. */
    public SolutionRows triples() {
        return SolutionRows.triples(table, terms);
    }
}
