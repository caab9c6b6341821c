package org.wukongs.store.load;

/**
 * A block of whole lines of a file.
 *
 * @param ordinal number of the block in the file
 * @param bytes from the block pool
 * @param length of the lines in {@code bytes}, the last line end included
 */
record ByteBlock(SourceFile file, int ordinal, byte[] bytes, int length) {}
