package org.wukongs.flink.source;

import java.util.Objects;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * One query's windows from one on.
 *
 * @param query registered name; also the split's id, as a query is read by one reader
 * @param storeIndex the store node, by position in the source's addresses, that the reader asks
 *     first
 * @param nextWindowEndMs end of the first window not emitted yet, {@link #FROM_FIRST} before the
 *     first
 */
@Internal
public record QuerySplit(String query, int storeIndex, long nextWindowEndMs)
        implements SourceSplit {

    /** From the first window that the store can still answer completely. */
    public static final long FROM_FIRST = Long.MIN_VALUE;

    public QuerySplit {
        Objects.requireNonNull(query, "query");
    }

    @Override
    public String splitId() {
        return query;
    }
}
