package org.wukongs.store.algebra;

import java.util.List;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermKind;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.view.Expansion;
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
        LongArrayList starts = new LongArrayList();
        for (int column : terms) {
            for (int row = 0; row < table.size(); row++) {
                run.work();
                long id = table.get(column, row);
                if (id != ExecutionTerms.UNBOUND
                        && !ExecutionTerms.isLocal(id)
                        && described.add(id)) {
                    starts.addLong(id);
                }
            }
        }
        BindingTable triples = run.noRows();
        describe(run, starts, Keys.OUT, triples);
        describe(run, starts, Keys.IN, triples);
        return triples;
    }

    /** Goes from the terms to blank nodes level by level, each as two steps over columns. */
    private void describe(
            Execution run, LongArrayList starts, int direction, BindingTable triples) {
        TripleView view = run.view(slot);
        LongHashSet seen = new LongHashSet();
        starts.forEachLong(seen::add);
        Expansion pids = new Expansion();
        Expansion found = new Expansion();
        pids.countGrowth(run::takeBytes);
        found.countGrowth(run::takeBytes);
        long[] level = starts.toLongArray();
        while (level.length > 0) {
            pids.clear();
            view.expand(level, level.length, Keys.PREDICATES, direction, pids);
            long[] keys = new long[pids.size()];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = Keys.key(level[pids.rows()[i]], pids.ids()[i], direction);
            }
            found.clear();
            view.expandKeys(keys, keys.length, found);
            run.dictionary().readValues(found.ids(), found.size());
            LongArrayList blank = new LongArrayList();
            for (int i = 0; i < found.size(); i++) {
                long key = keys[found.rows()[i]];
                long other = found.ids()[i];
                long predicate = run.dictionary().vertexOfPredicate(Keys.pid(key));
                add(run, triples, Keys.vid(key), predicate, other, direction);
                if (run.terms().kind(other) == TermKind.BLANK_NODE && seen.add(other)) {
                    blank.addLong(other);
                }
            }
            level = blank.toLongArray();
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
