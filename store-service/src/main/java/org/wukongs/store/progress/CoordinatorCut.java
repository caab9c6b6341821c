package org.wukongs.store.progress;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The state of a coordinator besides its streams.
 *
 * @param sn Stable_SN
 * @param keptEpochs the newest writer epoch of each start of the store, by start
 * @param turns what waits for a plan, in the order in which it was closed
 */
public record CoordinatorCut(
        long sn, NavigableMap<Long, Long> keptEpochs, List<InjectionTurn> turns) {

    public CoordinatorCut {
        turns = List.copyOf(turns);
        keptEpochs = new TreeMap<>(keptEpochs);
    }
}
