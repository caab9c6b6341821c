package org.wukongs.store.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.checkpoint.SharedFiles.GraphsPart;
import org.wukongs.store.graph.StoredSnapshot.Place;
import org.wukongs.store.graph.SubjectCursor;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * Writes the stored triples of a cut: in the order of graphs' names and subjects. Each file begins
 * at a subject. A node of a cluster has the OUT halves of triples there; their IN halves it writes
 * in the order of graphs' names and objects, with subjects in the place of objects.
 */
final class GraphParts extends PartsWriter<GraphsPart> {

    /** Words per record: 8 bytes each. */
    private static final int RECORD_WORDS = 1 << 13;

    /** The highest bit of a word that is a subject; the others are predicate and object. */
    static final long SUBJECT = Long.MIN_VALUE;

    private final StoreCut cut;
    private final int direction;
    private final NavigableSet<String> names;
    private final long sn; // of the checkpoint before
    private final long[] words = new long[RECORD_WORDS];
    private int size;
    private long subject; // of the next words
    private String fromGraph; // where the open file begins
    private long fromVid;
    private long[] objects = new long[16];

    private GraphParts(StoreCut cut, int direction, SharedFiles shared, PartFiles files) {
        super(
                direction == Keys.OUT ? GraphsFile.NAME : GraphsFile.HALVES,
                files,
                direction == Keys.OUT ? shared.graphs() : shared.halves());
        this.cut = cut;
        this.direction = direction;
        this.names = new TreeSet<>(cut.graphs());
        this.sn = shared.sn();
    }

    /**
     * Writes what has changed since {@code shared} was written; RETRIABLE if it takes so long that
     * the memory of the cut's snapshot is needed.
     *
     * @param direction OUT for triples by subject, IN for halves by object
     * @return all parts, old and new
     */
    static List<GraphsPart> write(
            StoreCut cut, int direction, SharedFiles shared, PartFiles files) {
        List<GraphsPart> parts = new GraphParts(cut, direction, shared, files).write();
        cut.reader().checkSnapshot();
        return parts;
    }

    @Override
    boolean hasChanged(int part) {
        Place from = part == 0 ? new Place("", 0) : place(before(part));
        return cut.stored().hasChangedSince(sn, direction, from, place(before(part + 1)));
    }

    private static Place place(GraphsPart part) {
        return part == null ? null : new Place(part.graph(), part.fromVid());
    }

    @Override
    void writeRun(int from, int to) {
        GraphsPart first = from == 0 ? null : before(from);
        GraphsPart end = before(to);
        fromGraph = first == null ? "" : first.graph();
        fromVid = first == null ? 0 : first.fromVid();
        for (String name : first == null ? names : names.tailSet(first.graph(), true)) {
            long begin = first != null && name.equals(first.graph()) ? first.fromVid() : 0;
            if (end != null && !end.isAfter(name, begin)) {
                break;
            }
            boolean endsHere = end != null && name.equals(end.graph());
            writeGraph(name, begin, endsHere ? end.fromVid() : 1L << Vids.BITS);
        }
        endFile(); // writeGraph has flushed
    }

    private void writeGraph(String name, long begin, long end) {
        TripleView graph = cut.stored().graph(name);
        SubjectCursor vertices = cut.stored().vertices(name, direction, begin);
        boolean named = false;
        for (long vid = vertices.next(); vid < end; vid = vertices.next()) {
            Neighbours pids = graph.neighbours(Keys.key(vid, Keys.PREDICATES, direction));
            if (pids.size() == 0) {
                continue;
            }
            if (isFull((long) size * Long.BYTES)) {
                flush();
                endFile();
                fromGraph = name;
                fromVid = vid;
                named = false;
            }
            if (!named) {
                beginGraph(name);
                named = true;
            }
            write(graph, vid, pids);
        }
        flush();
    }

    private void beginGraph(String name) {
        if (out() == null) {
            beginFile(fromGraph, fromVid);
        }
        out().begin(RecordType.GRAPH).putString(name);
        out().end();
    }

    private void write(TripleView graph, long vid, Neighbours pids) {
        subject = vid | SUBJECT;
        add(subject);
        for (int i = 0; i < pids.size(); i++) {
            long pid = pids.get(i);
            Neighbours to = graph.neighbours(Keys.key(vid, pid, direction));
            int count = to.size();
            if (count > objects.length) {
                objects = new long[Math.max(count, 2 * objects.length)];
            }
            to.copyTo(0, count, objects, 0);
            Arrays.sort(objects, 0, count);
            for (int j = 0; j < count; j++) {
                add(pid << Vids.BITS | objects[j]);
            }
        }
    }

    private void add(long word) {
        if (size == RECORD_WORDS) {
            flush();
            if (word >= 0) {
                words[size++] = subject;
            }
        }
        words[size++] = word;
    }

    private void flush() {
        if (size > 0) {
            cut.reader().checkSnapshot();
            out().begin(RecordType.TRIPLES).putLongs(Arrays.copyOf(words, size));
            out().end();
            size = 0;
        }
    }

    @Override
    GraphsPart partOf(FileEntry file) {
        return new GraphsPart(fromGraph, fromVid, file);
    }
}
