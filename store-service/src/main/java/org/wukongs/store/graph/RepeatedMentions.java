package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.agrona.BitUtil;
import org.wukongs.id.IdHash;

/**
 * What the mentions of a graph do not tell by themselves, by triple: how often it was said again
 * while it was there, and which of its mentions a removal has made void. Only such triples have an
 * entry, of 32 bytes. An open-addressing table; owned by the writer.
 *
 * <pre>
 *  word 0  subject (46), free (18)      word 2  mentions before this number are void
 *  word 1  object (46), pid (17)        word 3  how often it was said again
 * </pre>
 */
final class RepeatedMentions {

    private static final int WORDS_SHIFT = 2;
    private static final int WORDS = 1 << WORDS_SHIFT;
    private static final int PID_SHIFT = ValueDescriptor.PAYLOAD_BITS;
    private static final int CAPACITY_MIN = 16;
    private static final int VOID = 2;
    private static final int TIMES = 3;

    private long[] words = new long[CAPACITY_MIN << WORDS_SHIFT];
    private int size;

    /** Returns a copy of all entries. */
    RetentionCut.Entries copy() {
        long[] copied = words.clone();
        return visitor -> {
            for (int at = 0; at < copied.length; at += WORDS) {
                if (copied[at] != 0) {
                    long pid = copied[at + 1] >>> PID_SHIFT;
                    long object = copied[at + 1] & ValueDescriptor.PAYLOAD_MASK;
                    visitor.entry(copied[at], pid, object, copied[at + VOID], copied[at + TIMES]);
                }
            }
        };
    }

    void clear() {
        words = new long[CAPACITY_MIN << WORDS_SHIFT];
        size = 0;
    }

    /** Notes that a triple which is there was said once more. */
    void repeat(long subject, long pid, long object) {
        words[entry(subject, pid, object) + TIMES]++;
    }

    /** Notes that a triple is gone, so that its mentions before {@code number} are void. */
    void makeVoid(long subject, long pid, long object, long number) {
        int at = entry(subject, pid, object);
        words[at + VOID] = number;
        words[at + TIMES] = 0;
    }

    /** Restores an entry. */
    void put(long subject, long pid, long object, long voidBefore, long times) {
        int at = entry(subject, pid, object);
        words[at + VOID] = voidBefore;
        words[at + TIMES] = times;
    }

    /**
     * Takes mention {@code number} of a triple, which is due; returns true if it is the last one
     * that has kept the triple.
     */
    boolean takeDue(long subject, long pid, long object, long number) {
        int at = find(subject, pid, object);
        if (words[at] == 0) {
            return true;
        }
        if (number < words[at + VOID]) {
            return false;
        }
        if (words[at + TIMES] == 0) {
            return true;
        }
        words[at + TIMES]--;
        if (words[at + TIMES] == 0 && words[at + VOID] == 0) {
            remove(at);
        }
        return false;
    }

    /** Returns whether mention {@code number} of a triple is void. */
    boolean isVoid(long subject, long pid, long object, long number) {
        int at = find(subject, pid, object);
        return words[at] != 0 && number < words[at + VOID];
    }

    /**
     * Drops entries that say nothing of mentions from {@code number} on; to be called when the
     * table is {@link #isFull full}.
     */
    void sweep(long number) {
        keep((table, at) -> isNeeded(table, at, number));
    }

    /** Drops the entries of triples at vertices that move: at subjects, or at objects. */
    void drop(LongPredicate moves, boolean bySubject) {
        keep((table, at) -> table[at] != 0 && !moves.test(vertex(table, at, bySubject)));
    }

    /** Returns a copy of those. */
    MentionEntries entries(LongPredicate moves, boolean bySubject) {
        MentionEntries some = new MentionEntries();
        for (int at = 0; at < words.length; at += WORDS) {
            if (words[at] != 0 && moves.test(vertex(words, at, bySubject))) {
                some.append(
                        words[at],
                        words[at + 1] >>> PID_SHIFT,
                        words[at + 1] & ValueDescriptor.PAYLOAD_MASK,
                        words[at + VOID],
                        words[at + TIMES]);
            }
        }
        return some;
    }

    private static long vertex(long[] table, int at, boolean bySubject) {
        return bySubject ? table[at] : table[at + 1] & ValueDescriptor.PAYLOAD_MASK;
    }

    /** Tells which entries of a table stay. */
    private interface Staying {
        boolean test(long[] table, int at);
    }

    private void keep(Staying staying) {
        int left = 0;
        for (int at = 0; at < words.length; at += WORDS) {
            left += staying.test(words, at) ? 1 : 0;
        }
        long[] old = words;
        words =
                new long
                        [Math.max(CAPACITY_MIN, BitUtil.findNextPositivePowerOfTwo(left * 4))
                                << WORDS_SHIFT];
        size = left;
        for (int at = 0; at < old.length; at += WORDS) {
            if (staying.test(old, at)) {
                move(old, at);
            }
        }
    }

    private static boolean isNeeded(long[] words, int at, long number) {
        return words[at] != 0 && (words[at + TIMES] > 0 || words[at + VOID] > number);
    }

    /** Returns true if the table grows with one more entry. */
    boolean isFull() {
        return size * 2 >= words.length >>> WORDS_SHIFT;
    }

    private int entry(long subject, long pid, long object) {
        int at = find(subject, pid, object);
        if (words[at] != 0) {
            return at;
        }
        if (isFull()) {
            sweep(0);
            at = find(subject, pid, object);
        }
        words[at] = subject;
        words[at + 1] = object | pid << PID_SHIFT;
        words[at + VOID] = 0;
        words[at + TIMES] = 0;
        size++;
        return at;
    }

    /** Returns the place of a triple, or the free one where it would be. */
    private int find(long subject, long pid, long object) {
        long second = object | pid << PID_SHIFT;
        int at = home(subject, second);
        while (words[at] != 0 && (words[at] != subject || words[at + 1] != second)) {
            at = at + WORDS & words.length - 1;
        }
        return at;
    }

    private int home(long first, long second) {
        long hash = IdHash.mix(IdHash.mix(first), second);
        return IdHash.slot(hash, words.length >>> WORDS_SHIFT) << WORDS_SHIFT;
    }

    private void move(long[] from, int fromAt) {
        int at = home(from[fromAt], from[fromAt + 1]);
        while (words[at] != 0) {
            at = at + WORDS & words.length - 1;
        }
        System.arraycopy(from, fromAt, words, at, WORDS);
    }

    /** Frees a place, and moves entries that would not be found across it. */
    private void remove(int place) {
        int free = place;
        int at = free;
        while (true) {
            at = at + WORDS & words.length - 1;
            if (words[at] == 0) {
                break;
            }
            int home = home(words[at], words[at + 1]);
            if (!IdHash.isFound(home, at, free)) {
                System.arraycopy(words, at, words, free, WORDS);
                free = at;
            }
        }
        Arrays.fill(words, free, free + WORDS, 0);
        size--;
    }
}
