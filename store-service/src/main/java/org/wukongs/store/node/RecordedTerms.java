package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.OtherTerm;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.store.log.Preamble;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Writes the terms that the dictionary has got since the last group of records before the next one,
 * and reads them again, so that they get the ids that they had. A dictionary on disk is made
 * durable instead. Used by the thread that reads the log, then by the log's agent.
 */
final class RecordedTerms implements Preamble {

    /** Most bytes of the texts of a record, unless a single text has more. */
    private static final int RECORD_BYTES = 1 << 16;

    private final TermDictionary dictionary;
    private final WireWriter record = new WireWriter();
    private final long[] logged; // the newest counter of each partition that the log has
    private int loggedPredicates;
    private boolean namedLast; // whether the log has a LAST_TERM of this process

    /**
     * @param isKept whether what the dictionary has is kept by something else than the log, such as
     *     a checkpoint
     */
    RecordedTerms(TermDictionary dictionary, boolean isKept) {
        this.dictionary = dictionary;
        logged = isKept ? dictionary.counters() : new long[dictionary.counters().length];
        loggedPredicates = isKept ? dictionary.predicateVids().length : 0;
    }

    @Override
    public void appendTo(Sink out) {
        long[] predicates = dictionary.predicateVids(); // first: the counters include their terms
        long[] counters = dictionary.counters();
        if (dictionary.isDurable()) {
            dictionary.sync();
            appendLast(counters, out);
        } else {
            appendTerms(counters, out);
        }
        List<OtherTerm> constants = dictionary.newConstants();
        if (!constants.isEmpty()) {
            record.begin(NodeRecordType.OTHER_TERMS.code())
                    .putLongs(constants.stream().mapToLong(OtherTerm::vid).toArray())
                    .putList(constants, (term, to) -> to.putBytes(term.text()));
            out.append(record);
        }
        if (predicates.length > loggedPredicates) {
            record.begin(NodeRecordType.PREDICATES.code())
                    .putLong(loggedPredicates + 1L)
                    .putLongs(Arrays.copyOfRange(predicates, loggedPredicates, predicates.length));
            out.append(record);
            loggedPredicates = predicates.length;
        }
    }

    /** Names one of the new terms of a dictionary on disk. */
    private void appendLast(long[] counters, Sink out) {
        long last = 0;
        for (int partition = 0; partition < counters.length; partition++) {
            if (counters[partition] > (namedLast ? logged[partition] : 0)) {
                last = Vids.vid(counters[partition], partition);
            }
            logged[partition] = counters[partition];
        }
        if (last != 0) {
            record.begin(NodeRecordType.LAST_TERM.code())
                    .putLong(last)
                    .putBytes(dictionary.utf8(last));
            out.append(record);
            namedLast = true;
        }
    }

    private void appendTerms(long[] counters, Sink out) {
        LongArrayList reclaimed = new LongArrayList();
        for (int partition = 0; partition < counters.length; partition++) {
            long last = counters[partition];
            if (last > logged[partition]
                    && !appendTerms(partition, logged[partition] + 1, last, out)) {
                reclaimed.addLong(Vids.vid(last, partition));
            }
            logged[partition] = last;
        }
        if (!reclaimed.isEmpty()) {
            record.begin(NodeRecordType.RECLAIMED.code()).putLongs(reclaimed.toLongArray());
            out.append(record);
        }
    }

    /** Returns false if the last term was reclaimed. */
    private boolean appendTerms(int partition, long from, long last, Sink out) {
        List<byte[]> texts = new ArrayList<>();
        int bytes = 0;
        byte[] text = null;
        for (long counter = from; counter <= last; counter++) {
            text = dictionary.utf8IfGiven(Vids.vid(counter, partition));
            if (text == null || bytes >= RECORD_BYTES) {
                append(partition, counter, texts, out);
                bytes = 0;
            }
            if (text != null) {
                texts.add(text);
                bytes += text.length;
            }
        }
        append(partition, last + 1, texts, out);
        return text != null;
    }

    /** Appends texts, of which the last has the counter before {@code end}. */
    private void append(int partition, long end, List<byte[]> texts, Sink out) {
        if (!texts.isEmpty()) {
            record.begin(NodeRecordType.TERMS.code())
                    .putLong(Vids.vid(end - texts.size(), partition))
                    .putList(texts, (term, to) -> to.putBytes(term));
            out.append(record);
            texts.clear();
        }
    }

