package org.wukongs.store.continuous;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.wukongs.client.WindowResult;
import org.wukongs.store.history.History;
import org.wukongs.stream.EncodedBatch;

/** All derived streams of a store. The agent's thread. */
final class DerivedStreams {

    /** Steps of one call, some batches of some streams, so that others get their turn. */
    private static final int STEPS_MAX = 64;

    private final Map<String, DerivedStream> streams = new TreeMap<>();
    private final WindowSchedule schedule;
    private final DerivedTarget target;
    private History history = new History();

    DerivedStreams(WindowSchedule schedule, DerivedTarget target) {
        this.schedule = schedule;
        this.target = target;
    }

    void useHistory(History newHistory) {
        history = newHistory;
    }

    /** {@code reader} is the store's own. */
    void add(WindowReader reader) {
        RegisteredQuery query = reader.any();
        streams.put(query.query().name(), new DerivedStream(schedule, reader, target, history));
    }

    /** Makes the stream that a query is going to derive. */
    void define(RegisteredQuery query) {
        target.add(DerivedStream.definition(query));
    }

    void remove(String name) {
        if (streams.remove(name) != null) {
            target.drop(name);
        }
    }

    /** Sets the window end at which a derived stream begins; ignores other names. */
    void startFrom(String name, long windowEndMs) {
        DerivedStream stream = streams.get(name);
        if (stream != null) {
            stream.startFrom(windowEndMs);
        }
    }

    /** The names of all. */
    Set<String> names() {
        return streams.keySet();
    }

    /** State of a query's derived stream; null if the query derives none. */
    DerivedCut cut(String name) {
        DerivedStream stream = streams.get(name);
        return stream == null ? null : stream.cut();
    }

    void restore(String name, DerivedCut cut, long pinnedMs) {
        streams.get(name).restore(cut, pinnedMs);
    }

    /** The first window end of its query that a derived stream holds. */
    long pinnedMs(String name) {
        return streams.get(name).pinnedMs();
    }

    /** Adds the tuples that wait for room in their streams. */
    void addWaiting(List<EncodedBatch> all) {
        streams.values().forEach(stream -> stream.addWaiting(all));
    }

    /** Waits for executions under way. */
    void await() {
        streams.values().forEach(DerivedStream::await);
    }

    /**
     * Does what is due, also for streams that read derived streams; returns the number of steps.
     */
    int advance(Consumer<WindowResult> listener) {
        int steps = 0;
        boolean moved = true;
        while (moved && steps < STEPS_MAX) {
            moved = false;
            for (DerivedStream stream : streams.values()) {
                if (stream.advance(listener)) {
                    moved = true;
                    steps++;
                }
            }
        }
        return steps;
    }
}
