package org.wukongs.flink.sink;

import java.io.Serializable;
import java.util.function.Consumer;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.stream.Tuple;

/**
 * Converts an element to any number of tuples. Either all of an element's tuples are written or, if
 * the function throws or one of them is not valid, none.
 *
 * @param <T> element
 */
@PublicEvolving
@FunctionalInterface
public interface TupleFunction<T> extends Serializable {

    /**
     * Hands the element's tuples to {@code out}. Throws a {@link BadTupleException} or another USER
     * error for a bad element.
     */
    void tuples(T element, Consumer<Tuple> out);
}
