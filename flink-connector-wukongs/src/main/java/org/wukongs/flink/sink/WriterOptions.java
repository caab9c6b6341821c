package org.wukongs.flink.sink;

import java.io.Serializable;

/**
 * Options of the writer of a subtask.
 *
 * @param tuplesBufferedMax how many tuples of open batches are buffered at most
 * @param idleTimeoutMs a subtask without input for so long marks itself idle; 0 for never
 * @param onError what becomes of an element without a valid tuple
 * @param times which event times tuples get
 * @param upserts whether a tuple replaces what its subject has for its predicate
 */
record WriterOptions(
        int tuplesBufferedMax,
        long idleTimeoutMs,
        OnError onError,
        TupleTimes times,
        boolean upserts)
        implements Serializable {}
