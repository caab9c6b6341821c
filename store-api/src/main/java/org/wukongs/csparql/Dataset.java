package org.wukongs.csparql;

import java.util.List;

/** A query's dataset clauses with their names looked up. */
record Dataset(List<QueryWindow> windows, List<QueryGraph> graphs) {

    List<QueryWindow> windowsOf(String stream) {
        return windows.stream().filter(window -> window.stream().equals(stream)).toList();
    }

    long smallestStepMs() {
        return windows.stream().mapToLong(QueryWindow::stepMs).min().orElse(0);
    }
}
