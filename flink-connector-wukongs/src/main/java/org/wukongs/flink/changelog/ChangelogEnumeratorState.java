package org.wukongs.flink.changelog;

import org.apache.flink.annotation.Internal;

/**
 * State of the enumerator.
 *
 * @param unassigned the split if no reader has it, otherwise null
 */
@Internal
public record ChangelogEnumeratorState(ChangelogSplit unassigned) {}
