package org.wukongs.flink.sink;

import java.io.Serializable;

/**
 * How a subtask writes.
 *
 * @param tuplesBufferedMax tuples of open batches held back
 * @param idleTimeoutMs without input for so long a subtask says that it is idle, 0 for never
 * @param onError what becomes of an element that gives no tuple
 */
record WriterOptions(int tuplesBufferedMax, long idleTimeoutMs, OnError onError)
        implements Serializable {}
