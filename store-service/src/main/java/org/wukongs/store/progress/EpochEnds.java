package org.wukongs.store.progress;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.progress.ProgressCut.EpochEnd;
import org.wukongs.stream.MessageId;

/**
 * The positions that a stream's writer epochs had when the store ended and started again: later
 * messages of these epochs are lost. Owned by the store agent.
 */
final class EpochEnds {

    /** As many epochs as {@link ResentMessages} remembers; both ignore older positions. */
    private static final int COUNT_MAX = ResentMessages.EPOCH_COUNT_MAX;

    private final Map<Long, List<Long>> sequences = new LinkedHashMap<>(); // by epoch

    void add(EpochEnd end) {
        sequences.put(end.epoch(), end.sequences());
        if (sequences.size() > COUNT_MAX) {
            sequences.remove(sequences.keySet().iterator().next());
        }
    }

    /** Returns the ends, oldest first. */
    List<EpochEnd> list() {
        List<EpochEnd> list = new ArrayList<>();
        sequences.forEach((epoch, numbers) -> list.add(new EpochEnd(epoch, numbers)));
        return list;
    }

    /** Returns true if the store has lost some message up to a position. */
    boolean isBehind(MessageId position) {
        List<Long> known = sequences.get(position.epoch());
        if (known == null) {
            return false;
        }
        long last = position.writer() < known.size() ? known.get(position.writer()) : 0;
        return position.sequence() > last;
    }
}
