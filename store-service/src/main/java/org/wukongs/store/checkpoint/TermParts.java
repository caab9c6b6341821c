package org.wukongs.store.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.id.Vids;
import org.wukongs.store.checkpoint.SharedFiles.TermsPart;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * Writes the terms of a dictionary in memory: in blocks of vids, which have some counters of all
 * partitions, cut into files of about {@link DirtyRuns#FILE_BYTES}. A file is that of the
 * checkpoint before unless terms of its vids were added, which are the newest, or reclaimed.
 */
final class TermParts {

    /** Bits of a vid within a block: 64 counters of each partition, some 4 MB. */
    private static final int BLOCK_SHIFT = Vids.PARTITION_BITS + 6;

    /** Bytes of the texts of a record, unless a single text has more. */
    private static final int RECORD_BYTES = 1 << 16;

    private final TermDictionary dictionary;
    private final long[] counters;
    private final PartFiles files;
    private final List<TermsPart> before;
    private final List<TermsPart> parts = new ArrayList<>();
    private final List<byte[]> texts = new ArrayList<>(); // of the next record
    private long textBytes;
    private int created;
    private RecordWriter out; // null if no file is open
    private long fromVid; // where the open file begins

    private TermParts(
            TermDictionary dictionary, long[] counters, SharedFiles shared, PartFiles files) {
        this.dictionary = dictionary;
        this.counters = counters;
        this.files = files;
        this.before = shared.terms();
    }

    /**
     * Writes what has changed since {@code shared} was written.
     *
     * @param counters up to which terms are written
     * @return all parts, old and new
     */
    static List<TermsPart> write(
            TermDictionary dictionary, long[] counters, SharedFiles shared, PartFiles files) {
        TermParts writer = new TermParts(dictionary, counters, shared, files);
        try {
            if (shared.terms().isEmpty()) {
                writer.writeRun(0, 0);
            } else {
                boolean[] dirty = writer.dirty(shared);
                DirtyRuns.forEach(
                        dirty, writer::writeRun, i -> writer.parts.add(writer.before.get(i)));
            }
        } finally {
            if (writer.out != null) {
                writer.out.close();
            }
        }
        return writer.parts;
    }

    private boolean[] dirty(SharedFiles shared) {
        long firstNew = Long.MAX_VALUE;
        for (int partition = 0; partition < counters.length; partition++) {
            if (counters[partition] > shared.counters()[partition]) {
                long vid = Vids.vid(shared.counters()[partition] + 1, partition);
                firstNew = Math.min(firstNew, vid);
            }
        }
        boolean[] dirty = new boolean[before.size()];
        long[] bytes = new long[dirty.length];
        for (int i = 0; i < dirty.length; i++) {
            long from = i == 0 ? 0 : before.get(i).fromVid();
            long to = i + 1 == dirty.length ? 1L << Vids.BITS : before.get(i + 1).fromVid();
            dirty[i] = firstNew < to || dictionary.hasReclaimed(from, to, shared.endedRounds());
            bytes[i] = before.get(i).file().bytes();
        }
        DirtyRuns.extend(dirty, bytes);
        return dirty;
    }

    /** Writes the terms of parts {@code from} to {@code to - 1} anew. */
    private void writeRun(int from, int to) {
        long lastVid = Vids.vid(Math.max(1, Arrays.stream(counters).max().orElse(1)), 0);
        long begin = from == 0 ? 0 : before.get(from).fromVid();
        long end =
                to == before.size()
                        ? ((lastVid >>> BLOCK_SHIFT) + 1) << BLOCK_SHIFT
                        : before.get(to).fromVid();
        fromVid = begin;
        for (long block = begin; block < end; block += 1L << BLOCK_SHIFT) {
            if (out != null && out.bytes() >= DirtyRuns.FILE_BYTES) {
                endFile();
                fromVid = block;
            }
            for (int partition = 0; partition < counters.length; partition++) {
                writeTerms(partition, block);
            }
        }
        endFile();
    }

    /** Writes the terms of a partition in a block. */
    private void writeTerms(int partition, long block) {
        long first = Math.max(1, Vids.counter(block));
        long end = Math.min(Vids.counter(block + (1L << BLOCK_SHIFT)), counters[partition] + 1);
        for (long counter = first; counter <= end; counter++) {
            byte[] text =
                    counter < end ? dictionary.utf8IfGiven(Vids.vid(counter, partition)) : null;
            if (!texts.isEmpty() && (text == null || textBytes >= RECORD_BYTES)) {
                record(Vids.vid(counter - texts.size(), partition));
            }
            if (text != null) {
                texts.add(text);
                textBytes += text.length;
            }
        }
    }

    private void record(long firstVid) {
        if (out == null) {
            out = files.create(TermsFile.NAME, created++);
            out.begin(RecordType.FROM).putString("").putLong(fromVid);
            out.end();
        }
        out.begin(RecordType.TERMS)
                .putLong(firstVid)
                .putList(texts, (term, to) -> to.putBytes(term));
        out.end();
        texts.clear();
        textBytes = 0;
    }

    private void endFile() {
        if (out != null) {
            RecordWriter done = out;
            parts.add(new TermsPart(fromVid, done.sync()));
            out = null;
            done.close();
        }
    }
}
