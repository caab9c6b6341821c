package org.wukongs.store.checkpoint;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.checkpoint.SharedFiles.Part;

/**
 * Writes what a checkpoint has of one kind, in order, cut into parts, each in a file. A part
 * between whose bounds nothing has changed is that of the checkpoint before. Used by one thread.
 *
 * @param <P> a part
 */
abstract class PartsWriter<P extends Part> {

    /** About how long a file becomes: a change costs as much, and each file costs a sync. */
    private static final long FILE_BYTES = 1 << 24;

    /** A shorter file is written again together with a neighbour, so that files do not crumble. */
    private static final long SMALL_BYTES = FILE_BYTES / 4;

    private final String kind;
    private final PartFiles files;
    private final List<P> before;
    private final List<P> parts = new ArrayList<>();
    private int created;
    private RecordWriter out; // null if no file is open

    /**
     * @param kind of the files
     * @param before the parts of the checkpoint before
     */
    PartsWriter(String kind, PartFiles files, List<P> before) {
        this.kind = kind;
        this.files = files;
        this.before = before;
    }

    /** Returns whether a part of the checkpoint before may have changed. */
    abstract boolean hasChanged(int part);

    /**
     * Writes what lies within parts {@code from} to {@code to - 1} of the checkpoint before;
     * everything if it has none. It ends the last file.
     */
    abstract void writeRun(int from, int to);

    /** Returns the part that the open file has become. */
    abstract P partOf(FileEntry file);

    /** Returns a part of the checkpoint before, null after its last one. */
    final P before(int part) {
        return part == before.size() ? null : before.get(part);
    }

    /** Writes what has changed; returns all parts, old and new. */
    final List<P> write() {
        try {
            if (before.isEmpty()) {
                writeRun(0, 0);
            } else {
                write(dirty());
            }
        } finally {
            if (out != null) {
                out.close();
            }
        }
        return parts;
    }

    /** Returns which parts are to be written again: changed ones, and small ones beside these. */
    private boolean[] dirty() {
        boolean[] changed = new boolean[before.size()];
        for (int i = 0; i < changed.length; i++) {
            changed[i] = hasChanged(i);
        }
        boolean[] dirty = changed.clone();
        for (int i = 0; i < dirty.length; i++) {
            boolean beside = (i > 0 && dirty[i - 1]) || (i + 1 < dirty.length && changed[i + 1]);
            dirty[i] |= beside && before.get(i).file().bytes() < SMALL_BYTES;
        }
        return dirty;
    }

    private void write(boolean[] dirty) {
        int from = 0;
        while (from < dirty.length) {
            int to = from;
            while (to < dirty.length && dirty[to]) {
                to++;
            }
            if (to > from) {
                writeRun(from, to);
                from = to;
            } else {
                parts.add(before.get(from++));
            }
        }
    }

    // Files

    /** Returns the open file, null if there is none. */
    final RecordWriter out() {
        return out;
    }

    /** Returns whether a file is open that is long enough, with bytes that are to come. */
    final boolean isFull(long moreBytes) {
        return out != null && out.bytes() + moreBytes >= FILE_BYTES;
    }

    /** Opens a file, which says where it begins. */
    final void beginFile(String graph, long vid) {
        out = files.create(kind, created++);
        out.begin(RecordType.FROM).putString(graph).putLong(vid);
        out.end();
    }

    /** Ends the open file, if there is one. */
    final void endFile() {
        if (out != null) {
            RecordWriter done = out;
            parts.add(partOf(done.sync()));
            out = null;
            done.close();
        }
    }
}
