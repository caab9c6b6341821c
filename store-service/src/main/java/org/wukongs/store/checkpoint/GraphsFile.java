package org.wukongs.store.checkpoint;

import org.wukongs.id.Vids;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.wire.WireReader;

/**
 * Reads the files with the stored triples into empty graphs, one after the other. The thread that
 * owns the graphs.
 */
final class GraphsFile {

    /** Kind of the files, in a cluster of those with OUT halves. */
    static final String NAME = "graphs";

    /** Kind of the files with IN halves, of a node of a cluster. */
    static final String HALVES = "halves";

    /** 52 bytes each with the scratch memory of an insert, 20 of them in the heap. */
    private static final int INSERT_ROWS_MAX = 1 << 24;

    private static final int INSERT_ROWS_MIN = 1 << 18;
    private static final int ROW_HEAP_BYTES = 20;

    /** Of the heap, for the triples that are inserted together. */
    private static final int HEAP_SHARE = 16;

    /**
     * Triples that are inserted together: the fewer inserts, the seldomer the records of objects
     * are written again.
     */
    private final long insertRows =
            Math.max(
                    INSERT_ROWS_MIN,
                    Math.min(
                            INSERT_ROWS_MAX,
                            Runtime.getRuntime().maxMemory() / HEAP_SHARE / ROW_HEAP_BYTES));

    private final StoredGraphs stored;
    private final boolean ofCluster;
    private final TripleBuffer triples = new TripleBuffer(); // in a cluster OUT halves
    private final TripleBuffer inHalves = new TripleBuffer();
    private StoredGraph graph;
    private String fromGraph = "";
    private long fromVid;

    /** Begins a snapshot of a node of its own, which {@link #end} publishes. */
    GraphsFile(StoredGraphs stored) {
        this.stored = stored;
        this.ofCluster = false;
        stored.memory().beginSnapshot();
    }

    /** As above, of a node of a cluster: the snapshot has the number that it has at all nodes. */
    GraphsFile(StoredGraphs stored, long sn) {
        this.stored = stored;
        this.ofCluster = true;
        if (sn > 0) {
            stored.memory().beginSnapshot(sn);
        }
    }

    /** Reads a file of a kind. */
    void read(String kind, RecordReader in) {
        boolean isIn = kind.equals(HALVES);
        for (RecordType type = in.next(); type != null; type = in.next()) {
            switch (type) {
                case FROM -> {
                    fromGraph = in.record().getString();
                    fromVid = in.record().getLong();
                }
                case GRAPH -> turnTo(in.record().getString());
                case EDGES -> appendEdges(in.record());
                case TRIPLES -> {
                    if (isIn) {
                        appendHalves(in.record());
                    } else {
                        appendTriples(in.record());
                    }
                }
                default -> throw in.unexpected(type);
            }
            if (triples.size() + inHalves.size() >= insertRows) {
                insert();
            }
        }
    }

    /** Returns the graph that the file read last begins with, empty if it does not say. */
    String fromGraph() {
        return fromGraph;
    }

    /** Returns the vertex that the file read last begins with. */
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

    private void appendHalves(WireReader record) {
        long object = 0;
        for (long word : record.getLongs()) {
            if (word < 0) {
                object = word & ~GraphParts.SUBJECT;
            } else {
                inHalves.append(word & ((1L << Vids.BITS) - 1), word >>> Vids.BITS, object);
            }
        }
    }

    private void insert() {
        if (triples.size() + inHalves.size() == 0) {
            return;
        }
        if (ofCluster) {
            graph.insert(new TripleHalves(triples, inHalves));
            inHalves.clear();
        } else {
            graph.insert(triples);
        }
        triples.clear();
    }

    /** Inserts what is left, and publishes the snapshot. */
    void end() {
        insert();
        if (stored.memory().isWritingSnapshot()) {
            stored.memory().publishRestored();
        }
    }
}
