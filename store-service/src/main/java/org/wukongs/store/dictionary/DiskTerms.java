package org.wukongs.store.dictionary;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;

/**
 * Terms on disk, in both directions, with caches in memory.
 *
 * <p>A given id survives a crash of this process: both directions of a batch's new terms are
 * written together before any caller learns an id. It survives a crash of the machine after the
 * next {@link #sync}; without it, the newest terms may be lost, and their ids given to others. So
 * code that makes ids durable syncs the dictionary first.
 *
 * <p>Writers exclude each other; look-ups do not wait for writers.
 */
final class DiskTerms implements Terms {

    private final TermFiles files;
    private final DiskAllocator allocator;
    private final HotTerms hot;
    private final KnownVids known;
    private final LookupCounts lookups;

    DiskTerms(Path directory, DictionaryConfig config, LookupCounts lookups) {
        this.lookups = lookups;
        this.files = new TermFiles(directory);
        this.hot = new HotTerms(config.cacheBytesMax());
        this.known = new KnownVids(config.bytesMax());
        boolean opened = false;
        try {
            this.allocator = new DiskAllocator(files, config.termCountMax());
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    @Override
    public long find(TermKey key) {
        return lookups.count(findUncounted(key));
    }

    private long findUncounted(TermKey key) {
        long vid = hot.find(key);
        if (vid != TermDictionary.UNKNOWN) {
            return vid;
        }
        byte[] value = files.get(files.termVid(), key.canonical());
        if (value == null) {
            return TermDictionary.UNKNOWN;
        }
        vid = DiskKeyDescriptor.number(value);
        keepHot(key, vid);
        return vid;
    }

    /** Caches a term unless it has a language tag, which may be spelt differently on disk. */
    private void keepHot(TermKey key, long vid) {
        if (key.tagFrom() == key.to()) {
            hot.add(key, vid);
        }
    }

    @Override
    public void find(TermBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            batch.setId(i, find(TermKey.of(batch, i)));
        }
    }

    @Override
    public long findOrAllocate(TermKey key) {
        long allocations = allocator.allocationsAcquire();
        long vid = find(key);
        if (vid == TermDictionary.UNKNOWN) {
            NewTerm term = NewTerm.of(key, 0);
            allocator.allocate(List.of(term), allocations);
            vid = term.vid();
            keepHot(term.key(), vid);
        }
        return vid;
    }

    @Override
    public void restore(TermBatch batch, long firstVid) {
        findOrAllocate(batch);
        for (int i = 0; i < batch.size(); i++) {
            if (batch.id(i) != firstVid + ((long) i << Vids.PARTITION_BITS)) {
                throw new IllegalStateException("a term has another vid: vid=" + batch.id(i));
            }
        }
    }

    @Override
    public void findOrAllocate(TermBatch batch) {
        long allocations = allocator.allocationsAcquire();
        List<NewTerm> asked = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            TermKey key = TermKey.of(batch, i);
            long vid = hot.find(key);
            if (vid == TermDictionary.UNKNOWN) {
                asked.add(NewTerm.of(key, i));
            } else {
                batch.setId(i, lookups.count(vid));
            }
        }
        allocator.find(asked);
        List<NewTerm> unknown = new ArrayList<>();
        for (NewTerm term : asked) {
            if (lookups.count(term.vid()) == TermDictionary.UNKNOWN) {
                unknown.add(term);
            }
        }
        allocator.allocate(unknown, allocations);
        for (NewTerm term : asked) {
            batch.setId(term.place(), term.vid());
            keepHot(term.key(), term.vid());
        }
    }

    @Override
    public byte[] text(long vid) {
        byte[] text = hot.text(vid);
        if (text != null) {
            return text;
        }
        text = files.get(files.vidTerm(), vidKey(vid));
        return keepHot(vid, text);
    }

    private byte[] keepHot(long vid, byte[] text) {
        if (text == null) {
            throw Terms.noSuchVid(vid);
        }
        hot.add(TermKey.of(text, 0, text.length), vid);
        return text;
    }

