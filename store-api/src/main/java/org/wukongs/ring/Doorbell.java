package org.wukongs.ring;

import java.io.IOException;

/** Wakes the other side of a connection, and waits to be woken. */
public interface Doorbell {

    /** Wakes the other side, now or when it next waits. */
    void ring() throws IOException;

    /**
     * Waits until the other side has rung since the last call, or the connection ends.
     *
     * @return false at the end of the connection
     */
    boolean await() throws IOException;
}
