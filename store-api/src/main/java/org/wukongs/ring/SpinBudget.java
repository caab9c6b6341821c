package org.wukongs.ring;

import java.io.IOException;

/**
 * How long a side looks for what it waits for before it waits on the socket. A wait there costs two
 * system calls and a wake-up, some 10 µs, so looking for as long is worth it if the other side is
 * about to answer. If it was in vain, the next look is half as long, down to nearly nothing; now
 * and then it is as long as can be, to notice that answers come quickly again.
 */
public final class SpinBudget {

    /** What is waited for. */
    public interface Condition {

        boolean isMet() throws IOException;
    }

    /** Looks with a pause between them, of some 40 ns; then each lets other threads run. */
    private static final int PAUSES = 32;

    private static final int LOOKS_MIN = 8;

    /** Not measured as a time: it depends on who else wants the core. */
    static final int LOOKS_MAX = 96;

    /** So many short looks are in vain before a long one. */
    private static final int LONG_EVERY = 32;

    private int looks = LOOKS_MAX;
    private int inVain;

    /** Returns whether the condition is met, after looking for a while. One thread at a time. */
    @SuppressWarnings("ThreadPriorityCheck") // yields to whoever may be about to answer
    public boolean spinUntil(Condition condition) throws IOException {
        boolean probing = looks < LOOKS_MAX && inVain % LONG_EVERY == LONG_EVERY - 1;
        int looksNow = probing ? LOOKS_MAX : looks;
        for (int i = 0; i < looksNow; i++) {
            if (condition.isMet()) {
                looks = Math.min(LOOKS_MAX, Math.max(looks, 2 * i + LOOKS_MIN));
                inVain = 0;
                return true;
            }
            if (i < PAUSES) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        inVain++;
        looks = Math.max(LOOKS_MIN, looks / 2);
        return false;
    }
}
