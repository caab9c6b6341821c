package org.wukongs.flink.sink;

import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.stream.Tuple;

/** Elements as tuples that a store takes. Owned by the subtask's thread. */
final class ElementTuples<T> {

    private final SerializableFunction<T, Tuple> converter;
    private final TupleCheck check = new TupleCheck();

    ElementTuples(SerializableFunction<T, Tuple> converter) {
        this.converter = converter;
    }

    /**
     * Throws a {@link BadTupleException} where there is none: the converter says so, or returned
     * null, or a tuple that no store takes. What else it throws is a fault of its own.
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
