package org.wukongs.store.continuous;

import java.util.List;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.stream.WindowView;

/**
 * The windows that an execution reads. The agent makes them; they are complete and no longer
 * change; a worker reads them.
 *
 * @param windowEndMs t
 * @param number of the execution within the query: t, or the block's number for windows by count
 * @param windows the query's windows in their order
 * @param views one for each window
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
