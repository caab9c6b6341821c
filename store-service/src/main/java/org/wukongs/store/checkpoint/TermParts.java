package org.wukongs.store.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.id.Vids;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.checkpoint.SharedFiles.TermsPart;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * Writes the terms of a dictionary in memory: in blocks of vids, which have some counters of all
 * partitions. A file has changed if terms of its vids were added, which are the newest, or
 * reclaimed.
 */
final class TermParts extends PartsWriter<TermsPart> {

    /** Bits of a vid within a block: 64 counters of each partition, some 4 MB. */
    private static final int BLOCK_SHIFT = Vids.PARTITION_BITS + 6;

    /** Bytes of the texts of a record, unless a single text has more. */
    private static final int RECORD_BYTES = 1 << 16;

    private final TermDictionary dictionary;
    private final long[] counters;
    private final long endedRounds; // of reclamation before the checkpoint before
    private final long firstNewVid; // since then
    private final List<byte[]> texts = new ArrayList<>(); // of the next record
    private long textBytes;
    private long fromVid; // where the open file begins

    private TermParts(
            TermDictionary dictionary, long[] counters, SharedFiles shared, PartFiles files) {
        super(TermsFile.NAME, files, shared.terms());
        this.dictionary = dictionary;
        this.counters = counters;
        this.endedRounds = shared.endedRounds();
        this.firstNewVid = firstNewVid(shared.counters());
    }

    /**
     * Writes what has changed since {@code shared} was written.
     *
     * @param counters up to which terms are written
     * @return all parts, old and new
     */
    static List<TermsPart> write(
            TermDictionary dictionary, long[] counters, SharedFiles shared, PartFiles files) {
        return new TermParts(dictionary, counters, shared, files).write();
    }

    private long firstNewVid(long[] countersBefore) {
        long first = Long.MAX_VALUE;
        for (int partition = 0; partition < counters.length; partition++) {
            if (counters[partition] > countersBefore[partition]) {
                first = Math.min(first, Vids.vid(countersBefore[partition] + 1, partition));
            }
        }
        return first;
    }

    @Override
    boolean hasChanged(int part) {
        long from = part == 0 ? 0 : before(part).fromVid();
        TermsPart next = before(part + 1);
        long to = next == null ? 1L << Vids.BITS : next.fromVid();
        return firstNewVid < to || dictionary.hasReclaimed(from, to, endedRounds);
    }

    @Override
    void writeRun(int from, int to) {
        long lastVid = Vids.vid(Math.max(1, Arrays.stream(counters).max().orElse(1)), 0);
        long begin = from == 0 ? 0 : before(from).fromVid();
        TermsPart next = before(to);
        long end = next == null ? ((lastVid >>> BLOCK_SHIFT) + 1) << BLOCK_SHIFT : next.fromVid();
        fromVid = begin;
        for (long block = begin; block < end; block += 1L << BLOCK_SHIFT) {
            if (isFull(0)) {
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
        if (out() == null) {
            beginFile("", fromVid);
        }
        out().begin(RecordType.TERMS)
                .putLong(firstVid)
                .putList(texts, (term, to) -> to.putBytes(term));
        out().end();
        texts.clear();
        textBytes = 0;
    }

    @Override
    TermsPart partOf(FileEntry file) {
        return new TermsPart(fromVid, file);
    }
}
