package org.wukongs.flink.sink;

import java.util.List;
import org.wukongs.stream.Tuple;

/**
 * Turns the tuples of elements, in their order, into changes of a graph. Owned by the subtask's
 * thread.
 */
interface Changes {

    /** Takes tuples with their event times. */
    @FunctionalInterface
    interface Target {
        void take(Tuple tuple);
    }

    /** Throws a {@link BadTupleException} for tuples that cannot be added. */
    default void check(List<Tuple> element) {}

    /** Takes the tuples of one element; the list is used again by the caller. */
    void add(List<Tuple> element) throws InterruptedException;

    /** Called before a batch may be closed; what waits for the next element may wait on. */
    void beforeClosing() throws InterruptedException;

    /** Hands on everything, at a barrier or at the end. */
    void release() throws InterruptedException;
}
