package org.wukongs.csparql;

/**
 * A window of a query on a stream.
 *
 * <p>A window of time is [t−rangeMs, t). A window by count, {@code [TRIPLES n]}, is a block of n
 * tuples: block k holds the tuples at positions [kn, (k+1)n) of the stream in order of event time,
 * where equal triples count each time they come; it is complete with its last tuple. If it is the
 * query's only window, the query executes once for each block, at the first window end t after the
 * block's last tuple. Otherwise it shows the newest block that is complete before t, and nothing
 * before the first one is complete.
 *
 * @param iri how the query's {@code GRAPH} patterns name it in {@link CsparqlQuery#sparql()}: the
 *     stream's IRI, or the window's IRI if RSP-QL's {@code WINDOW w ON stream} gives one. Of two
 *     windows with one IRI, {@code GRAPH} addresses the named one; the other is in the default
 *     graph only
 * @param stream the registered name of the stream
 * @param rangeMs ρ in ms, positive; 0 for a window by count
 * @param stepMs σ in ms, positive; for TUMBLING equal to the range; 0 for a window by count
 * @param tripleCount n; 0 for a window of time
 * @param named true for {@code FROM NAMED}: not part of the default graph
 */
public record QueryWindow(
        String iri, String stream, long rangeMs, long stepMs, long tripleCount, boolean named) {

    /** Below a billion triples: more than any store keeps of a stream. */
    static final int TRIPLE_COUNT_DIGITS_MAX = 9;

    /** A window of time. */
    public QueryWindow(String iri, String stream, long rangeMs, long stepMs, boolean named) {
        this(iri, stream, rangeMs, stepMs, 0, named);
    }

    public boolean byCount() {
        return tripleCount > 0;
    }
}
