package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;

/**
 * The terms of a cluster as one of its nodes sees them: those that it keeps, and caches of those
 * that others own. What a term is called never changes, so a cache is never wrong; a term that is
 * not known yet is asked for each time. A node keeps the terms of vertex partitions that it owns,
 * has owned, or is about to own; of a partition these are always the first ones.
 */
final class PartitionedTerms implements Terms {

    /** Texts asked for together, so that what waits for the caches stays small. */
    private static final int ASKED_MAX = 1 << 14;

    private final Terms own;
    private final OtherTerms others;
    private final HotTerms hot; // of other nodes
    private final KnownVids known; // of other nodes; has all predicates
    private final LookupCounts lookups;
    private final Map<String, Long> constants = new ConcurrentHashMap<>(); // of other nodes
    private final Queue<OtherTerm> newConstants = new ConcurrentLinkedQueue<>();

    PartitionedTerms(Terms own, OtherTerms others, DictionaryConfig config, LookupCounts lookups) {
        this.own = own;
        this.others = others;
        this.hot = new HotTerms(config.cacheBytesMax());
        this.known = new KnownVids(config.bytesMax());
        this.lookups = lookups;
    }

    // Texts to ids

    @Override
    public long find(TermKey key) {
        if (others.isOwn(key.partition())) {
            return own.find(key);
        }
        long vid = kept(key);
        return vid == TermDictionary.UNKNOWN ? ask(key, false, true) : vid;
    }

    @Override
    public long findOrAllocate(TermKey key) {
        return findOrAllocate(key, true);
    }

    @Override
    public long findOrAllocateNow(TermKey key) {
        return findOrAllocate(key, false);
    }

    private long findOrAllocate(TermKey key, boolean waits) {
        long waitNs = 0;
        while (others.isOwn(key.partition())) {
            long vid = own.findOrAllocate(key);
            if (vid != TermDictionary.UNKNOWN) {
                return vid;
            }
            if (!waits) {
                throw WukongsException.retriable("a vertex partition moves to another node");
            }
            waitNs = others.awaitMove(waitNs);
        }
        long vid = kept(key);
        return vid == TermDictionary.UNKNOWN ? ask(key, true, waits) : vid;
    }

    /** Returns the vid of a term that another node owns, if this one keeps it, too. */
    private long kept(TermKey key) {
        boolean keepsSome = own.wasGiven(Vids.vid(1, key.partition()));
        return keepsSome ? own.find(key) : TermDictionary.UNKNOWN;
    }

    private long ask(TermKey key, boolean allocate, boolean waits) {
        long vid = hot.find(key);
        if (vid == TermDictionary.UNKNOWN) {
            byte[] text = Arrays.copyOfRange(key.utf8(), key.from(), key.to());
            vid = others.find(List.of(text), allocate, waits)[0];
            keepHot(text, vid);
        }
        return lookups.count(vid);
    }

    /** Caches a term unless it has a language tag, which its owner may spell differently. */
    private void keepHot(byte[] text, long vid) {
        TermKey key = TermKey.of(text, 0, text.length);
        if (vid != TermDictionary.UNKNOWN && key.tagFrom() == key.to()) {
            hot.add(key, vid);
        }
    }

    /**
     * Predicates of streams and constants of registered queries, so there are not too many. The
     * node's thread asks for them, which does not wait for partitions that move.
     */
    @Override
    public long constant(TermKey key) {
        byte[] text = Arrays.copyOfRange(key.utf8(), key.from(), key.to());
        String name = new String(text, StandardCharsets.UTF_8);
        Long known = constants.get(name);
        if (known != null) {
            return known; // first: a node that comes back may own it by now, but not keep it yet
        }
        long vid = kept(key);
        if (vid == TermDictionary.UNKNOWN && others.isOwn(key.partition())) {
            vid = findOrAllocate(key, false);
        }
        if (own.wasGiven(vid)) {
            return vid;
        }
        vid = ask(key, true, false);
        if (constants.putIfAbsent(name, vid) == null) {
            newConstants.add(new OtherTerm(text, vid));
        }
        return vid;
    }

