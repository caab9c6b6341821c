package org.wukongs.store.log;

/**
 * What a log has on disk.
 *
 * @param bytes of all segments, what is void in them included
 */
public record LogUsage(int segmentCount, long bytes) {}
