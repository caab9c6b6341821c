package org.wukongs.store.continuous;

import java.util.List;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.stream.WindowView;

/**
 * What an execution reads of streams: made by the agent, complete and not changing any more, read
 * by a worker.
 *
 * @param windowEndMs t
 * @param number of the execution among the query's: t, or for windows by count that of the block
 * @param windows the query's windows in their order
 * @param views by window
 */
record WindowInputs(long windowEndMs, long number, List<QueryWindow> windows, WindowView[] views) {

    void addTo(GraphSet graphs) {
        for (int i = 0; i < views.length; i++) {
            QueryWindow window = windows.get(i);
            graphs.addWindow(views[i]);
            if (window.named()) {
                graphs.addNamed(window.iri(), views[i]);
            } else {
                graphs.add(window.iri(), views[i]);
                graphs.addToDefault(views[i]);
            }
        }
    }
}
