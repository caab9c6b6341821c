package org.wukongs.kafka.lsbench;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.wukongs.stream.Tuple;

/**
 * Endless iterator of a stream's tuples, item by item (an item is a post, a photo, a like or a
 * position). Not thread-safe.
 */
final class TupleSequence implements Iterator<Tuple> {

    /** Writes the triples of the next item, at least one. */
    @FunctionalInterface
    interface ItemWriter {
        void writeNext(long itemTimeMs, TripleSink sink);
    }

    private final StreamClock clock;
    private final ItemWriter items;
    private final ArrayDeque<Tuple> pending = new ArrayDeque<>();
    private long tupleIndex;

    TupleSequence(StreamClock clock, ItemWriter items) {
        this.clock = clock;
        this.items = items;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Tuple next() {
        if (pending.isEmpty()) {
            items.writeNext(clock.timeMs(tupleIndex), this::append);
        }
        return pending.remove();
    }

    private void append(String subject, String predicate, String object) {
        pending.add(new Tuple(clock.timeMs(tupleIndex), subject, predicate, object));
        tupleIndex++;
    }
}
