package org.wukongs.store.checkpoint;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.WireReader;

/** The file with the stored graphs, as triples by predicate. */
final class GraphsFile {

    static final String NAME = "graphs";

    /** Triples per record: 16 bytes each. */
    private static final int RECORD_ROWS = 1 << 13;

    /**
     * Triples that are inserted together: about 220 MB, including the scratch memory of the insert.
     */
    private static final int INSERT_ROWS = 1 << 22;

    private final StoreCut cut;
    private final RecordWriter out;
    private final long[] subjects = new long[RECORD_ROWS];
    private final long[] objects = new long[RECORD_ROWS];
    private int size;

    private GraphsFile(StoreCut cut, RecordWriter out) {
        this.cut = cut;
        this.out = out;
    }

    /**
     * Writes the graphs of a cut; RETRIABLE if it takes so long that the memory of the cut's
     * snapshot is needed.
     */
    static void write(StoreCut cut, RecordWriter out) {
        GraphsFile file = new GraphsFile(cut, out);
        for (String name : cut.graphs()) {
            out.begin(RecordType.GRAPH).putString(name);
            out.end();
            file.write(cut.stored().graph(name));
        }
        cut.reader().checkSnapshot();
    }

    private void write(TripleView graph) {
        Neighbours pids = graph.neighbours(Keys.key(0, Keys.PREDICATES, Keys.OUT));
        for (int i = 0; i < pids.size(); i++) {
            long pid = pids.get(i);
            Neighbours from = graph.neighbours(Keys.key(0, pid, Keys.OUT));
            for (int j = 0; j < from.size(); j++) {
                write(graph, from.get(j), pid);
            }
            flush(pid);
        }
    }

    private void write(TripleView graph, long subject, long pid) {
        Neighbours to = graph.objects(subject, pid);
        for (int i = 0; i < to.size(); i++) {
            if (size == RECORD_ROWS) {
                flush(pid);
            }
            subjects[size] = subject;
            objects[size++] = to.get(i);
        }
    }

    private void flush(long pid) {
        cut.reader().checkSnapshot();
        out.begin(RecordType.EDGES)
                .putInt((int) pid)
                .putLongs(Arrays.copyOf(subjects, size))
                .putLongs(Arrays.copyOf(objects, size));
        out.end();
        size = 0;
    }

    /** Reads the triples into empty graphs, as one snapshot. */
    static void read(RecordReader in, StoredGraphs stored) {
        stored.memory().beginSnapshot();
        StoredGraph graph = null;
        TripleBuffer triples = new TripleBuffer();
        for (RecordType type = in.next(); type != null; type = in.next()) {
            if (type == RecordType.GRAPH) {
                insert(triples, graph);
                graph = stored.graphFor(in.record().getString());
            } else if (type == RecordType.EDGES) {
                append(in.record(), triples);
                if (triples.size() >= INSERT_ROWS) {
                    insert(triples, graph);
                }
            } else {
                throw in.unexpected(type);
            }
        }
        insert(triples, graph);
        stored.memory().publishSnapshot();
    }

    private static void append(WireReader record, TripleBuffer triples) {
        int pid = record.getInt();
        long[] subjects = record.getLongs();
        long[] objects = record.getLongs();
        for (int i = 0; i < subjects.length; i++) {
            triples.append(subjects[i], pid, objects[i]);
        }
    }

    private static void insert(TripleBuffer triples, StoredGraph graph) {
        if (triples.size() > 0) {
            graph.insert(triples);
            triples.clear();
        }
    }
}
