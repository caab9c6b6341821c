package org.wukongs.flink.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where each split is. Invariant: a split id waits here, or one subtask has it, or it is on its way
 * with a subtask that was reset and has not reported what it goes on with; it is in one of these
 * places only, whatever Flink calls and in which order. So no split is read twice.
 *
 * <p>Flink tells of one split several times: a subtask that was reset reports what its state has,
 * and what it was assigned since that checkpoint comes back as well; and where its splits have gone
 * to other subtasks since, its state has them all the same. Owned by the enumerator's thread.
 */
final class SplitPlaces {

    private final Map<String, QuerySplit> waiting = new LinkedHashMap<>(); // by id
    private final Map<String, Integer> subtasks = new HashMap<>(); // by id

    /** A subtask was reset or has just begun: it reads nothing that it was given before. */
    void reset(int subtask) {
        subtasks.values().removeIf(owner -> owner == subtask);
    }

    /**
     * A split that someone says has no reader. One that a subtask has stays there. One that waits
     * already stays, with the later position: before there was this class two subtasks could have
     * one split, each of which had delivered all windows up to its own position.
     */
    void offer(QuerySplit split) {
        if (!subtasks.containsKey(split.splitId())) {
            waiting.merge(split.splitId(), split, SplitPlaces::further);
        }
    }

    private static QuerySplit further(QuerySplit one, QuerySplit other) {
        return other.nextWindowEndMs() > one.nextWindowEndMs() ? other : one;
    }

    List<QuerySplit> waiting() {
        return List.copyOf(waiting.values());
    }

    int waitingCount() {
        return waiting.size();
    }

    /** A split that waits goes to a subtask. */
    void assign(QuerySplit split, int subtask) {
        if (waiting.remove(split.splitId()) == null) {
            throw new IllegalStateException(
                    "a split that does not wait is assigned: split=" + split);
        }
        subtasks.put(split.splitId(), subtask);
    }

    /** Those of {@code ids} that neither wait nor have a subtask. */
    Set<String> missing(Collection<String> ids) {
        Set<String> missing = new TreeSet<>(ids);
        missing.removeAll(waiting.keySet());
        missing.removeAll(subtasks.keySet());
        return missing;
    }
}