    @Override
    public List<OtherTerm> newConstants() {
        List<OtherTerm> taken = new ArrayList<>();
        for (OtherTerm next = newConstants.poll(); next != null; next = newConstants.poll()) {
            taken.add(next);
        }
        return taken;
    }

    @Override
    public List<OtherTerm> constants() {
        List<OtherTerm> all = new ArrayList<>();
        constants.forEach(
                (text, vid) -> all.add(new OtherTerm(text.getBytes(StandardCharsets.UTF_8), vid)));
        return all;
    }

    @Override
    public void learn(OtherTerm constant) {
        constants.put(new String(constant.text(), StandardCharsets.UTF_8), constant.vid());
    }

    @Override
    public void find(TermBatch batch) {
        lookUp(batch, false);
    }

    @Override
    public void findOrAllocate(TermBatch batch) {
        lookUp(batch, true);
    }

    private void lookUp(TermBatch batch, boolean allocate) {
        TermBatch ofOwn = new TermBatch();
        int[] ownPlaces = new int[batch.size()];
        List<byte[]> asked = new ArrayList<>();
        int[] askedPlaces = new int[batch.size()];
        for (int i = 0; i < batch.size(); i++) {
            if (others.isOwn(Vids.partitionOf(batch.hash(i)))) {
                ownPlaces[ofOwn.size()] = i;
                ofOwn.add(batch.text(), batch.from(i), batch.to(i));
                continue;
            }
            TermKey key = TermKey.of(batch, i);
            long vid = kept(key);
            vid = vid == TermDictionary.UNKNOWN ? hot.find(key) : vid;
            if (vid == TermDictionary.UNKNOWN) {
                askedPlaces[asked.size()] = i;
                asked.add(Arrays.copyOfRange(batch.text(), batch.from(i), batch.to(i)));
            } else {
                batch.setId(i, lookups.count(vid));
            }
        }
        if (allocate) {
            own.findOrAllocate(ofOwn);
        } else {
            own.find(ofOwn);
        }
        for (int i = 0; i < ofOwn.size(); i++) {
            boolean isClosed = allocate && ofOwn.id(i) == TermDictionary.UNKNOWN;
            long vid = isClosed ? findOrAllocate(TermKey.of(ofOwn, i)) : ofOwn.id(i);
            batch.setId(ownPlaces[i], vid);
        }
        if (!asked.isEmpty()) {
            long[] vids = others.find(asked, allocate, true);
            for (int i = 0; i < vids.length; i++) {
                batch.setId(askedPlaces[i], lookups.count(vids[i]));
                keepHot(asked.get(i), vids[i]);
            }
        }
    }

    // Ids to texts and values

    /**
     * Returns true for any number that is the vid of a term which only other nodes keep, if it is
     * of any.
     */
    private boolean isOther(long vid) {
        return vid > Vids.INDEX_VERTEX
                && vid >>> Vids.BITS == 0
                && !own.wasGiven(vid)
                && !others.isOwn(vid);
    }

    @Override
    public byte[] text(long vid) {
        if (!isOther(vid)) {
            return own.text(vid);
        }
        byte[] text = textIfGiven(vid);
        if (text == null) {
            throw Terms.noSuchVid(vid);
        }
        return text;
    }

    @Override
    public byte[] textIfGiven(long vid) {
        if (!isOther(vid)) {
            return own.textIfGiven(vid);
        }
        byte[] text = hot.text(vid);
        if (text == null) {
            text = others.texts(new long[] {vid})[0];
            learn(vid, text);
        }
        return text;
    }

    private void learn(long vid, byte[] text) {
        if (text != null) {
            hot.add(TermKey.of(text, 0, text.length), vid);
            known.entry(vid, v -> text);
        }
    }

