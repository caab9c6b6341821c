package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/** UNION of two or more operators. A join distributes over it. */
record UnionAll(List<Operator> members) implements Operator {

    @Override
    public Columns possible() {
        return members.stream().map(Operator::possible).reduce(Columns.NONE, Columns::plus);
    }

    @Override
    public Columns certain() {
        return members.stream().map(Operator::certain).reduce(Columns::and).orElseThrow();
    }

    @Override
    public boolean takes(Columns bound) {
        return true;
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable union = run.noRows();
        for (Operator member : members) {
            BindingTable rows = run.join(input, member);
            run.takeRows(rows, rows.size());
            union.appendAll(rows);
            run.checkRows(union.size());
        }
        return union;
    }

    @Override
    public String kind() {
        return "union";
    }

    @Override
    public String describe(PlanNames names) {
        return "";
    }

    @Override
    public List<Operator> below() {
        return members;
    }
}
