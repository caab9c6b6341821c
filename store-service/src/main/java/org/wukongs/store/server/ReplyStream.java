package org.wukongs.store.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.wukongs.wire.WireWriter;

/**
 * A session's socket in the midst of a request: parts of a long reply go out, and somebody may have
 * gone. The session's thread, but for {@link #closeIfStalled}.
 */
final class ReplyStream {

    private static final int PEEK_MS = 1;

    private final Socket socket;
    private final BufferedInputStream input;
    private final OutputStream output;
    private volatile boolean writing; // owner: the session's thread, as the next one
    private volatile long writingSinceNs;

    ReplyStream(Socket socket, BufferedInputStream input, OutputStream output) {
        this.socket = socket;
        this.input = input;
        this.output = output;
    }

    /** Sends a frame; {@code nowNs} is when. */
    void send(WireWriter frame, long nowNs) {
        writingSinceNs = nowNs;
        writing = true;
        try {
            frame.writeTo(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writing = false;
        }
    }

    /** Closes the socket of a client that has taken nothing for so long. Any thread. */
    void closeIfStalled(long nowNs, long stallNsMax) {
        if (writing && nowNs - writingSinceNs > stallNsMax) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is of no use either way.
            }
        }
    }

    /** Whether the client has closed the connection; takes a millisecond. */
    boolean clientIsGone() {
        try {
            if (input.available() > 0) {
                return false; // its next request
            }
            int timeoutMs = socket.getSoTimeout();
            socket.setSoTimeout(PEEK_MS);
            try {
                input.mark(1);
                boolean gone = input.read() < 0;
                input.reset();
                return gone;
            } catch (SocketTimeoutException e) {
                return false;
            } finally {
                socket.setSoTimeout(timeoutMs);
            }
        } catch (IOException e) {
            return true;
        }
    }
}
