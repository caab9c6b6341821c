package org.wukongs.store.node;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;

/**
 * The triples of loads and updates in records of a bounded size, before the record that says what
 * happened to them. The node's thread.
 */
final class RecordedTriples {

    /** Triples of a record: 24 bytes each. */
    private static final int RECORD_ROWS = 1 << 14;

    /** What one request may have in records: 400 MB wait for the disk. */
    private static final long ROW_COUNT_MAX = 1L << 24;

    /**
     * The characters of all names of graphs in one request, each with {@link #NAME_CHARS_MORE}:
     * their fates are one record.
     */
    private static final long NAME_CHARS_MAX = 1L << 24;

    /** At least what records have besides triples and names. */
    private static final int NAME_CHARS_MORE = 64;

    private final Map<String, TripleBuffer> added = new LinkedHashMap<>();
    private final Map<String, TripleBuffer> removed = new LinkedHashMap<>();

    /**
     * USER error if a request has more than the log takes beyond its room: see {@link
     * org.wukongs.store.log.LogWriter#append}.
     *
     * @param graphs one for each list of triples
     */
    static void checkSize(History history, long rowCount, Collection<String> graphs) {
        if (!history.isOn()) {
            return;
        }
        check("triples", rowCount, ROW_COUNT_MAX);
        long nameChars = 0;
        for (String graph : graphs) {
            nameChars += graph.length() + NAME_CHARS_MORE;
        }
        check("characters in names of graphs", nameChars, NAME_CHARS_MAX);
    }

    private static void check(String what, long count, long countMax) {
        if (count > countMax) {
            throw WukongsException.user(
                    "a store with a log takes no more "
                            + what
                            + " in one request: count="
                            + count
                            + " countMax="
                            + countMax);
        }
    }

    static void record(History history, String graph, boolean removal, TripleBuffer triples) {
        for (long from = 0; history.isOn() && from < triples.size(); from += RECORD_ROWS) {
            int count = (int) Math.min(RECORD_ROWS, triples.size() - from);
            long[] subjects = new long[count];
            long[] predicates = new long[count];
            long[] objects = new long[count];
            for (int i = 0; i < count; i++) {
                subjects[i] = triples.subject(from + i);
                predicates[i] = triples.pid(from + i);
                objects[i] = triples.object(from + i);
            }
            history.add(new NodeRecord.Triples(graph, removal, subjects, predicates, objects));
        }
    }

    /** Keeps triples from the log until {@link #take}. */
    void add(NodeRecord.Triples triples) {
        TripleBuffer buffer =
                (triples.removed() ? removed : added)
                        .computeIfAbsent(triples.graph(), graph -> new TripleBuffer());
        for (int i = 0; i < triples.subjects().length; i++) {
            buffer.append(triples.subjects()[i], triples.predicates()[i], triples.objects()[i]);
        }
    }

    TripleBuffer take(String graph, boolean removal) {
        TripleBuffer taken = (removal ? removed : added).remove(graph);
        return taken == null ? new TripleBuffer() : taken;
    }

    /** Forgets the triples of a request that the log has only in part. */
    void clear() {
        added.clear();
        removed.clear();
    }
}
