package org.wukongs.store.query;

import java.util.List;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.streamindex.WindowIndex;

/**
 * What an execution reads of streams: made by the agent, complete and not changing any more, read
 * by a worker.
 *
 * @param windowEndMs t
 * @param windows the query's windows in their order
 * @param indexes by window
 */
record WindowInputs(long windowEndMs, List<QueryWindow> windows, WindowIndex[] indexes) {

    void addTo(GraphSet graphs) {
        for (int i = 0; i < indexes.length; i++) {
            QueryWindow window = windows.get(i);
            graphs.addWindow(indexes[i]);
            if (window.named()) {
                graphs.addNamed(window.iri(), indexes[i].triples());
            } else {
                graphs.add(window.iri(), indexes[i].triples());
                graphs.addToDefault(indexes[i].triples());
            }
        }
    }
}
