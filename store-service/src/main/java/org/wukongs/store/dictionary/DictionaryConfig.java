package org.wukongs.store.dictionary;

import java.nio.file.Path;

/**
 * Where a dictionary keeps its terms, and how many.
 *
 * @param directory of the dictionary on disk; null for one in memory
 * @param termCountMax terms
 * @param bytesMax memory for terms, on disk for what is kept of their values
 * @param cacheBytesMax memory for terms used of late, of a dictionary on disk
 */
public record DictionaryConfig(
        Path directory, long termCountMax, long bytesMax, long cacheBytesMax) {

    /** Holds about 3 million terms of 60 bytes both ways. */
    public static final long CACHE_BYTES_MAX_DEFAULT = 256L << 20;

    /** A dictionary in memory. */
    public static DictionaryConfig inMemory(long termCountMax) {
        return new DictionaryConfig(
                null, termCountMax, TermDictionary.BYTES_MAX_DEFAULT, CACHE_BYTES_MAX_DEFAULT);
    }

    public DictionaryConfig withDirectory(Path directory) {
        return new DictionaryConfig(directory, termCountMax, bytesMax, cacheBytesMax);
    }

    public DictionaryConfig withBytesMax(long bytesMax) {
        return new DictionaryConfig(directory, termCountMax, bytesMax, cacheBytesMax);
    }

    public DictionaryConfig withCacheBytesMax(long cacheBytesMax) {
        return new DictionaryConfig(directory, termCountMax, bytesMax, cacheBytesMax);
    }
}
