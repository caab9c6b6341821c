package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * MINUS: the left rows without those that are compatible with a solution of the right side and have
 * a variable in common with it (SPARQL 1.1, section 18.5).
 */
record Minus(Operator left, Operator right) implements Operator {

    @Override
    public Columns possible() {
        return left.possible();
    }

    @Override
    public Columns certain() {
        return left.certain();
    }

    @Override
    public boolean takes(Columns bound) {
        return left.certain().containsAll(right.possible().and(bound));
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable lefts = run.join(input, left);
        Columns shared = left.possible().and(right.possible()).minus(run.replaced());
        if (lefts.size() == 0 || shared.isEmpty()) {
            return lefts;
        }
        BindingTable excluded = excluded(run, lefts, shared);
        int[] compared = HashJoin.shared(lefts, excluded);
        CompatibleRows compatible = new CompatibleRows(run, lefts, excluded, compared);
        int[] kept = new int[lefts.size()];
        int count = 0;
        boolean[] hit = new boolean[1];
        for (int row = 0; row < lefts.size(); row++) {
            run.work();
            hit[0] = false;
            compatible.find(
                    row,
                    shared,
                    found -> {
                        hit[0] = true;
                        return false;
                    });
            if (!hit[0]) {
                kept[count++] = row;
            }
        }
        return count == lefts.size() ? lefts : run.gather(lefts, kept, count);
    }

    /**
     * Returns the right side's solutions; if all shared variables are bound on both sides, only
     * those that some left row needs.
     */
    private BindingTable excluded(Execution run, BindingTable lefts, Columns shared) {
        if (!left.certain().containsAll(shared) || !right.certain().containsAll(shared)) {
            return run.solutions(right);
        }
        int[] columns = shared.plus(run.replaced()).toArray();
        return run.join(run.firstRows(lefts, run.keys(lefts, columns), columns), right);
    }

    @Override
    public String kind() {
        return "minus";
    }

    @Override
    public String describe(PlanNames names) {
        return "";
    }

    @Override
    public List<Operator> below() {
        return List.of(left, right);
    }
}
