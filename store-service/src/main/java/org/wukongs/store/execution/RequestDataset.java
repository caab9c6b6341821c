package org.wukongs.store.execution;

import java.util.List;

/**
 * The RDF dataset that a request names in addition to its query, as IRIs.
 *
 * @param defaultGraphs stored graphs whose union is the default graph
 * @param namedGraphs stored graphs that GRAPH finds
 */
public record RequestDataset(List<String> defaultGraphs, List<String> namedGraphs) {

    /** The request names no dataset; the query's own dataset is used. */
    public static final RequestDataset NONE = new RequestDataset(List.of(), List.of());

    public RequestDataset {
        defaultGraphs = List.copyOf(defaultGraphs);
        namedGraphs = List.copyOf(namedGraphs);
    }

    public boolean isEmpty() {
        return defaultGraphs.isEmpty() && namedGraphs.isEmpty();
    }
}
