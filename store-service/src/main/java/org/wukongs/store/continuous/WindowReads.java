package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.stream.StreamIndex;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.WindowView;

/**
 * Determines the executions of a query and the windows that each reads, as intervals of positions
 * ({@link QueryWindow}). The agent's thread.
 */
final class WindowReads {

    private final QueryStreams streams;

    WindowReads(QueryStreams streams) {
        this.streams = streams;
    }

    /**
     * The first window end from {@code fromMs} on, a multiple of the step, with an execution up to
     * {@code readyMs}; {@code Long.MAX_VALUE} if there is none.
     */
    long nextEndMs(CsparqlQuery query, long fromMs, long readyMs) {
        if (fromMs > readyMs) {
            return Long.MAX_VALUE;
        }
        if (!query.byBlock()) {
            return fromMs;
        }
        QueryWindow window = query.windows().get(0);
        StreamIndex index = streams.state(window).index();
        long last = (blocksBefore(query, fromMs - query.stepMs()) + 1) * window.tripleCount() - 1;
        if (last >= index.positionAt(readyMs)) {
            return Long.MAX_VALUE;
        }
        long completeMs = streams.state(window).ring().eventTimeMs(last) + 1;
        return Math.max(fromMs, QueryStreams.ceiling(completeMs, query.stepMs()));
    }

    /** The executions at a window end, in order: one, or one for each block that ends there. */
    List<WindowInputs> at(CsparqlQuery query, long windowEndMs) {
        if (!query.byBlock()) {
            return List.of(byTime(query, windowEndMs));
        }
        List<WindowInputs> blocks = new ArrayList<>();
        long to = blocksBefore(query, windowEndMs);
        for (long block = blocksBefore(query, windowEndMs - query.stepMs()); block < to; block++) {
            blocks.add(block(query, block, windowEndMs));
        }
        return blocks;
    }

    /**
     * The newest windows of which all is kept: those that end at {@code readyMs} or up to a step
     * before or, if they have been read and dropped, the next ones as far as they are there.
     */
    WindowInputs newest(CsparqlQuery query, long readyMs) {
        long readyEndMs = Math.floorDiv(readyMs, query.stepMs()) * query.stepMs();
        long endMs = streams.isGone(query, readyEndMs) ? readyEndMs + query.stepMs() : readyEndMs;
        if (!query.byBlock()) {
            return byTime(query, endMs);
        }
        StreamRing ring = streams.state(query.windows().get(0)).ring();
        long count = query.windows().get(0).tripleCount();
        long next = blocksBefore(query, endMs);
        if (next == 0 || (next - 1) * count < ring.tail()) {
            return block(query, next, readyEndMs + query.stepMs());
        }
        long completeMs = ring.eventTimeMs(next * count - 1) + 1;
        return block(query, next - 1, QueryStreams.ceiling(completeMs, query.stepMs()));
    }

    /**
     * The inputs of the execution before one; null if there was none or the query does not compare.
     *
     * @param remembered the rows that may have been kept of it
     */
    WindowInputs before(CsparqlQuery query, RememberedRows<?> remembered, WindowInputs inputs) {
        if (!QueryStreams.comparesBefore(query)) {
            return null;
        }
        if (query.byBlock()) {
            long before = inputs.number() - 1;
            return before < 0 ? null : block(query, before, inputs.windowEndMs());
        }
        long windowEndMs = inputs.windowEndMs() - query.stepMs();
        // A reader may have asked for windows before the first tuple: stored graphs give rows too.
        boolean executed =
                windowEndMs > streams.firstTupleMs(query) || remembered.isOf(windowEndMs);
        return executed ? byTime(query, windowEndMs) : null;
    }

    /** How many blocks are complete before {@code timeMs}. */
    private long blocksBefore(CsparqlQuery query, long timeMs) {
        QueryWindow window = query.windows().get(0);
        return streams.state(window).index().positionAt(timeMs) / window.tripleCount();
    }

    private WindowInputs block(CsparqlQuery query, long block, long windowEndMs) {
        QueryWindow window = query.windows().get(0);
        WindowView view = block(window, block);
        return new WindowInputs(windowEndMs, block, new WindowView[] {view});
    }

    private WindowView block(QueryWindow window, long block) {
        long count = window.tripleCount();
        return kept(window, block * count, (block + 1) * count);
    }

    /** The window of the tuples [from, to), as far as they are there. */
    private WindowView kept(QueryWindow window, long from, long to) {
        StreamState state = streams.state(window);
        long first = Math.max(from, state.ring().tail());
        return state.index().range(first, Math.min(to, state.ring().end()));
    }

    private WindowInputs byTime(CsparqlQuery query, long windowEndMs) {
        List<QueryWindow> windows = query.windows();
        WindowView[] views = new WindowView[windows.size()];
        for (int i = 0; i < views.length; i++) {
            views[i] = view(windows.get(i), windowEndMs);
        }
        return new WindowInputs(windowEndMs, windowEndMs, views);
    }

    private WindowView view(QueryWindow window, long windowEndMs) {
        StreamIndex index = streams.state(window).index();
        if (!window.byCount()) {
            return index.window(windowEndMs - window.rangeMs(), windowEndMs);
        }
        long end = index.positionAt(windowEndMs);
        long blocks = end / window.tripleCount();
        return blocks == 0 ? index.range(end, end) : block(window, blocks - 1);
    }
}
