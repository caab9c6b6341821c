package org.wukongs.store.dictionary;

/**
 * Statistics of a dictionary: its size, and its look-ups since it was opened.
 *
 * @param termCount terms, including predicates
 * @param predicateCount predicates
 * @param memoryBytes memory for terms, on and off the heap
 * @param freeBytes those of it that are free for new terms
 * @param limitedBytes those in use that {@link DictionaryConfig#bytesMax} limits
 * @param reclaimedCount terms that were reclaimed, because nothing named them
 * @param roundCount rounds of reclamation that have ended
 * @param hitCount look-ups of terms that had an id
 * @param missCount look-ups of terms that had none, whether they got one or not
 */
public record DictionaryStatistics(
        long termCount,
        long predicateCount,
        long memoryBytes,
        long freeBytes,
        long limitedBytes,
        long reclaimedCount,
        long roundCount,
        long hitCount,
        long missCount) {}
