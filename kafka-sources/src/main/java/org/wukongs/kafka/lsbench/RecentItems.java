package org.wukongs.kafka.lsbench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The likeable items that another stream has completed recently, computed from its schedule without
 * reading it. Holds the items of {@link #RECENT_MS}. Not thread-safe.
 */
final class RecentItems<T extends Item> {

    /** Half of the queries' windows: most likes meet their item in the same window. */
    static final long RECENT_MS = 500;

    private record Published<T>(T item, long timeMs) {}

    private final Iterator<T> items;
    private final StreamClock clock;
    private final List<Published<T>> recent = new ArrayList<>();
    private int oldest;
    private Published<T> upcoming;
    private long nextTupleIndex;

    RecentItems(Iterator<T> items, StreamClock clock) {
        this.items = items;
        this.clock = clock;
        this.upcoming = publishNext();
        // Before any item is complete, the first item is liked.
        recent.add(upcoming);
        this.upcoming = publishNext();
    }

    T pick(long timeMs, Draws draws) {
        advanceTo(timeMs);
        return recent.get(oldest + draws.below(recent.size() - oldest)).item();
    }

    private void advanceTo(long timeMs) {
        while (upcoming.timeMs() <= timeMs) {
            recent.add(upcoming);
            upcoming = publishNext();
        }
        while (oldest < recent.size() - 1 && recent.get(oldest).timeMs() < timeMs - RECENT_MS) {
            oldest++;
        }
        if (oldest > recent.size() / 2) {
            recent.subList(0, oldest).clear();
            oldest = 0;
        }
    }

    private Published<T> publishNext() {
        while (true) {
            T item = items.next();
            nextTupleIndex += item.tupleCount();
            if (item.likeable()) {
                return new Published<>(item, clock.timeMs(nextTupleIndex - 1));
            }
        }
    }
}
