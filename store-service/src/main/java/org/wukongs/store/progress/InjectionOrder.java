package org.wukongs.store.progress;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.stream.StreamState;

/**
 * The order in which streams have closed batches and late tuples have come, as far as they wait for
 * a plan. Plans follow it, so that what streams do to one graph does not depend on how many batches
 * a plan has.
 *
 * <p>Batches without tuples have no turn, so there are at most as many turns as messages that wait.
 * Owned by the store agent.
 */
final class InjectionOrder {

    /** All turns of a stream. */
    private static final class Noted {
        private long upToBatch;
        private int lateCount;
        private int turnCount;
    }

    private final Deque<InjectionTurn> turns = new ArrayDeque<>();
    private final Map<String, Noted> noted = new HashMap<>();

    /** Notes that a stream has closed all batches up to {@code batch}. */
    void close(StreamState stream, long batch) {
        Noted known = noted.get(stream.definition().name());
        if (stream.hasOpenTuples(known == null ? Long.MIN_VALUE : known.upToBatch, batch)) {
            add(new InjectionTurn(stream.definition().name(), batch, 0));
        }
    }

    /**
     * Notes that the late messages of a stream which are not in a turn have come after all its
     * batches up to {@code batch} were closed.
     */
    void addLate(StreamState stream, long batch) {
        String name = stream.definition().name();
        Noted known = noted.get(name);
        int count = stream.lateMessageCount() - (known == null ? 0 : known.lateCount);
        if (count > 0) {
            add(new InjectionTurn(name, batch, count));
        }
    }

    private void add(InjectionTurn turn) {
        Noted all = noted.computeIfAbsent(turn.stream(), name -> new Noted());
        all.upToBatch = all.turnCount == 0 ? turn.upToBatch() : max(all.upToBatch, turn);
        all.lateCount += turn.lateCount();
        InjectionTurn last = turns.peekLast();
        boolean joined =
                last != null
                        && last.stream().equals(turn.stream())
                        && (last.lateCount() == 0 || turn.lateCount() > 0);
        if (joined) {
            turns.removeLast();
            int lateCount = last.lateCount() + turn.lateCount();
            turns.addLast(new InjectionTurn(turn.stream(), max(last.upToBatch(), turn), lateCount));
        } else {
            turns.addLast(turn);
            all.turnCount++;
        }
    }

    private static long max(long batch, InjectionTurn turn) {
        return Math.max(batch, turn.upToBatch());
    }

    /** Returns the first turn, null if nothing waits. */
    InjectionTurn first() {
        return turns.peekFirst();
    }

    /** Removes the first turn, which a plan has as a whole. */
    void removeFirst() {
        InjectionTurn first = turns.removeFirst();
        Noted all = noted.get(first.stream());
        all.lateCount -= first.lateCount();
        all.turnCount--;
        if (all.turnCount == 0) {
            noted.remove(first.stream());
        }
    }

    /** Returns true if a stream has a turn. */
    boolean has(String stream) {
        return noted.containsKey(stream);
    }

    /** Opens the batches of a stream above {@code batch} again, which had ended. */
    void reopen(String stream, long batch) {
        Noted all = noted.get(stream);
        if (all != null) {
            all.upToBatch = Math.min(all.upToBatch, batch);
        }
    }

    /** Drops the turns of a stream. */
    void drop(String stream) {
        turns.removeIf(turn -> turn.stream().equals(stream));
        noted.remove(stream);
    }

    /** Returns all turns in order. */
    List<InjectionTurn> turns() {
        return List.copyOf(turns);
    }

    /** Replaces all turns. */
    void restore(Collection<InjectionTurn> restored) {
        turns.clear();
        noted.clear();
        restored.forEach(this::add);
    }
}
