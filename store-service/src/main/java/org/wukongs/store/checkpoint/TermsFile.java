package org.wukongs.store.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The file with the dictionary: terms by partition in order of their counters, so that allocating
 * them again gives each term its vid, and the newest counters, as the last terms may have been
 * reclaimed. For a dictionary on disk, the file has only the newest term of each partition, by
 * which the dictionary is recognized.
 */
final class TermsFile {

    static final String NAME = "terms";

    /** Maximum bytes of the texts of a record, unless a single text has more. */
    private static final int RECORD_BYTES = 1 << 16;

    private TermsFile() {}

    /** Writes all terms that were allocated before the call, perhaps more. */
    static void write(TermDictionary dictionary, RecordWriter out) {
        long[] predicates =
                dictionary.predicateVids(); // first, so that the counters below include their terms
        long[] counters = dictionary.counters();
        if (dictionary.isDurable()) {
            dictionary.sync();
        }
        LongArrayList reclaimed = new LongArrayList();
        for (int partition = 0; partition < counters.length; partition++) {
            if (!dictionary.isDurable()) {
                if (!writeTerms(dictionary, partition, counters[partition], out)) {
                    reclaimed.addLong(Vids.vid(counters[partition], partition));
                }
            } else if (counters[partition] > 0) {
                WireWriter record = out.begin(RecordType.LAST_TERM);
                long vid = Vids.vid(counters[partition], partition);
                record.putLong(vid).putBytes(dictionary.utf8(vid));
                out.end();
            }
        }
        if (!reclaimed.isEmpty()) {
            out.begin(RecordType.RECLAIMED).putLongs(reclaimed.toLongArray());
            out.end();
        }
        out.begin(RecordType.PREDICATES).putLongs(predicates);
        out.end();
    }

    /** Writes the terms of a partition; returns false if the last one was reclaimed. */
    private static boolean writeTerms(
            TermDictionary dictionary, int partition, long last, RecordWriter out) {
        boolean hasLast = true;
        List<byte[]> texts = new ArrayList<>();
        long bytes = 0;
        for (long counter = 1; counter <= last + 1; counter++) {
            byte[] text =
                    counter > last ? null : dictionary.utf8IfGiven(Vids.vid(counter, partition));
            boolean ends = text == null || bytes >= RECORD_BYTES;
            if (ends && !texts.isEmpty()) {
                out.begin(RecordType.TERMS)
                        .putLong(Vids.vid(counter - texts.size(), partition))
                        .putList(texts, (term, to) -> to.putBytes(term));
                out.end();
                texts.clear();
                bytes = 0;
            }
            if (text != null) {
                texts.add(text);
                bytes += text.length;
            }
            hasLast = counter > last ? hasLast : text != null;
        }
        return hasLast;
    }

    /**
     * Reads all terms, which get the vids that they had.
     *
     * @throws WukongsException USER if the dictionary is on disk and is another one
     */
    static void read(RecordReader in, TermDictionary dictionary) {
        long[] counters = dictionary.counters();
        for (RecordType type = in.next(); type != null; type = in.next()) {
            switch (type) {
                case TERMS -> readTerms(in.record(), dictionary);
                case LAST_TERM -> checkLastTerm(in.record(), dictionary, counters);
                case RECLAIMED -> readReclaimed(in.record(), dictionary);
                case PREDICATES -> readPredicates(in.record(), dictionary);
                default -> throw in.unexpected(type);
            }
        }
    }

    private static void readTerms(WireReader record, TermDictionary dictionary) {
        long first = record.getLong();
        int partition = Vids.partition(first);
        long counter = Vids.counter(first);
        if (!dictionary.isDurable()) {
            dictionary.skipTo(partition, counter - 1);
        }
        TermBatch batch = new TermBatch();
        for (byte[] text : record.getList(WireReader::getBytes)) {
            batch.add(text, 0, text.length);
            if (batch.isFull()) {
                counter = allocate(batch, partition, counter, dictionary);
            }
        }
        allocate(batch, partition, counter, dictionary);
    }

    /** Allocates terms; returns the counter of the next term. */
    private static long allocate(
            TermBatch batch, int partition, long first, TermDictionary dictionary) {
        dictionary.vertexIds(batch);
        for (int i = 0; i < batch.size(); i++) {
            if (batch.id(i) != Vids.vid(first + i, partition)) {
                throw otherDictionary();
            }
        }
        long next = first + batch.size();
        batch.clear();
        return next;
    }

    private static void readReclaimed(WireReader record, TermDictionary dictionary) {
        for (long vid : record.getLongs()) {
            if (dictionary.isDurable()
                    || vid < 1L << Vids.PARTITION_BITS
                    || vid >>> Vids.BITS != 0) {
                throw otherDictionary();
            }
            dictionary.skipTo(Vids.partition(vid), Vids.counter(vid));
        }
    }

    private static void checkLastTerm(
            WireReader record, TermDictionary dictionary, long[] counters) {
        long vid = record.getLong();
        boolean known = Vids.counter(vid) <= counters[Vids.partition(vid)];
        if (!known || !Arrays.equals(record.getBytes(), dictionary.utf8(vid))) {
            throw otherDictionary();
        }
    }

    private static void readPredicates(WireReader record, TermDictionary dictionary) {
        long pid = 1;
        for (long vid : record.getLongs()) {
            if (dictionary.predicateId(vid) != pid++) {
                throw otherDictionary();
            }
        }
    }

    private static WukongsException otherDictionary() {
        return WukongsException.user(
                "the checkpoint was made with another dictionary, start with the same"
                        + " --dictionary-dir, or without if there was none");
    }
}
