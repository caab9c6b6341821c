package org.wukongs.store.checkpoint;

/**
 * A file of a data directory that nothing changes any more.
 *
 * @param path below the directory, with {@code /}
 * @param bytes how many belong to it; a file on disk may have more after them
 * @param crc CRC32C of these bytes, if that is known
 */
public record DataFile(String path, long bytes, Integer crc) {}
