package org.wukongs.flink.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.stream.Tuple;

/** Converts elements to valid tuples. Owned by the subtask's thread. */
final class ElementTuples<T> implements Consumer<Tuple> {

    private final TupleFunction<T> converter;
    private final TupleCheck check = new TupleCheck();
    private final List<Tuple> tuples = new ArrayList<>();

    ElementTuples(TupleFunction<T> converter) {
        this.converter = converter;
    }

    /** A function for elements that are one tuple each; null is a bad element. */
    static <T> TupleFunction<T> one(SerializableFunction<T, Tuple> converter) {
        return (element, out) -> {
            Tuple tuple = converter.apply(element);
            if (tuple == null) {
                throw new BadTupleException(
                        "element", element, "the element converter returned no tuple");
            }
            out.accept(tuple);
        };
    }

    /**
     * The element's tuples, valid until the next call. Throws a {@link BadTupleException} if the
     * converter throws a USER error, or gives a tuple that no store takes. Other exceptions are
     * faults of the converter.
     */
    List<Tuple> of(T element) {
        tuples.clear();
        try {
            converter.tuples(element, this);
        } catch (BadTupleException e) {
            throw e;
        } catch (WukongsException e) {
            if (e.category() != Category.USER) {
                throw e;
            }
            throw new BadTupleException("element", element, e.getMessage());
        }
        return tuples;
    }

    /** Takes a tuple from the converter. */
    @Override
    public void accept(Tuple tuple) {
        tuples.add(check.checked(tuple));
    }
}
