package org.wukongs.flink.sink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.stream.Tuple;

/**
 * Joins the old and the new version of a row. A changelog has them as two elements, first removals,
 * then additions. They get one event time, so no snapshot and no window is between them, and a
 * triple that both have is only said again.
 *
 * <p>An element of removals only waits for the next element. The next but one closing of a batch
 * releases it if there is none, so a pair is torn only if its second half takes that long.
 */
final class UpdatePairs implements Changes {

    private final ChangeTimes times;
    private final Target target;
    private final List<Tuple> removals = new ArrayList<>();
    private boolean waitedOnce;

    UpdatePairs(ChangeTimes times, Target target) {
        this.times = times;
        this.target = target;
    }

    @Override
    public void add(List<Tuple> element) {
        if (element.isEmpty()) {
            return;
        }
        boolean removes = true;
        for (Tuple tuple : element) {
            removes &= tuple.removal();
        }
        if (removes) {
            release();
            removals.addAll(element);
        } else {
            join(element);
        }
    }

    private void join(List<Tuple> element) {
        Set<Tuple> again = new HashSet<>();
        if (!removals.isEmpty()) {
            for (Tuple tuple : element) {
                again.add(tuple.at(0));
            }
        }
        List<Tuple> both = new ArrayList<>(removals.size() + element.size());
        for (Tuple removal : removals) {
            if (!again.contains(said(removal))) {
                both.add(removal);
            }
        }
        removals.clear();
        both.addAll(element);
        hand(both);
    }

    private static Tuple said(Tuple removal) {
        return new Tuple(0, removal.subject(), removal.predicate(), removal.object());
    }

    private void hand(List<Tuple> tuples) {
        waitedOnce = false;
        long timeMs = times.next(tuples);
        for (Tuple tuple : tuples) {
            target.take(tuple.at(timeMs));
        }
    }

    @Override
    public void beforeClosing() {
        if (waitedOnce) {
            release();
        }
        waitedOnce = !removals.isEmpty();
    }

    @Override
    public void release() {
        if (!removals.isEmpty()) {
            hand(removals);
            removals.clear();
        }
    }
}
