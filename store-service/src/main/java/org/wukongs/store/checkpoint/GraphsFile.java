package org.wukongs.store.checkpoint;

import org.wukongs.id.Vids;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.wire.WireReader;

/**
 * Reads the files with the stored triples into empty graphs, one after the other. The thread that
 * owns the graphs.
 */
final class GraphsFile {

    /** Kind of the files. */
    static final String NAME = "graphs";

    /**
     * Triples that are inserted together: about 220 MB, including the scratch memory of the insert.
     */
    private static final int INSERT_ROWS = 1 << 22;

    private final StoredGraphs stored;
    private final TripleBuffer triples = new TripleBuffer();
    private StoredGraph graph;
    private String fromGraph = "";
    private long fromVid;

    /** Begins a snapshot of the graphs, which {@link #end} publishes. */
    GraphsFile(StoredGraphs stored) {
        this.stored = stored;
        stored.memory().beginSnapshot();
    }

    /** Reads a file. */
    void read(RecordReader in) {
        for (RecordType type = in.next(); type != null; type = in.next()) {
            switch (type) {
                case FROM -> {
                    fromGraph = in.record().getString();
                    fromVid = in.record().getLong();
                }
                case GRAPH -> turnTo(in.record().getString());
                case EDGES -> appendEdges(in.record());
                case TRIPLES -> appendTriples(in.record());
                default -> throw in.unexpected(type);
            }
            if (triples.size() >= INSERT_ROWS) {
                insert();
            }
        }
    }

    /** Returns the graph that the file read last begins with, empty if it does not say. */
    String fromGraph() {
        return fromGraph;
    }

    /** Returns the subject that the file read last begins with. */
    long fromVid() {
        return fromVid;
    }

    private void turnTo(String name) {
        StoredGraph next = stored.graphFor(name);
        if (next != graph) {
            insert();
            graph = next;
        }
    }

    private void appendEdges(WireReader record) {
        int pid = record.getInt();
        long[] subjects = record.getLongs();
        long[] objects = record.getLongs();
        for (int i = 0; i < subjects.length; i++) {
            triples.append(subjects[i], pid, objects[i]);
        }
    }

    private void appendTriples(WireReader record) {
        long subject = 0;
        for (long word : record.getLongs()) {
            if (word < 0) {
                subject = word & ~GraphParts.SUBJECT;
            } else {
                triples.append(subject, word >>> Vids.BITS, word & ((1L << Vids.BITS) - 1));
            }
        }
    }

    private void insert() {
        if (triples.size() > 0) {
            graph.insert(triples);
            triples.clear();
        }
    }

    /** Inserts what is left, and publishes the snapshot. */
    void end() {
        insert();
        stored.memory().publishSnapshot();
    }
}
