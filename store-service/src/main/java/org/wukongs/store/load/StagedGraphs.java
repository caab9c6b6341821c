package org.wukongs.store.load;

import java.util.HashMap;
import java.util.Map;
import org.wukongs.store.graph.TripleBuffer;

/** The triples that one thread has encoded, by graph. */
final class StagedGraphs {

    private final Map<String, TripleBuffer> buffers = new HashMap<>();
    private String lastGraph;
    private TripleBuffer lastBuffer;

    /** Returns the buffer of a graph; neighbouring statements mostly have the same one. */
    TripleBuffer buffer(String graph) {
        if (!graph.equals(lastGraph)) {
            lastBuffer = buffers.computeIfAbsent(graph, name -> new TripleBuffer());
            lastGraph = graph;
        }
        return lastBuffer;
    }

    Map<String, TripleBuffer> buffers() {
        return buffers;
    }
}
