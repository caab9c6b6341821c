package org.wukongs.store.algebra;

import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.value.ExecutionTerms;

/** A basic graph pattern with filters, answered by graph exploration from the input rows. */
final class ExplorePattern implements Operator {

    private final BasicGraphPattern pattern;
    private final Columns certain;

    // made at the first use; safe for any thread, because all its fields are final
    private PlannedPattern planned;

    ExplorePattern(BasicGraphPattern pattern) {
        this.pattern = pattern;
        this.certain = Columns.of(pattern.variables());
    }

    BasicGraphPattern pattern() {
        return pattern;
    }

    /** Returns the pattern with its plans. */
    PlannedPattern planned(PlanNames names) {
        PlannedPattern known = planned;
        if (known == null) {
            known = names.planned(pattern);
            planned = known;
        }
        return known;
    }

    @Override
    public Columns certain() {
        return certain;
    }

    @Override
    public Columns possible() {
        return certain;
    }

    @Override
    public boolean takes(Columns bound) {
        return true;
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable known = run.terms().hasLocals() ? withoutLocals(input) : input;
        if (known.size() == 0) {
            return run.noRows();
        }
        return run.explorer(this).extend(known, planned(run.names()));
    }

    /** Drops rows with local terms, which no triple has. */
    private BindingTable withoutLocals(BindingTable input) {
        int[] kept = new int[input.size()];
        int count = 0;
        int[] columns = certain.stream().filter(c -> input.column(c) != null).toArray();
        for (int row = 0; row < input.size(); row++) {
            boolean local = false;
            for (int column : columns) {
                local |= ExecutionTerms.isLocal(input.get(column, row));
            }
            if (!local) {
                kept[count++] = row;
            }
        }
        return count == input.size() ? input : input.gather(kept, count);
    }

    @Override
    public String kind() {
        return "explore";
    }

    @Override
    public String describe(PlanNames names) {
        return names.text(pattern());
    }
}
