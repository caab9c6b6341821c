package org.wukongs.ring;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;

/**
 * A {@link Doorbell} of single bytes on the connection's socket, which carries nothing else since
 * its frames go through rings. The system ends the socket of a process that dies, and with it the
 * waiting.
 */
public final class SocketDoorbell implements Doorbell {

    /** ASCII's bell. */
    static final byte BELL = 7;

    /** Takes bells at once that were rung while nobody waited. */
    private static final int TAKEN_MAX = 64;

    private final InputStream in;
    private final OutputStream out;
    private final LongAdder rung;
    private final byte[] taken = new byte[TAKEN_MAX];

    /**
     * @param out not buffered
     * @param rung counts how often it is rung from here
     */
    public SocketDoorbell(InputStream in, OutputStream out, LongAdder rung) {
        this.in = in;
        this.out = out;
        this.rung = rung;
    }

    @Override
    public void ring() throws IOException {
        rung.increment();
        out.write(BELL);
    }

    @Override
    public boolean await() throws IOException {
        int count = in.read(taken, 0, TAKEN_MAX);
        for (int i = 0; i < count; i++) {
            if (taken[i] != BELL) {
                throw new RingException("not a bell on a socket whose frames go through rings");
            }
        }
        return count >= 0;
    }
}
