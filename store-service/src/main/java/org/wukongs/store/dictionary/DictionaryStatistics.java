package org.wukongs.store.dictionary;

/**
 * What a dictionary holds and has done since it was opened.
 *
 * @param termCount terms; predicates are among them
 * @param predicateCount predicates
 * @param memoryBytes memory for them, in the heap or not
 * @param hitCount look-ups of terms that had an id
 * @param missCount look-ups of terms that had none, whether they got one or not
 */
public record DictionaryStatistics(
        long termCount, long predicateCount, long memoryBytes, long hitCount, long missCount) {}
