package org.wukongs.flink.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps the place of each split. Invariant: a split id either waits here, or one subtask has it, or
 * it belongs to a subtask that was reset and has not reported its splits; it is in exactly one of
 * these places, whatever Flink calls in whatever order. So no split is read twice.
 *
 * <p>Flink reports a split several times: a subtask that was reset reports the splits in its state,
 * and those assigned to it after that checkpoint come back as well; its state even has splits that
 * have gone to other subtasks since. Owned by the enumerator's thread.
 */
final class SplitPlaces {

    private final Map<String, QuerySplit> waiting = new LinkedHashMap<>(); // by id
    private final Map<String, Integer> subtasks = new HashMap<>(); // by id

    /** A subtask was reset or has started: it no longer reads the splits it was given before. */
    void reset(int subtask) {
        subtasks.values().removeIf(owner -> owner == subtask);
    }

    /**
     * Adds a split reported to be without a reader. A split that a subtask has stays there. A split
     * that waits already keeps the later position: in checkpoints from before this class existed,
     * two subtasks may have the same split, each with all windows delivered up to its own position.
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

    /** How many splits a subtask has. */
    int countOf(int subtask) {
        return (int) subtasks.values().stream().filter(owner -> owner == subtask).count();
    }

    /** Gives a waiting split to a subtask. */
    void assign(QuerySplit split, int subtask) {
        if (waiting.remove(split.splitId()) == null) {
            throw new IllegalStateException(
                    "cannot assign a split that does not wait: split=" + split);
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
