package org.wukongs.store.copy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.apache.commons.io.input.BoundedInputStream;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.DataFile;
import org.wukongs.store.checkpoint.DataSnapshot;
import org.wukongs.store.copy.CopyManifest.Entry;

/**
 * Brings snapshots of a data directory to a place, one after the other: first the files that are
 * not there, then a manifest, then it deletes what neither this manifest nor the one before names.
 * Used by one thread.
 */
final class CopyWriter {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Place place;
    private final Claim claim;
    private final LongConsumer putBytes;
    private final Map<String, Entry> known; // by path, which the place has
    private final Set<String> compared = new HashSet<>(); // paths of these that this one has read
    private CopyManifest newest; // null if there is none
    private CopyManifest before; // the newest, null if there is none
    private long number;
    private boolean isPruned; // the place has nothing that is not needed

    private CopyWriter(
            Place place,
            Claim claim,
            CopyManifest last,
            Map<String, Entry> known,
            LongConsumer put) {
        this.place = place;
        this.claim = claim;
        this.newest = last;
        this.known = known;
        this.putBytes = put;
    }

    /**
     * Makes a writer.
     *
     * @param last the newest manifest of the place, null for none: its files are used again
     * @param putBytes gets how many bytes were put, after each object
     */
    static CopyWriter of(Place place, Claim claim, CopyManifest last, LongConsumer putBytes)
            throws IOException {
        Map<String, Entry> known = last == null ? new HashMap<>() : last.byPath();
        if (last != null) {
            SortedMap<String, Long> objects = place.list(ObjectNames.DATA);
            known.values().removeIf(entry -> !isThere(entry, objects));
        }
        return new CopyWriter(place, claim, last, known, putBytes);
    }

    private static boolean isThere(Entry entry, Map<String, Long> objects) {
        List<String> parts = entry.parts();
        for (int part = 0; part < parts.size(); part++) {
            Long bytes = objects.get(parts.get(part));
            if (bytes == null || bytes != ObjectNames.partBytes(entry.bytes(), part)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Copies a snapshot. When this returns, the place has all of it.
     *
     * @param nowMs when it was taken
     * @throws IOException if the place or the disk fails; the next call goes on
     * @throws WukongsException FATAL if a file of the snapshot is damaged
     */
    CopyManifest copy(DataSnapshot snapshot, long nowMs) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (DataFile file : snapshot.files()) {
            entries.add(copied(snapshot, file));
        }
        CopyManifest manifest = new CopyManifest(claim, number + 1, nowMs, snapshot.log(), entries);
        byte[] text = manifest.text().getBytes(StandardCharsets.UTF_8);
        if (text.length > CopyManifest.BYTES_MAX) {
            throw WukongsException.user(
                    "the data directory has too many files to be copied: files=" + entries.size());
        }
        put(manifest.name(), text.length, () -> new ByteArrayInputStream(text));
        number++;
        CopyManifest dropped = before;
        before = newest;
        newest = manifest;
        isPruned &= dropped == null || namesAllOf(dropped);
        known.keySet().retainAll(manifest.byPath().keySet());
        compared.retainAll(known.keySet());
        if (isPruned && dropped != null) {
            place.delete(dropped.name());
        }
        return manifest;
    }

    /** Returns whether the place has the file that was read under a path, which never changes. */
    boolean has(String path) {
        return known.containsKey(path) && compared.contains(path);
    }

    private boolean namesAllOf(CopyManifest dropped) {
        Set<Entry> named = new HashSet<>(newest.files());
        named.addAll(before.files());
        return named.containsAll(dropped.files());
    }

    private Entry copied(DataSnapshot snapshot, DataFile file) throws IOException {
        Entry there = known.get(file.path());
        boolean maybeSame = there != null && there.bytes() == file.bytes();
        if (maybeSame && compared.contains(file.path())) {
            return there;
        }
        int crc = crc(snapshot, file, maybeSame && file.crc() != null);
        if (!maybeSame || crc != there.crc()) {
            there = new Entry(file.path(), file.bytes(), crc, claim);
            known.remove(file.path());
            putParts(snapshot, file, there);
            known.put(file.path(), there);
        }
        compared.add(file.path());
        return there;
    }

    /** Returns the CRC of a file, which is read unless it is known and {@code trusts}. */
    private static int crc(DataSnapshot snapshot, DataFile file, boolean trusts)
            throws IOException {
        if (trusts) {
            return file.crc();
        }
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = bounded(snapshot.open(file), file.bytes())) {
            long left = file.bytes();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                crc.update(buffer, 0, count);
                left -= count;
            }
            if (left > 0) {
                throw new IOException("a file is too short: path=" + file.path());
            }
        }
        int found = (int) crc.getValue();
        if (file.crc() != null && file.crc() != found) {
            throw new WukongsException(
                    Category.FATAL,
                    String.format(
                            "a file is damaged, it is not copied: path=%s expectedCrc=%08x"
                                    + " foundCrc=%08x",
                            file.path(), file.crc(), found));
        }
        return found;
    }

    private void putParts(DataSnapshot snapshot, DataFile file, Entry entry) throws IOException {
        List<String> parts = entry.parts();
        for (int part = 0; part < parts.size(); part++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("the copy is to end");
            }
            long from = (long) part * ObjectNames.PART_BYTES;
            long bytes = ObjectNames.partBytes(entry.bytes(), part);
            put(
                    parts.get(part),
                    bytes,
                    () -> {
                        InputStream in = snapshot.open(file);
                        in.skipNBytes(from);
                        return bounded(in, bytes);
                    });
        }
    }

    private static InputStream bounded(InputStream in, long bytes) throws IOException {
        return BoundedInputStream.builder().setInputStream(in).setMaxCount(bytes).get();
    }

    private void put(String name, long bytes, Place.Content content) throws IOException {
        place.put(name, bytes, content);
        putBytes.accept(bytes);
    }

    /**
     * Deletes what is not needed any longer, if there may be something, but nothing of a greater
     * claim. What is missing against expectation is copied again the next time: a store that was
     * replaced may have deleted it a moment after it was found.
     */
    void prune() throws IOException {
        if (isPruned) {
            return;
        }
        Set<String> needed = new HashSet<>();
        for (CopyManifest manifest : before == null ? List.of(newest) : List.of(newest, before)) {
            needed.add(manifest.name());
            needed.add(ObjectNames.claim(claim));
            manifest.files().forEach(entry -> needed.addAll(entry.parts()));
        }
        SortedMap<String, Long> objects = place.list("");
        for (String name : objects.keySet()) {
            Claim of = ObjectNames.claimOf(name);
            if (of != null && of.compareTo(claim) <= 0 && !needed.contains(name)) {
                place.delete(name);
            }
        }
        isPruned = !known.values().removeIf(entry -> !isThere(entry, objects));
    }
}
