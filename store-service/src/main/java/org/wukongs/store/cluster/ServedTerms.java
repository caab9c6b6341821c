package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
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
    void keep(long[] vids) {
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

    /**
     * Writes whether this node owns all of the terms, and then their vids; with {@code allocate},
     * new terms get one. While a partition is on its way to another node, nobody gives ids in it.
     */
    void find(WireReader request, boolean allocate, WireWriter answer) {
        TermBatch batch = new TermBatch();
        TermCheck check = new TermCheck();
        long[][] ids = {{}};
        boolean[] isHere = {true};
        request.visitStrings(
                "terms",
                RequestLimits.TERMS_MAX,
                (utf8, from, to) -> {
                    check.checkTerm(utf8, from, to);
                    isHere[0] &= members.isOwn(TermHash.of(utf8, from, to));
                    batch.add(utf8, from, to);
                    if (batch.isFull()) {
                        ids[0] = looked(batch, allocate && isHere[0], ids[0]);
                    }
                });
        long[] vids = looked(batch, allocate && isHere[0], ids[0]);
        for (long vid : vids) {
            isHere[0] &= vid != TermDictionary.UNKNOWN || !allocate;
        }
        answer.putBoolean(isHere[0]);
        if (isHere[0]) {
            keep(vids);
            answer.putLongs(vids);
        }
    }

    /** Looks up the terms of a batch and clears it; returns their ids after those before. */
    private long[] looked(TermBatch batch, boolean allocate, long[] before) {
        dictionary.lookUpHere(batch, allocate);
        long[] ids = Arrays.copyOf(before, before.length + batch.size());
        for (int i = 0; i < batch.size(); i++) {
            ids[before.length + i] = batch.id(i);
        }
        batch.clear();
        return ids;
    }

    /**
     * Writes whether this node owns all of the vids, and then the texts of the first ones, as many
     * as fit into an answer, but at least one.
     */
    void texts(WireReader request, WireWriter answer) {
        int count =
                (int)
                        InputLimits.checkRange(
                                "number of ids", request.getInt(), 1, RequestLimits.TERMS_MAX);
        long[] vids = new long[count];
        boolean isHere = true;
        for (int i = 0; i < count; i++) {
            vids[i] = request.getLong();
            isHere &= members.isOwn(vids[i]);
        }
        answer.putBoolean(isHere);
        if (isHere) {
            putTexts(vids, answer);
        }
    }

    private void putTexts(long[] vids, WireWriter answer) {
        dictionary.readAhead(vids, vids.length);
        int countAt = answer.length();
        answer.putInt(0);
        int done = 0;
        long bytes = 0;
        while (done < vids.length && bytes < RequestLimits.TEXT_BYTES_GOOD) {
            byte[] text = dictionary.utf8Here(vids[done++]);
            answer.putBytes(text);
            bytes += text == null ? 0 : text.length;
        }
        answer.setInt(countAt, done);
    }

    // Partitions that move

    /**
     * Keeps terms of a partition that another node owns and is about to give to this one: those
     * with the counters from a first one on. Writes the newest counter that this node has; if terms
     * between are missing, it keeps none.
     */
    void copy(WireReader request, WireWriter answer) {
        int partition =
                (int)
                        InputLimits.checkRange(
                                "vertex partition", request.getInt(), 0, Vids.PARTITION_COUNT - 1L);
        long first = InputLimits.checkRange("counter", request.getLong(), 1, Vids.COUNTER_MAX);
        if (members.isOwn(partition)) {
            throw WukongsException.user(
                    "this node owns the vertex partition: partition=" + partition);
        }
        boolean isNext = first <= dictionary.counterHere(partition) + 1;
        TermCheck check = new TermCheck();
        TermBatch term = new TermBatch();
        long[] counter = {first};
        request.visitStrings(
                "terms",
                RequestLimits.TERMS_MAX,
                (utf8, from, to) -> {
                    check.checkTerm(utf8, from, to);
                    InputLimits.checkRange("counter", counter[0], 1, Vids.COUNTER_MAX);
                    if (Vids.partitionOf(TermHash.of(utf8, from, to)) != partition) {
                        throw WukongsException.user(
                                "a term is of another vertex partition: partition=" + partition);
                    }
                    if (isNext) {
                        term.clear();
                        term.add(utf8, from, to);
                        copy(term, Vids.vid(counter[0], partition));
                    }
                    counter[0]++;
                });
        answer.putLong(dictionary.counterHere(partition));
    }

    /** Keeps a term, which may be known with this vid, but with no other one. */
    private void copy(TermBatch term, long vid) {
        dictionary.lookUpHere(term, false);
        if (term.id(0) != TermDictionary.UNKNOWN && term.id(0) != vid) {
            throw otherTerm(vid);
        }
        try {
            dictionary.restore(term, vid);
        } catch (IllegalStateException e) {
            throw otherTerm(vid);
        }
    }

    private static WukongsException otherTerm(long vid) {
        return WukongsException.fatal("nodes have different terms of a vid: vid=" + vid);
    }
}
