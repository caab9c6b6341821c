package org.wukongs.flink.changelog;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.Internal;

/**
 * How a source reads a graph's changes.
 *
 * @param graph the stored graph
 * @param fetchWait how long a request may wait for a change
 * @param releaseOnCheckpoint whether changes are released by a completed checkpoint; otherwise
 *     after they were read, and the reader ends with its task
 */
@Internal
public record ChangelogOptions(String graph, Duration fetchWait, boolean releaseOnCheckpoint)
        implements Serializable {}
