package org.wukongs.kafka.replay;

/**
 * How a replay is doing.
 *
 * @param tuples in their topics, those of earlier runs included
 * @param earlier those of earlier runs
 * @param skipped bad lines passed over in this run
 * @param share of the sources read, 0 to 1
 * @param complete false where it was asked to end early
 */
public record ReplayProgress(
        long tuples, long earlier, long skipped, double share, boolean complete) {}
