package org.wukongs.kafka.replay;

/**
 * Progress of a replay.
 *
 * @param tuples tuples in their topics, with those of earlier runs
 * @param earlier tuples of earlier runs
 * @param skipped bad lines skipped in this run
 * @param share of the sources read, 0 to 1
 * @param complete false if it was ended early
 */
public record ReplayProgress(
        long tuples, long earlier, long skipped, double share, boolean complete) {}
