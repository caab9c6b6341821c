package org.wukongs.csparql;

import java.util.List;

/**
 * A query's dataset clauses with their names looked up.
 *
 * @param batchIntervalMs the smallest batch interval of the windows' streams, 0 without windows
 */
record Dataset(List<QueryWindow> windows, List<QueryGraph> graphs, long batchIntervalMs) {

    List<QueryWindow> windowsOf(String stream) {
        return windows.stream().filter(window -> window.stream().equals(stream)).toList();
    }

    /** The smallest step of the windows of time; the streams' batch interval if there are none. */
    long smallestStepMs() {
        return windows.stream()
                .filter(window -> !window.byCount())
                .mapToLong(QueryWindow::stepMs)
                .min()
                .orElse(batchIntervalMs);
    }
}
