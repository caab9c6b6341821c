package org.wukongs.flink.changelog;

import org.wukongs.client.ChangelogPosition;

/** Position of the task thread in a split. */
final class ChangelogSplitState {

    private final ChangelogSplit split;
    private ChangelogPosition position;

    ChangelogSplitState(ChangelogSplit split) {
        this.split = split;
        this.position = split.position();
    }

    void emittedTo(ChangelogPosition next) {
        position = next;
    }

    ChangelogSplit toSplit() {
        return split.at(position);
    }
}
