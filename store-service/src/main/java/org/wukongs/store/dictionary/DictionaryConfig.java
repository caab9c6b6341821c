package org.wukongs.store.dictionary;

import java.nio.file.Path;

/**
 * Configuration of a dictionary: where it keeps its terms, and its limits.
 *
 * @param directory of the dictionary on disk; null for one in memory
 * @param termCountMax number of terms
 * @param bytesMax memory for terms; for a dictionary on disk, memory for kinds and values by id
 * @param cacheBytesMax memory for recently used terms of a dictionary on disk
 */
public record DictionaryConfig(
        Path directory, long termCountMax, long bytesMax, long cacheBytesMax) {

    /** Room for about 3 million terms of 60 bytes, in both directions. */
    public static final long CACHE_BYTES_MAX_DEFAULT = 256L << 20;

    /** Returns the configuration of a dictionary in memory. */
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
