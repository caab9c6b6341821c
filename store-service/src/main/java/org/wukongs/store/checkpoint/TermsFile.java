package org.wukongs.store.checkpoint;

import java.util.Arrays;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.OtherTerm;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.wire.WireReader;

/**
 * The files with the dictionary: terms in order of their counters, so that restoring them gives
 * each term its vid, and a file that completes them: the newest counters, as the last terms may
 * have been reclaimed, and the predicates. For a dictionary on disk, that file has only the newest
 * term of each partition, by which the dictionary is recognized.
 */
final class TermsFile {

    /** Kind of the files with terms. */
    static final String NAME = "terms";

    /** Kind of the file that completes them. */
    static final String DICTIONARY = "dictionary";

    private TermsFile() {}

    /**
     * Writes what completes the terms.
     *
     * @param predicates got before the counters, so that these include their terms
     */
    static void writeDictionary(
            TermDictionary dictionary, long[] predicates, long[] counters, RecordWriter out) {
        if (!dictionary.isDurable()) {
            out.begin(RecordType.COUNTERS).putLongs(counters);
            out.end();
        }
        for (int partition = 0; partition < counters.length; partition++) {
            if (dictionary.isDurable() && counters[partition] > 0) {
                long vid = Vids.vid(counters[partition], partition);
                out.begin(RecordType.LAST_TERM).putLong(vid).putBytes(dictionary.utf8(vid));
                out.end();
            }
        }
        List<OtherTerm> others = dictionary.constants();
        if (!others.isEmpty()) {
            out.begin(RecordType.OTHER_TERMS)
                    .putLongs(others.stream().mapToLong(OtherTerm::vid).toArray())
                    .putList(others, (term, to) -> to.putBytes(term.text()));
            out.end();
        }
        out.begin(RecordType.PREDICATES).putLongs(predicates);
        out.end();
    }

    /**
     * Reads terms, which get the vids that they had, and what completes them.
     *
     * @return the vid that the file begins with, 0 if it does not say
     * @throws WukongsException USER if the dictionary is on disk and is another one
     */
    static long read(RecordReader in, TermDictionary dictionary) {
        long[] counters = dictionary.counters();
        TermBatch batch = new TermBatch();
        long fromVid = 0;
        for (RecordType type = in.next(); type != null; type = in.next()) {
            switch (type) {
                case FROM -> fromVid = fromVid(in.record());
                case TERMS -> readTerms(in.record(), batch, dictionary);
                case LAST_TERM -> checkLastTerm(in.record(), dictionary, counters);
                case RECLAIMED -> readReclaimed(in.record(), dictionary);
                case COUNTERS -> readCounters(in.record(), dictionary);
                case OTHER_TERMS -> readOthers(in.record(), dictionary);
                case PREDICATES -> readPredicates(in.record(), dictionary);
                default -> throw in.unexpected(type);
            }
        }
        return fromVid;
    }

    private static long fromVid(WireReader record) {
        record.getString();
        return record.getLong();
    }

    private static void readTerms(WireReader record, TermBatch batch, TermDictionary dictionary) {
        long first = record.getLong();
        batch.clear();
        record.visitStrings("terms of a record", Integer.MAX_VALUE, batch::add);
        if (batch.size() == 0) {
            return;
        }
        try {
            dictionary.restore(batch, first);
        } catch (IllegalStateException e) {
            throw otherDictionary();
        }
    }

    private static void readCounters(WireReader record, TermDictionary dictionary) {
        long[] counters = record.getLongs();
        for (int partition = 0; partition < counters.length; partition++) {
            long counter = counters[partition];
            if (counter > 0 && !dictionary.wasGiven(Vids.vid(counter, partition))) {
                if (dictionary.isDurable()) {
                    throw otherDictionary();
                }
                dictionary.skipTo(partition, counter);
            }
        }
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

    private static void readOthers(WireReader record, TermDictionary dictionary) {
        long[] vids = record.getLongs();
        List<byte[]> texts = record.getList(WireReader::getBytes);
        for (int i = 0; i < vids.length; i++) {
            dictionary.learnConstant(new OtherTerm(texts.get(i), vids[i]));
        }
    }

    private static void readPredicates(WireReader record, TermDictionary dictionary) {
        long pid = 1;
        for (long vid : record.getLongs()) {
            if (dictionary.isPartitioned()) {
                dictionary.learnPredicate(pid++, vid); // as the cluster's log has numbered it
            } else if (dictionary.predicateId(vid) != pid++) {
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
