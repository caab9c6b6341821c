package org.wukongs.client;

import java.time.Duration;
import org.apache.flink.annotation.Experimental;

/**
 * Watches the tuples of streams: it holds no writer back, and takes nothing from queries. Requests
 * are sent by the {@link StoreClient} that made this client.
 */
@Experimental
public interface TupleClient {

    /** A request gets at most this many tuples, whatever it asks for. */
    int TUPLE_COUNT_MAX = 1 << 14;

    /** Constant text of the USER error for a position whose tuple the store no longer has. */
    String TUPLES_GONE = "the stream's tuples are gone";

    /**
     * Returns the next tuples of a stream that queries see, too, in the order of their positions,
     * which is that of batches and, within a batch, of event times. From then on the store keeps
     * those after them for this client, until its ring is full, the client asks for another
     * stream's, or is closed.
     *
     * @param from the first request of a stream begins with its earliest tuple that is kept, the
     *     next one to come, or the first with an event time; all further ones with the one {@link
     *     ReaderStart#at} the position after the last
     * @param tuplesMax how many tuples at most; fewer come if their terms are long
     * @param wait how long to wait for a tuple
     * @throws org.wukongs.error.WukongsException USER with {@link #TUPLES_GONE} if the store no
     *     longer has the first tuple, or the stream was registered anew and has not come so far.
     *     USER if there is no such stream
     */
    FetchedTuples fetch(String stream, ReaderStart from, int tuplesMax, Duration wait);
}
