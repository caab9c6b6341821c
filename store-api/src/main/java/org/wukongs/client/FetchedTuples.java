package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.wukongs.stream.Tuple;

/**
 * The next tuples of a stream.
 *
 * @param position of the first tuple, counted from the stream's first one
 * @param tuples at consecutive positions; may be empty
 * @param stableMs event time up to which the stream is stable: {@code Long.MIN_VALUE} before its
 *     first closed batch, {@code Long.MAX_VALUE} after its end
 */
@Experimental
public record FetchedTuples(long position, List<Tuple> tuples, long stableMs) {

    public FetchedTuples {
        tuples = List.copyOf(tuples);
    }

    /** The position of the tuple after these. */
    public long nextPosition() {
        return position + tuples.size();
    }
}
