package org.wukongs.store.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.Long2LongHashMap;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TextBlock;
import org.wukongs.store.explore.BindingTable;

/**
 * The terms of the ids in rows that outlive their execution: those of the dictionary, and those
 * that the execution computed. Immutable; any thread.
 */
public final class RowTerms implements TermTexts {

    private static final String[] NONE = {};

    private final TermDictionary dictionary;
    private final String[] computed; // N-Triples, by local id

    private RowTerms(TermDictionary dictionary, String[] computed) {
        this.dictionary = dictionary;
        this.computed = computed;
    }

    /** Of ids that are all vids. */
    public static RowTerms of(TermDictionary dictionary) {
        return new RowTerms(dictionary, NONE);
    }

    @Override
    public String string(long id) {
        return ExecutionTerms.isLocal(id)
                ? computed[ExecutionTerms.localIndex(id)]
                : dictionary.vertex(id);
    }

    @Override
    public int texts(long[] ids, int from, int to, TextBlock into) {
        int end = hasComputed() ? ExecutionTerms.vidsTo(ids, from, to) : to;
        if (end > from) {
            return dictionary.texts(ids, from, end, into);
        }
        into.add(string(ids[from]));
        return 1;
    }

    @Override
    public int aheadCount() {
        return dictionary.isPartitioned() ? AHEAD_COUNT_REMOTE : AHEAD_COUNT;
    }

    @Override
    public void readAhead(long[] ids, int count) {
        dictionary.readAhead(ids, count);
    }

    /** Whether there are ids that are not vids. */
    public boolean hasComputed() {
        return computed.length > 0;
    }

    /** About what the computed terms take. */
    public long bytes() {
        return Arrays.stream(computed).mapToLong(SolutionRows::bytes).sum();
    }

    /**
     * Gives rows of several executions ids by which they can be compared: two ids are equal if and
     * only if their terms are. Requires that the executions have ended. One thread.
     */
    public static final class Collector {

        private final TermDictionary dictionary;
        private final Map<String, Long> ids = new HashMap<>();
        private final List<String> computed = new ArrayList<>();

        public Collector(TermDictionary dictionary) {
            this.dictionary = dictionary;
        }

        /**
         * The table with other ids for its local ones.
         *
         * @param texts the N-Triples strings of its local ids
         */
        public BindingTable collect(BindingTable table, LongFunction<String> texts) {
            Long2LongHashMap known = new Long2LongHashMap(BindingTable.UNBOUND);
            long[][] columns = new long[table.columnCount()][];
            for (int column = 0; column < columns.length; column++) {
                long[] ids = table.column(column);
                if (ids != null) {
                    columns[column] = Arrays.copyOf(ids, table.size());
                    replaceLocal(
                            columns[column],
                            id -> known.computeIfAbsent(id, i -> id(texts.apply(i))));
                }
            }
            return new BindingTable(columns, table.size());
        }

        private static void replaceLocal(long[] ids, LongUnaryOperator replacement) {
            for (int row = 0; row < ids.length; row++) {
                if (ExecutionTerms.isLocal(ids[row])) {
                    ids[row] = replacement.applyAsLong(ids[row]);
                }
            }
        }

        /** The dictionary may have learned the term since it was computed. */
        private long id(String term) {
            return ids.computeIfAbsent(
                    term,
                    t -> {
                        long vid = dictionary.findVertex(t);
                        if (vid != TermDictionary.UNKNOWN) {
                            return vid;
                        }
                        computed.add(t);
                        return ExecutionTerms.localId(computed.size() - 1);
                    });
        }

        /** The terms of all tables collected so far. */
        public RowTerms terms() {
            return new RowTerms(dictionary, computed.toArray(NONE));
        }
    }
}
