package org.wukongs.store.cluster;

import org.wukongs.error.WukongsException;

/** What a {@link StepRequest} reads. Its code is on the wire and is never given to another. */
enum ReadKind {
    /** Neighbours of each vertex under one predicate and direction. Column: vertices. */
    EXPAND(1, 1),
    /** Neighbours of each key. Column: keys. */
    EXPAND_KEYS(2, 1),
    /** Which triples are there. Columns: subjects, objects. */
    PROBE(3, 2),
    /** Which triples are there. Columns: subjects, pids, objects. */
    PROBE_KEYS(4, 3),
    /** Which vertices have one neighbour under a predicate and direction OUT. Column: vertices. */
    PROBE_CONSTANT(5, 1),
    /** Which vertices are neighbours, in direction OUT, of one vertex. Column: vertices. */
    PROBE_OF(6, 1),
    /** The length, and some ids, of each list. Column: keys. */
    LISTS(7, 1),
    /** The ids at places of one list. Column: places. */
    LIST_PLACES(8, 1),
    /** Triples, subjects and objects of a predicate, and all triples. */
    COUNTS(9, 0);

    private static final ReadKind[] KINDS = values();

    private final int code;
    private final int columnCount;

    ReadKind(int code, int columnCount) {
        this.code = code;
        this.columnCount = columnCount;
    }

    int code() {
        return code;
    }

    int columnCount() {
        return columnCount;
    }

    static ReadKind of(int code) {
        for (ReadKind kind : KINDS) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw WukongsException.user("no such step between nodes: kind=" + code);
    }
}
