package org.wukongs.flink.sink;

import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Makes a dead letter of an element without a valid tuple.
 *
 * @param <T> element
 * @param <D> dead letter
 */
@PublicEvolving
@FunctionalInterface
public interface DeadLetterFunction<T, D> extends Serializable {

    D letter(T element, BadTupleException why);
}