    /** Those of other nodes are cached if they were read ahead. */
    @Override
    public int texts(long[] vids, int from, int to, TextBlock into) {
        int end = from;
        int last = Math.min(to, from + TextBlock.GROUP_SIZE);
        while (end < last && (vids[end] == 0 || !isOther(vids[end]))) {
            end++;
        }
        if (end > from) {
            return own.texts(vids, from, end, into);
        }
        into.add(text(vids[from]));
        return 1;
    }

    @Override
    public void readAhead(long[] vids, int count) {
        own.readAhead(vids, count);
        long[] asked = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (isOther(vids[i]) && hot.text(vids[i]) == null) {
                asked[size++] = vids[i];
            }
        }
        learn(asked, size);
    }

    @Override
    public void readValues(long[] vids, int count) {
        long[] asked = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (isOther(vids[i]) && !hasValue(vids[i])) {
                asked[size++] = vids[i];
            }
        }
        learn(asked, size);
    }

    /** Returns whether the value of a vid, or its text if that is the value, is cached. */
    private boolean hasValue(long vid) {
        return known.isKnown(vid)
                && (VidEntryDescriptor.kind(known.entry(vid, this::text)).hasValue()
                        || hot.text(vid) != null);
    }

    /** Asks for the texts of the first vids, each once. */
    private void learn(long[] vids, int count) {
        if (count == 0) {
            return;
        }
        Arrays.sort(vids, 0, count);
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || vids[i] != vids[i - 1]) {
                vids[size++] = vids[i];
            }
        }
        for (int from = 0; from < size; from += ASKED_MAX) {
            long[] asked = Arrays.copyOfRange(vids, from, Math.min(size, from + ASKED_MAX));
            byte[][] texts = others.texts(asked);
            for (int i = 0; i < asked.length; i++) {
                learn(asked[i], texts[i]);
            }
        }
    }

    @Override
    public boolean isPartitioned() {
        return true;
    }

    @Override
    public long entry(long vid) {
        if (!isOther(vid)) {
            return own.entry(vid);
        }
        if (known.isKnown(vid)) {
            return known.entry(vid, this::text);
        }
        byte[] text = text(vid);
        return known.entry(vid, v -> text);
    }

    @Override
    public long payload(long vid, long entry) {
        return isOther(vid) ? known.payload(vid, entry) : own.payload(vid, entry);
    }

    // Predicates

    @Override
    public long[] predicates() {
        return own.predicates();
    }

    @Override
    public void setPid(long vid, long pid) {
        if (own.wasGiven(vid)) {
            own.setPid(vid, pid);
        } else {
            known.setPid(vid, pid);
        }
    }

    /** A predicate may have been learned before this node kept its term. */
    @Override
    public long pid(long vid) {
        long pid = own.wasGiven(vid) ? own.pid(vid) : 0;
        if (pid != 0) {
            return pid;
        }
        return known.isKnown(vid) ? VidEntryDescriptor.pid(known.entry(vid, this::text)) : 0;
    }

    // The node's own

    @Override
    public Terms here() {
        return own;
    }

    @Override
    public boolean wasGiven(long vid) {
        return own.wasGiven(vid);
    }

    @Override
    public long[] counters() {
        return own.counters();
    }

    @Override
    public boolean isGiven(long vid) {
        return isOther(vid) ? known.isKnown(vid) || textIfGiven(vid) != null : own.isGiven(vid);
    }

    @Override
    public void restore(TermBatch batch, long firstVid) {
        own.restore(batch, firstVid);
    }

    @Override
    public long termCount() {
        return own.termCount();
    }

    @Override
    public long freeBytes() {
        return own.freeBytes();
    }

    /** The own terms, and what is known of others', have a limit each; the fuller one counts. */
    @Override
    public long limitedBytes() {
        return Math.max(own.limitedBytes(), known.bytes());
    }

    @Override
    public long memoryBytes() {
        return own.memoryBytes() + hot.bytes() + known.bytes();
    }

    @Override
    public void sync() {
        own.sync();
    }

    @Override
    public void check() {
        own.check();
    }

    @Override
    public void close() {
        own.close();
        hot.close();
        known.close();
    }
}
