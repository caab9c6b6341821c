package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.TermHash;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.load.TermCheck;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Answers look-ups of other nodes in this node's own terms. Any thread. */
final class ServedTerms {

    private final Members members;
    private final TermDictionary dictionary;
    private final AtomicLongArray kept = new AtomicLongArray(Vids.PARTITION_COUNT); // counters
    private volatile ChangeKeeper keeper = ChangeKeeper.NONE;

    ServedTerms(Members members, TermDictionary dictionary) {
        this.members = members;
        this.dictionary = dictionary;
    }

    /** Keeps there the ids that are given from now on. */
    void useKeeper(ChangeKeeper newKeeper) {
        keeper = newKeeper;
    }

    /**
     * Waits until ids are kept. Another node may keep them for ever: if this one forgot them, it
     * would give them to other terms.
     */
    private void keep(long[] vids) {
        for (long vid : vids) {
            boolean isNew =
                    vid != TermDictionary.UNKNOWN
                            && Vids.counter(vid) > kept.get(Vids.partition(vid));
            if (isNew) {
                long[] counters = dictionary.counters();
                keeper.giveIds();
                for (int partition = 0; partition < counters.length; partition++) {
                    kept.accumulateAndGet(partition, counters[partition], Math::max);
                }
                return;
            }
        }
    }

    /** Writes the vids of terms; with {@code allocate}, new terms get one. */
    void find(WireReader request, boolean allocate, WireWriter answer) {
        Consumer<TermBatch> lookUp = allocate ? dictionary::vertexIds : dictionary::findVertices;
        TermBatch batch = new TermBatch();
        TermCheck check = new TermCheck();
        long[][] ids = {{}};
        request.visitStrings(
                "terms",
                RequestLimits.TERMS_MAX,
                (utf8, from, to) -> {
                    check.checkTerm(utf8, from, to);
                    checkOwn(TermHash.of(utf8, from, to));
                    batch.add(utf8, from, to);
                    if (batch.isFull()) {
                        ids[0] = looked(batch, lookUp, ids[0]);
                    }
                });
        long[] vids = looked(batch, lookUp, ids[0]);
        keep(vids);
        answer.putLongs(vids);
    }

    /** Looks up the terms of a batch and clears it; returns their ids after those before. */
    private static long[] looked(TermBatch batch, Consumer<TermBatch> lookUp, long[] before) {
        lookUp.accept(batch);
        long[] ids = Arrays.copyOf(before, before.length + batch.size());
        for (int i = 0; i < batch.size(); i++) {
            ids[before.length + i] = batch.id(i);
        }
        batch.clear();
        return ids;
    }

    private void checkOwn(long vidOrHash) {
        if (!members.isOwn(vidOrHash)) {
            throw WukongsException.retriable("another node owns the term");
        }
    }

    /** Writes the texts of the first vids, as many as fit into an answer, but at least one. */
    void texts(WireReader request, WireWriter answer) {
        int count =
                (int)
                        InputLimits.checkRange(
                                "number of ids", request.getInt(), 1, RequestLimits.TERMS_MAX);
        long[] vids = new long[count];
        for (int i = 0; i < count; i++) {
            vids[i] = request.getLong();
            checkOwn(vids[i]);
        }
        dictionary.readAhead(vids, count);
        int countAt = answer.length();
        answer.putInt(0);
        int done = 0;
        long bytes = 0;
        while (done < count && bytes < RequestLimits.TEXT_BYTES_GOOD) {
            byte[] text = dictionary.utf8IfGiven(vids[done++]);
            answer.putBytes(text);
            bytes += text == null ? 0 : text.length;
        }
        answer.setInt(countAt, done);
    }
}
