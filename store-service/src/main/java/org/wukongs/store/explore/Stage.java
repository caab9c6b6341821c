package org.wukongs.store.explore;

import java.util.List;

/** A step that produces rows, and the checks that are applied to its rows at once. */
record Stage(Step producer, List<Step> checks) {

    Stage {
        checks = List.copyOf(checks);
    }
}
