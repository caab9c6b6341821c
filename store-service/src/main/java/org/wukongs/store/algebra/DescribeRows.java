package org.wukongs.store.algebra;

import java.util.List;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermKind;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * DESCRIBE: for each term found, the triples of the default graph with it as subject or object, and
 * the same for blank nodes at their other ends, in the direction away from the term.
 *
 * @param terms columns of the terms
 * @param to columns of subject, predicate and object of the triples
 */
record DescribeRows(Operator argument, int[] terms, int[] to, int slot) implements Operator {

    @Override
    public Columns possible() {
        return Columns.of(to);
    }

    @Override
    public Columns certain() {
        return possible();
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        LongHashSet described = new LongHashSet();
        BindingTable triples = run.noRows();
        for (int column : terms) {
            for (int row = 0; row < table.size(); row++) {
                run.work();
                long id = table.get(column, row);
                if (id != ExecutionTerms.UNBOUND
                        && !ExecutionTerms.isLocal(id)
                        && described.add(id)) {
                    describe(run, id, Keys.OUT, triples);
                    describe(run, id, Keys.IN, triples);
                }
            }
        }
        return triples;
    }

    private void describe(Execution run, long id, int direction, BindingTable triples) {
        TripleView view = run.view(slot);
        LongHashSet seen = new LongHashSet();
        LongArrayList open = new LongArrayList();
        seen.add(id);
        open.addLong(id);
        while (!open.isEmpty()) {
            long vertex = open.removeAt(open.size() - 1);
            Neighbours predicates = view.neighbours(Keys.key(vertex, Keys.PREDICATES, direction));
            for (int i = 0; i < predicates.size(); i++) {
                long pid = predicates.get(i);
                long predicate = run.dictionary().vertexOfPredicate(pid);
                Neighbours others = view.neighbours(Keys.key(vertex, pid, direction));
                for (int j = 0; j < others.size(); j++) {
                    long other = others.get(j);
                    add(run, triples, vertex, predicate, other, direction);
                    if (run.terms().kind(other) == TermKind.BLANK_NODE && seen.add(other)) {
                        open.addLong(other);
                    }
                }
            }
        }
    }

    private void add(
            Execution run,
            BindingTable triples,
            long vertex,
            long predicate,
            long other,
            int direction) {
        run.work();
        long before = triples.bytes();
        int row = triples.appendUnbound();
        triples.set(to[0], row, direction == Keys.OUT ? vertex : other);
        triples.set(to[1], row, predicate);
        triples.set(to[2], row, direction == Keys.OUT ? other : vertex);
        run.takeBytes(triples.bytes() - before);
        run.checkRows(triples.size());
    }

    @Override
    public String kind() {
        return "describe";
    }

    @Override
    public String describe(PlanNames names) {
        return names.variables(terms);
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
