package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/** A join of several operators, in the order in which they are evaluated. */
record JoinAll(List<Operator> members) implements Operator {

    @Override
    public Columns possible() {
        return members.stream().map(Operator::possible).reduce(Columns.NONE, Columns::plus);
    }

    @Override
    public Columns certain() {
        return members.stream().map(Operator::certain).reduce(Columns.NONE, Columns::plus);
    }

    /** A join is associative: the evaluation checks each member on its own. */
    @Override
    public boolean takes(Columns bound) {
        return true;
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = input;
        for (Operator member : members) {
            table = run.join(table, member);
        }
        return table;
    }

    @Override
    public String kind() {
        return "join";
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
