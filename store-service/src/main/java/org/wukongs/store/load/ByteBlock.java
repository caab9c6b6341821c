package org.wukongs.store.load;

/**
 * Whole lines of a file.
 *
 * @param ordinal counts the blocks of the file
 * @param bytes from the block pool
 * @param length of what is read of them, ends with a line end
 */
record ByteBlock(SourceFile file, int ordinal, byte[] bytes, int length) {}