    private static byte[] vidKey(long vid) {
        if (vid >>> Vids.BITS != 0) {
            throw Terms.noSuchVid(vid);
        }
        return DiskKeyDescriptor.vidKey(vid);
    }

    @Override
    public int texts(long[] vids, int from, int to, TextBlock into) {
        long[] group = Arrays.copyOfRange(vids, from, Math.min(to, from + TextBlock.GROUP_SIZE));
        readAhead(group, group.length);
        return Terms.super.texts(group, 0, group.length, into);
    }

    @Override
    public void readAhead(long[] vids, int count) {
        List<Long> cold = new ArrayList<>();
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (vids[i] >>> Vids.BITS == 0 && hot.text(vids[i]) == null) {
                cold.add(vids[i]);
                keys.add(vidKey(vids[i]));
            }
        }
        List<byte[]> texts = files.get(files.vidTerm(), keys);
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) != null) {
                keepHot(cold.get(i), texts.get(i));
            }
        }
    }

    @Override
    public long entry(long vid) {
        return known.entry(vid, this::text);
    }

    @Override
    public long payload(long vid, long entry) {
        return known.payload(vid, entry);
    }

    @Override
    public long[] predicates() {
        List<Long> vids =
                files.iterate(
                        files.pidVid(),
                        iterator -> {
                            List<Long> found = new ArrayList<>();
                            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                                found.add(DiskKeyDescriptor.number(iterator.value()));
                            }
                            return found;
                        });
        for (int i = 0; i < vids.size(); i++) {
            known.setPid(vids.get(i), i + 1L);
        }
        return vids.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void setPid(long vid, long pid) {
        try (WriteBatch batch = new WriteBatch()) {
            TermFiles.put(
                    batch,
                    files.pidVid(),
                    DiskKeyDescriptor.pidKey((int) pid),
                    DiskKeyDescriptor.bytes(vid));
            files.write(batch);
        }
        known.setPid(vid, pid);
    }

    @Override
    public long[] counters() {
        return allocator.counters();
    }

    @Override
    public byte[] textIfGiven(long vid) {
        return isGiven(vid) ? text(vid) : null;
    }

    @Override
    public boolean isGiven(long vid) {
        return allocator.isGiven(vid);
    }

    @Override
    public long termCount() {
        return allocator.termCount();
    }

    @Override
    public long limitedBytes() {
        return known.bytes();
    }

    @Override
    public long memoryBytes() {
        return files.memoryBytes() + hot.bytes() + known.bytes();
    }

    @Override
    public void sync() {
        files.sync();
    }

    @Override
    public void check() {
        long checked = files.iterate(files.vidTerm(), this::checkVids);
        long terms = files.iterate(files.termVid(), DiskTerms::count);
        if (checked != terms || checked != termCount()) {
            throw damaged("vids=" + checked + " terms=" + terms + " termCount=" + termCount());
        }
    }

    /**
     * Checks that each vid's text leads back to it, and that counters have no gaps; returns the
     * number of vids.
     */
    private long checkVids(RocksIterator iterator) {
        long checked = 0;
        long last = TermDictionary.UNKNOWN;
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            long vid = DiskKeyDescriptor.vidOfKey(iterator.key());
            TermKey key = TermKey.of(iterator.value(), 0, iterator.value().length);
            byte[] back = files.get(files.termVid(), key.canonical());
            if (back == null || DiskKeyDescriptor.number(back) != vid) {
                throw damaged("vid=" + vid + " does not match the vid of its text");
            }
            if (!DiskAllocator.follows(vid, last) || key.partition() != Vids.partition(vid)) {
                throw damaged("vid=" + vid + " is out of its place, last=" + last);
            }
            last = vid;
            checked++;
        }
        return checked;
    }

    private static long count(RocksIterator iterator) {
        long count = 0;
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            count++;
        }
        return count;
    }

    private static WukongsException damaged(String facts) {
        return new WukongsException(Category.FATAL, "the dictionary is damaged: " + facts);
    }

    @Override
    public void close() {
        files.close();
        hot.close();
        known.close();
    }
}
