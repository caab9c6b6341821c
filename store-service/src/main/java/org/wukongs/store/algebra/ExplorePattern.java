package org.wukongs.store.algebra;

import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.PlannedPattern;

/** A basic graph pattern with filters, answered by graph exploration from the rows it is given. */
record ExplorePattern(PlannedPattern planned, Columns certain) implements Operator {

    ExplorePattern(BasicGraphPattern pattern, Columns certain) {
        this(new PlannedPattern(pattern), certain);
    }

    BasicGraphPattern pattern() {
        return planned.pattern();
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
        return run.explorer(this).extend(known, planned);
    }

    /** No triple has a term that the dictionary does not know. */
    private BindingTable withoutLocals(BindingTable input) {
        int[] kept = new int[input.size()];
        int count = 0;
        int[] columns = certain.stream().filter(c -> input.column(c) != null).toArray();
        for (int row = 0; row < input.size(); row++) {
            boolean local = false;
            for (int column : columns) {
                local |= Terms.isLocal(input.get(column, row));
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
