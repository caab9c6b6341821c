package org.wukongs.store.server;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireWriter;

/**
 * Accepts connections until its server closes. If descriptors, threads or memory run out, it drops
 * the connection, counts it, and tries again after a pause. It has a thread of its own.
 */
final class Acceptor implements Runnable {

    /** Starts sessions of connections. */
    interface Sessions {

        /** Serves a connection in a thread of its own; the caller owns it until this returns. */
        void start(Connection connection);
    }

    private static final long PAUSE_NS_MIN = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PAUSE_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final ServerSocket listener;
    private final Connections connections;
    private final NanoClock clock;
    private final Sessions sessions;
    private final BooleanSupplier closed;
    private long pauseNs = PAUSE_NS_MIN;

    Acceptor(
            ServerSocket listener,
            Connections connections,
            NanoClock clock,
            Sessions sessions,
            BooleanSupplier closed) {
        this.listener = listener;
        this.connections = connections;
        this.clock = clock;
        this.sessions = sessions;
        this.closed = closed;
    }

    @Override
    public void run() {
        while (!closed.getAsBoolean()) {
            try {
                acceptNext();
                pauseNs = PAUSE_NS_MIN;
            } catch (Throwable e) { // Nothing else would catch it.
                fail(e);
            }
        }
    }

    /** Records a failure and pauses; no failure in doing so may end the loop. */
    private void fail(Throwable failure) {
        if (closed.getAsBoolean()) {
            return;
        }
        try {
            connections.failed(failure);
        } catch (Throwable e) {
            failure.addSuppressed(e);
        }
        LockSupport.parkNanos(pauseNs);
        pauseNs = Math.min(PAUSE_NS_MAX, 2 * pauseNs);
    }

    private void acceptNext() throws IOException {
        Socket socket = listener.accept();
        boolean served = false;
        try {
            if (connections.isFull()) {
                connections.refused();
                refuse(socket);
            } else {
                serve(socket);
                served = true;
            }
        } finally {
            if (!served) {
                socket.close();
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        Connection connection =
                new Connection(socket, connections.limits(), connections.memory(), clock);
        connections.add(connection);
        boolean started = false;
        try {
            sessions.start(connection);
            started = true;
        } finally {
            if (!started) {
                connections.remove(connection);
            }
        }
        if (closed.getAsBoolean()) {
            connection.close(); // It may have been added too late to be closed with the others.
        }
    }

    /**
     * Tells the client that there are too many connections. The socket's buffer is empty, so this
     * does not wait for the client.
     */
    private void refuse(Socket socket) throws IOException {
        WireWriter reply = new WireWriter().begin(FrameDescriptor.REPLY_ERROR);
        Codecs.put(
                Category.RETRIABLE,
                Reason.OTHER,
                "the store has too many connections, raise --connections-max: connectionsMax="
                        + connections.limits().connectionCountMax(),
                reply);
        reply.writeTo(socket.getOutputStream());
        socket.shutdownOutput();
    }
}
