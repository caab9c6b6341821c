package org.wukongs.flink.sink;

import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.stream.Tuple;

/** Converts elements to valid tuples. Owned by the subtask's thread. */
final class ElementTuples<T> {

    private final SerializableFunction<T, Tuple> converter;
    private final TupleCheck check = new TupleCheck();

    ElementTuples(SerializableFunction<T, Tuple> converter) {
        this.converter = converter;
    }

    /**
     * Throws a {@link BadTupleException} if the converter throws a USER error, or returns null or a
     * tuple that no store takes. Other exceptions are faults of the converter.
     */
    Tuple of(T element) {
        Tuple tuple;
        try {
            tuple = converter.apply(element);
        } catch (BadTupleException e) {
            throw e;
        } catch (WukongsException e) {
            if (e.category() != Category.USER) {
                throw e;
            }
            throw new BadTupleException("element", element, e.getMessage());
        }
        if (tuple == null) {
            throw new BadTupleException(
                    "element", element, "the element converter returned no tuple");
        }
        return check.checked(tuple);
    }
}
