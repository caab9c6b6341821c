package org.wukongs.store.text;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.wukongs.csparql.Catalog;

/**
 * Skeletons of texts, with which later texts that differ in constants only need no parsing. A text
 * is found by two hashes: that of its shape tells which places are holes, and that of everything
 * outside of these holes leads to the skeleton. Any thread.
 */
public final class KnownTexts<T> {

    /** Each has a plan, which takes some ten kilobytes, and more if its results were large. */
    public static final int SKELETON_COUNT_MAX = 256;

    /** Sets of holes, of which a shape may have several. They take some ten bytes each. */
    private static final int HOLE_SET_COUNT_MAX = 1024;

    private final TextParser<T> parser;
    private final HashedSlots<Long> holeSets = new HashedSlots<>(HOLE_SET_COUNT_MAX);
    private final HashedSlots<TextSkeleton<T>> skeletons = new HashedSlots<>(SKELETON_COUNT_MAX);
    private final SeenTexts seen = new SeenTexts();
    private final AtomicBoolean learning = new AtomicBoolean();
    private final LongAdder knownCount = new LongAdder();
    private final LongAdder parsedCount = new LongAdder();
    private final LongAdder learnedCount = new LongAdder();

    public KnownTexts(TextParser<T> parser) {
        this.parser = parser;
    }

    /**
     * Returns what a text is like; null if it must be parsed.
     *
     * @param version changes whenever a name in the catalog may change its meaning; read before
     */
    public AlikeText<T> find(TextShape text, Catalog catalog, long version) {
        for (int way = 0; way < HashedSlots.WAY_COUNT; way++) {
            Long holeSet = holeSets.get(text.hash(), way);
            if (holeSet == null) {
                continue;
            }
            long hash = text.hash(holeSet);
            TextSkeleton<T> skeleton = skeletons.get(hash);
            AlikeText<T> alike = skeleton == null ? null : skeleton.match(text);
            if (alike != null && skeleton.isCurrent(catalog, version)) {
                knownCount.increment();
                return alike;
            }
            if (alike != null) {
                skeletons.remove(hash);
            }
        }
        return null;
    }

    /**
     * Counts a text that was not found and is right. Returns true if it is time to {@link #learn}
     * from it; then this has to be done or {@link #giveUp given up} before it is time again.
     *
     * @param text null for a text without shape
     */
    public boolean parsed(TextShape text) {
        parsedCount.increment();
        return text != null
                && seen.count(counted(text), SkeletonLearner.parseCount(text))
                && learning.compareAndSet(false, true);
    }

    /** Returns the hash by which a text is counted. */
    private long counted(TextShape text) {
        Long holeSet = holeSets.get(text.hash());
        return holeSet == null ? text.hash() : text.hash(holeSet);
    }

    /** Learns from a text, by some dozens of parses. One thread at a time. */
    public void learn(TextShape text, Catalog catalog) {
        try {
            long counted = counted(text);
            TextSkeleton<T> skeleton = SkeletonLearner.learn(text, parser, catalog);
            if (skeleton == null) {
                seen.rest(counted);
            } else {
                add(skeleton);
            }
        } finally {
            giveUp();
        }
    }

    /** Notes that nothing was learned from a text, because learning failed. */
    public void restAfter(TextShape text) {
        seen.rest(counted(text));
    }

    /** Ends learning, or does not begin it. */
    public void giveUp() {
        learning.set(false);
    }

    /** Returns the skeleton of a text, without adding it; null if there is none. */
    public TextSkeleton<T> skeleton(TextShape text, Catalog catalog) {
        return SkeletonLearner.learn(text, parser, catalog);
    }

    /** Adds what was learned from a text. */
    public void add(TextSkeleton<T> skeleton) {
        learnedCount.increment();
        TextShape shape = skeleton.shape();
        long holeSet = skeleton.holeSet();
        skeletons.put(shape.hash(holeSet), skeleton, true);
        for (int way = 0; way < HashedSlots.WAY_COUNT; way++) {
            Long known = holeSets.get(shape.hash(), way);
            if (known != null && known == holeSet) {
                return;
            }
        }
        holeSets.put(shape.hash(), holeSet, false);
    }

    /** Returns how many texts were found or parsed, and how many skeletons there are. */
    public TextCounts counts() {
        return new TextCounts(
                knownCount.sum(), parsedCount.sum(), learnedCount.sum(), skeletons.size());
    }
}
