package org.wukongs.ring;

import java.io.IOException;

/**
 * How long a side looks for what it waits for before it waits on the socket. A wait there costs two
 * system calls and a wake-up, some 10 µs, so looking for as long is worth it if the other side is
 * about to answer. If it was in vain, the next look is half as long, down to nearly nothing; now
 * and then, and ever more seldom, it is as long as can be, to notice that answers come quickly
 * again.
 */
final class SpinBudget {

    /** What is waited for. */
    interface Condition {

        boolean isMet() throws IOException;
    }

    /** Looks with a pause between them, of some 40 ns; then each lets other threads run. */
    private static final int PAUSES = 32;

    private static final int LOOKS_MIN = 8;

    /** Not measured as a time: it depends on who else wants the core. */
    static final int LOOKS_MAX = 96;

    /** So many short looks are in vain before a long one; twice as many before the next one. */
    static final int LONG_AFTER_MIN = 32;

    /** With messages a millisecond apart, a long look, some 50 µs, comes twice a second. */
    static final int LONG_AFTER_MAX = 512;

    private int looks = LOOKS_MAX;
    private int inVain; // since the last long look, or success
    private int longAfter = LONG_AFTER_MIN;

    /** Returns whether the condition is met, after looking for a while. */
    @SuppressWarnings("ThreadPriorityCheck") // yields to whoever may be about to answer
    boolean spinUntil(Condition condition) throws IOException {
        boolean probing = looks < LOOKS_MAX && inVain >= longAfter;
        int looksNow = probing ? LOOKS_MAX : looks;
        for (int i = 0; i < looksNow; i++) {
            if (condition.isMet()) {
                looks = Math.min(LOOKS_MAX, Math.max(looks, 2 * i + LOOKS_MIN));
                inVain = 0;
                longAfter = LONG_AFTER_MIN;
                return true;
            }
            if (i < PAUSES) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        inVain = probing ? 0 : inVain + 1;
        longAfter = probing ? Math.min(LONG_AFTER_MAX, 2 * longAfter) : longAfter;
        looks = Math.max(LOOKS_MIN, looks / 2);
        return false;
    }
}
