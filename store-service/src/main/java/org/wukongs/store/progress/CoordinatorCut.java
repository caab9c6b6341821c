package org.wukongs.store.progress;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The state of a coordinator besides its streams.
 *
 * @param sn Stable_SN
 * @param keptEpochs the newest writer epoch of each start of the store, by start
 */
public record CoordinatorCut(long sn, NavigableMap<Long, Long> keptEpochs) {

    public CoordinatorCut {
        keptEpochs = new TreeMap<>(keptEpochs);
    }
}
