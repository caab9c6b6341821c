package org.wukongs.store.update;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.ExecutionTerms;

/**
 * Learns from other nodes what a template needs of the terms of solutions, for many solutions
 * together. On a node of its own it does nothing. Used by one thread, for ascending solutions.
 */
final class SolutionsAhead {

    /** Solutions whose terms are asked for together. */
    private static final int ROWS = 4096;

    private final Solutions solutions;
    private final TermDictionary dictionary;
    private final int[] columns; // of the template's variables
    private final Long2LongHashMap learned; // vids of computed terms; null if none are to be
    private int readTo;

    SolutionsAhead(
            EncodedQuads quads,
            Solutions solutions,
            TermDictionary dictionary,
            Long2LongHashMap learned) {
        this.solutions = solutions;
        this.dictionary = dictionary;
        this.learned = learned;
        this.columns = dictionary.isPartitioned() ? columns(quads, solutions.table()) : new int[0];
        this.readTo = columns.length == 0 ? Integer.MAX_VALUE : 0;
    }

    private static int[] columns(EncodedQuads quads, BindingTable table) {
        IntHashSet columns = new IntHashSet();
        for (int quad = 0; quad < quads.size(); quad++) {
            add(quads.subjects()[quad], columns);
            add(quads.predicates()[quad], columns);
            add(quads.objects()[quad], columns);
        }
        return columns.stream()
                .mapToInt(column -> column)
                .filter(column -> table.column(column) != null)
                .sorted()
                .toArray();
    }

    private static void add(long place, IntHashSet columns) {
        if (EncodedQuads.isVariable(place)) {
            columns.add(EncodedQuads.column(place));
        }
    }

    /** Called before the quads of a solution are made. */
    void at(int row) {
        if (row < readTo) {
            return;
        }
        int from = row;
        readTo = Math.min(solutions.size(), from + ROWS);
        long[] ids = new long[columns.length * (readTo - from)];
        int size = 0;
        for (int column : columns) {
            System.arraycopy(solutions.table().column(column), from, ids, size, readTo - from);
            size += readTo - from;
        }
        if (learned != null) {
            learn(ids);
        }
        dictionary.readValues(ids, size);
    }

    /** Gives ids to computed terms. */
    private void learn(long[] ids) {
        LongHashSet computed = new LongHashSet();
        for (long id : ids) {
            if (ExecutionTerms.isLocal(id) && !learned.containsKey(id)) {
                computed.add(id);
            }
        }
        long[] some = computed.stream().mapToLong(id -> id).toArray();
        List<String> texts = new ArrayList<>();
        Arrays.stream(some).forEach(id -> texts.add(solutions.terms().string(id)));
        long[] vids = texts.isEmpty() ? some : dictionary.vertexIds(texts);
        for (int i = 0; i < some.length; i++) {
            learned.put(some[i], vids[i]);
        }
    }
}
