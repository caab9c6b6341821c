package org.wukongs.store.copy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.SortedMap;
import org.apache.commons.io.input.BoundedInputStream;
import org.wukongs.store.checkpoint.DataFile;
import org.wukongs.store.checkpoint.DataRestore;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.copy.CopyManifest.Entry;

/** Reads a copy and fills a data directory with it. Used by one thread. */
final class CopyReader {

    /**
     * A store that goes on to copy deletes what a reader still needs every some seconds at most.
     */
    private static final int ATTEMPTS = 5;

    private CopyReader() {}

    /** Returns the newest manifest of a place, null if there is none. */
    static CopyManifest newest(Place place) throws IOException {
        NoSuchFileException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            SortedMap<String, Long> names = place.list(ObjectNames.MANIFESTS);
            names.keySet().removeIf(name -> !ObjectNames.isManifest(name));
            if (names.isEmpty()) {
                return null;
            }
            try {
                return CopyManifest.read(place, names.lastKey());
            } catch (NoSuchFileException e) {
                last = e; // a newer one is there by now
            }
        }
        throw last;
    }

    /**
     * Fills an empty data directory with the newest copy of a place.
     *
     * @return what was read, null if the place has no copy; then nothing has changed
     */
    static CopyManifest restore(Place place, Path directory, ReadProgress progress)
            throws IOException {
        CopyManifest manifest = newest(place);
        for (int i = 0; manifest != null; i++) {
            try {
                restore(place, manifest, directory, progress);
                return manifest;
            } catch (NoSuchFileException e) {
                CopyManifest read = manifest;
                manifest = newest(place);
                boolean isGone = manifest == null || manifest.name().equals(read.name());
                if (isGone || i + 1 == ATTEMPTS) {
                    throw e;
                }
            }
        }
        return null;
    }

    private static void restore(
            Place place, CopyManifest manifest, Path directory, ReadProgress progress)
            throws IOException {
        progress.begin("the copy at " + place.describe(""), manifest.bytes());
        long bytes = 0;
        try (DataRestore restore = DataRestore.begin(directory)) {
            for (Entry entry : manifest.files()) {
                long done = bytes;
                DataFile file = new DataFile(entry.path(), entry.bytes(), entry.crc());
                try (InputStream in = new PartsInputStream(place, entry)) {
                    restore.add(file, in, count -> progress.read(done + count));
                }
                bytes += entry.bytes();
            }
            restore.finish(manifest.log());
        }
    }

    /** The parts of a file, one after the other; no more of any than it should have. */
    private static final class PartsInputStream extends InputStream {

        private final Place place;
        private final Entry entry;
        private final Iterator<String> names;
        private int part;
        private BoundedInputStream in; // null between two parts
        private String name;

        PartsInputStream(Place place, Entry entry) {
            this.place = place;
            this.entry = entry;
            this.names = entry.parts().iterator();
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("it is read in blocks");
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            while (in != null || names.hasNext()) {
                if (in == null) {
                    open();
                }
                int read = in.read(into, from, count);
                if (read >= 0) {
                    return read;
                }
                endPart();
            }
            return -1;
        }

        private void open() throws IOException {
            name = names.next();
            in =
                    BoundedInputStream.builder()
                            .setInputStream(place.get(name))
                            .setMaxCount(ObjectNames.partBytes(entry.bytes(), part))
                            .get();
        }

        private void endPart() throws IOException {
            long expected = ObjectNames.partBytes(entry.bytes(), part++);
            long found = in.getCount();
            close();
            if (found != expected) {
                throw new IOException(
                        "an object is too short: object="
                                + place.describe(name)
                                + " expectedBytes="
                                + expected
                                + " foundBytes="
                                + found);
            }
        }

        @Override
        public void close() throws IOException {
            BoundedInputStream closed = in;
            in = null;
            if (closed != null) {
                closed.close();
            }
        }
    }
}
