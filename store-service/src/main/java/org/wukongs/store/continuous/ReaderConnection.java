package org.wukongs.store.continuous;

import org.agrona.concurrent.NanoClock;

/**
 * Connection over which readers attached; tells whether they are still there. Any thread may end
 * it; the agent's thread asks.
 */
public final class ReaderConnection {

    private static final long OPEN = Long.MIN_VALUE;

    private final NanoClock clock;
    private volatile long endedNs = OPEN;

    public ReaderConnection(NanoClock clock) {
        this.clock = clock;
    }

    /** A connection that has ended already. */
    static ReaderConnection ended(NanoClock clock) {
        ReaderConnection connection = new ReaderConnection(clock);
        connection.end();
        return connection;
    }

    /** Ends the connection: its readers are gone. */
    public void end() {
        endedNs = clock.nanoTime();
    }

    /** Whether its readers are still there. */
    public boolean isOpen() {
        return endedNs == OPEN;
    }

    /** When it ended; valid only if it has ended. */
    long endedNs() {
        return endedNs;
    }

    /** Whether it ended longer than {@code timeoutNs} ago. */
    boolean hasEndedFor(long timeoutNs) {
        return !isOpen() && clock.nanoTime() - endedNs > timeoutNs;
    }
}
