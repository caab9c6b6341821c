package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.wukongs.id.Vids;
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
        } else {
            appendTerms(counters, out);
        }
        if (predicates.length > loggedPredicates) {
            LongArrayList more = new LongArrayList();
            for (int i = loggedPredicates; i < predicates.length; i++) {
                more.addLong(predicates[i]);
            }
            record.begin(NodeRecordType.PREDICATES.code())
                    .putLong(loggedPredicates + 1L)
                    .putLongs(more.toLongArray());
            out.append(record);
            loggedPredicates = predicates.length;
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
            default -> throw new IllegalArgumentException("not of a preamble: type=" + type);
        }
    }

    private void readTerms(long first, List<byte[]> texts) {
        int partition = Vids.partition(first);
        skipTo(partition, Vids.counter(first) - 1);
        TermBatch batch = new TermBatch();
        long counter = Vids.counter(first);
        for (byte[] text : texts) {
            batch.add(text, 0, text.length);
            if (batch.isFull()) {
                counter = allocate(batch, partition, counter);
            }
        }
        counter = allocate(batch, partition, counter);
        logged[partition] = Math.max(logged[partition], counter - 1);
    }

    private long allocate(TermBatch batch, int partition, long first) {
        dictionary.vertexIds(batch);
        for (int i = 0; i < batch.size(); i++) {
            checkId(Vids.vid(first + i, partition), batch.id(i));
        }
        long next = first + batch.size();
        batch.clear();
        return next;
    }

    private void skipTo(int partition, long counter) {
        if (counter > dictionary.counters()[partition]) {
            dictionary.skipTo(partition, counter);
        }
        logged[partition] = Math.max(logged[partition], counter);
    }

    private void readPredicates(long firstPid, long[] vids) {
        long pid = firstPid;
        for (long vid : vids) {
            checkId(pid, dictionary.predicateId(vid));
            pid++;
        }
        loggedPredicates = Math.max(loggedPredicates, (int) pid - 1);
    }

    private static void checkId(long logged, long given) {
        if (logged != given) {
            throw new IllegalStateException(
                    "a term gets another id than the log says: logged=" + logged + " now=" + given);
        }
    }
}