    /** Reads a record of a preamble. */
    void read(NodeRecordType type, WireReader in) {
        switch (type) {
            case TERMS -> readTerms(in.getLong(), in.getList(WireReader::getBytes));
            case RECLAIMED -> {
                for (long vid : in.getLongs()) {
                    skipTo(Vids.partition(vid), Vids.counter(vid));
                }
            }
            case PREDICATES -> readPredicates(in.getLong(), in.getLongs());
            case OTHER_TERMS -> readOther(in.getLongs(), in.getList(WireReader::getBytes));
            case LAST_TERM -> checkLast(in.getLong(), in.getBytes());
            default -> throw new IllegalArgumentException("not of a preamble: type=" + type);
        }
    }

    private void readOther(long[] vids, List<byte[]> texts) {
        for (int i = 0; i < vids.length; i++) {
            dictionary.learnConstant(new OtherTerm(texts.get(i), vids[i]));
        }
    }

    private void checkLast(long vid, byte[] text) {
        if (!dictionary.wasGiven(vid) || !Arrays.equals(text, dictionary.utf8IfGiven(vid))) {
            throw otherDictionary();
        }
    }

    private void readTerms(long first, List<byte[]> texts) {
        int partition = Vids.partition(first);
        long counter = Vids.counter(first);
        long end = counter + texts.size();
        int from = 0;
        while (from < texts.size() && dictionary.wasGiven(Vids.vid(counter + from, partition))) {
            checkGiven(Vids.vid(counter + from, partition), texts.get(from));
            from++;
        }
        if (from < texts.size()) {
            skipTo(partition, counter + from - 1);
        }
        TermBatch batch = new TermBatch();
        for (int i = from; i < texts.size(); i++) {
            batch.add(texts.get(i), 0, texts.get(i).length);
            if (batch.isFull()) {
                allocate(batch, partition, counter + i + 1 - batch.size());
                batch.clear();
            }
        }
        allocate(batch, partition, end - batch.size());
        logged[partition] = Math.max(logged[partition], end - 1);
    }

    /** A term that a checkpoint has, unless it was reclaimed until that was written. */
    private void checkGiven(long vid, byte[] text) {
        byte[] known = dictionary.utf8IfGiven(vid);
        if (known != null && !Arrays.equals(known, text)) {
            throw new IllegalStateException("a vid has another term than the log says: vid=" + vid);
        }
    }

    /** Gives the terms of a batch the vids of a partition from a counter on. */
    private void allocate(TermBatch batch, int partition, long counter) {
        if (batch.size() == 0) {
            return;
        }
        if (!dictionary.isDurable()) {
            dictionary.lookUpHere(batch, false);
            for (int i = 0; i < batch.size(); i++) {
                if (batch.id(i) != TermDictionary.UNKNOWN) {
                    dictionary.forget(batch.id(i)); // reclaimed before it was given this vid
                }
            }
        }
        try {
            dictionary.restore(batch, Vids.vid(counter, partition));
        } catch (IllegalStateException e) {
            throw dictionary.isDurable() ? otherDictionary() : e;
        }
    }

    private void skipTo(int partition, long counter) {
        if (counter > 0 && !dictionary.wasGiven(Vids.vid(counter, partition))) {
            if (dictionary.isDurable()) {
                throw otherDictionary();
            }
            dictionary.skipTo(partition, counter);
        }
        logged[partition] = Math.max(logged[partition], counter);
    }

    private void readPredicates(long firstPid, long[] vids) {
        long pid = firstPid;
        for (long vid : vids) {
            if (dictionary.isPartitioned()) {
                dictionary.learnPredicate(pid, vid); // as the cluster's log has numbered it
            } else {
                checkId(pid, dictionary.predicateId(vid));
            }
            pid++;
        }
        loggedPredicates = Math.max(loggedPredicates, (int) pid - 1);
    }

    private static void checkId(long logged, long given) {
        if (logged != given) {
            throw otherId(logged, given);
        }
    }

    private static IllegalStateException otherId(long logged, long given) {
        return new IllegalStateException(
                "a term gets another id than the log says: logged=" + logged + " now=" + given);
    }

    private static WukongsException otherDictionary() {
        return WukongsException.user(
                "the log was written with another dictionary, start with the same"
                        + " --dictionary-dir, or without if there was none");
    }
}
