package org.wukongs.store.continuous;

import org.agrona.concurrent.NanoClock;

/**
 * What readers came by, which tells whether they are still there. Ended by any thread, asked by the
 * agent's.
 */
public final class ReaderConnection {

    private static final long OPEN = Long.MIN_VALUE;

    private final NanoClock clock;
    private volatile long endedNs = OPEN;

    public ReaderConnection(NanoClock clock) {
        this.clock = clock;
    }

    /** One that has ended already. */
    static ReaderConnection ended(NanoClock clock) {
        ReaderConnection connection = new ReaderConnection(clock);
        connection.end();
        return connection;
    }

    /** Its readers are gone. */
    public void end() {
        endedNs = clock.nanoTime();
    }

    boolean isOpen() {
        return endedNs == OPEN;
    }

    /** When it ended, if it has. */
    long endedNs() {
        return endedNs;
    }

    /** Whether it ended longer than {@code timeoutNs} ago. */
    boolean hasEndedFor(long timeoutNs) {
        return !isOpen() && clock.nanoTime() - endedNs > timeoutNs;
    }
}
