package org.wukongs.store.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.checkpoint.SharedFiles.GraphsPart;
import org.wukongs.store.graph.SubjectCursor;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * Writes the stored triples of a cut: in the order of graphs' names and subjects, cut into files of
 * about {@link DirtyRuns#FILE_BYTES}, each of which begins at a subject. A file between whose
 * bounds nothing has changed is that of the checkpoint before.
 */
final class GraphParts {

    /** Words per record: 8 bytes each. */
    private static final int RECORD_WORDS = 1 << 13;

    /** The highest bit of a word that is a subject; the others are predicate and object. */
    static final long SUBJECT = Long.MIN_VALUE;

    private final StoreCut cut;
    private final NavigableSet<String> names;
    private final PartFiles files;
    private final List<GraphsPart> before;
    private final List<GraphsPart> parts = new ArrayList<>();
    private final long[] words = new long[RECORD_WORDS];
    private int size;
    private long subject; // of the next words
    private int created;
    private RecordWriter out; // null if no file is open
    private String fromGraph; // where the open file begins
    private long fromVid;
    private long[] objects = new long[16];

    private GraphParts(StoreCut cut, SharedFiles shared, PartFiles files) {
        this.cut = cut;
        this.names = new TreeSet<>(cut.graphs());
        this.files = files;
        this.before = shared.graphs();
    }

    /**
     * Writes what has changed since {@code shared} was written; RETRIABLE if it takes so long that
     * the memory of the cut's snapshot is needed.
     *
     * @return all parts, old and new
     */
    static List<GraphsPart> write(StoreCut cut, SharedFiles shared, PartFiles files) {
        GraphParts writer = new GraphParts(cut, shared, files);
        try {
            if (shared.graphs().isEmpty()) {
                writer.writeRun(0, 0);
            } else {
                boolean[] dirty = writer.dirty(shared.sn());
                DirtyRuns.forEach(
                        dirty, writer::writeRun, i -> writer.parts.add(writer.before.get(i)));
            }
        } finally {
            if (writer.out != null) {
                writer.out.close();
            }
        }
        cut.reader().checkSnapshot();
        return writer.parts;
    }

    private boolean[] dirty(long sn) {
        boolean[] dirty = new boolean[before.size()];
        long[] bytes = new long[dirty.length];
        for (int i = 0; i < dirty.length; i++) {
            boolean isLast = i + 1 == dirty.length;
            dirty[i] =
                    cut.stored()
                            .hasChangedSince(
                                    sn,
                                    i == 0 ? "" : before.get(i).graph(),
                                    i == 0 ? 0 : before.get(i).fromVid(),
                                    isLast ? null : before.get(i + 1).graph(),
                                    isLast ? 0 : before.get(i + 1).fromVid());
            bytes[i] = before.get(i).file().bytes();
        }
        DirtyRuns.extend(dirty, bytes);
        return dirty;
    }

    /** Writes the triples of parts {@code from} to {@code to - 1} anew. */
    private void writeRun(int from, int to) {
        GraphsPart first = from == 0 ? null : before.get(from);
        GraphsPart end = to == before.size() ? null : before.get(to);
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
        endFile();
    }

    private void writeGraph(String name, long begin, long end) {
        TripleView graph = cut.stored().graph(name);
        SubjectCursor subjects = cut.stored().subjects(name, begin);
        boolean named = false;
        for (long vid = subjects.next(); vid < end; vid = subjects.next()) {
            Neighbours pids = graph.neighbours(Keys.key(vid, Keys.PREDICATES, Keys.OUT));
            if (pids.size() == 0) {
                continue;
            }
            if (out != null && out.bytes() + (long) size * Long.BYTES >= DirtyRuns.FILE_BYTES) {
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
        if (out == null) {
            out = files.create(GraphsFile.NAME, created++);
            out.begin(RecordType.FROM).putString(fromGraph).putLong(fromVid);
            out.end();
        }
        out.begin(RecordType.GRAPH).putString(name);
        out.end();
    }

    private void write(TripleView graph, long vid, Neighbours pids) {
        subject = vid | SUBJECT;
        add(subject);
        for (int i = 0; i < pids.size(); i++) {
            long pid = pids.get(i);
            Neighbours to = graph.objects(vid, pid);
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
            out.begin(RecordType.TRIPLES).putLongs(Arrays.copyOf(words, size));
            out.end();
            size = 0;
        }
    }

    private void endFile() {
        flush();
        if (out != null) {
            RecordWriter done = out;
            parts.add(new GraphsPart(fromGraph, fromVid, done.sync()));
            out = null;
            done.close();
        }
    }
}
