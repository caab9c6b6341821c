package org.wukongs.store.peer;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.IoReason;
import org.wukongs.store.security.ServerTls;
import org.wukongs.tls.TlsSocket;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A connection with another node, with a deadline for each frame that arrives or is sent; between
 * frames there is none. One thread at a time reads; any thread writes. {@link PeerWatch} closes it
 * when it is late.
 */
final class PeerSocket implements AutoCloseable {

    /** Of a frame that is waited for without a deadline. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int BUFFER_BYTES = 1 << 16;

    private record Deadline(String what, long ns) {}

    private final Socket socket;
    private final PeerLimits limits;
    private final NanoClock clock;
    private DataInputStream in; // owner: the greeting's thread, before others read
    private DataOutputStream out; // the same
    private final ReentrantLock writing = new ReentrantLock();
    private boolean greeted; // owner: the greeting's thread, before others read
    private int frameBytes; // of the newest frame; owner: who reads
    private volatile Deadline readDeadline; // null for none
    private volatile Deadline writeDeadline; // null for none; owner: who holds writing
    private volatile String cutAt; // what was late, null for nothing

    PeerSocket(Socket socket, PeerLimits limits, NanoClock clock) throws IOException {
        this.socket = socket;
        this.limits = limits;
        this.clock = clock;
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        use(socket.getInputStream(), socket.getOutputStream());
        readDeadline = new Deadline("its greeting", clock.nanoTime() + limits.connectNs());
    }

    private void use(InputStream from, OutputStream to) {
        in = new DataInputStream(new BufferedInputStream(from, BUFFER_BYTES));
        out = new DataOutputStream(new BufferedOutputStream(to, BUFFER_BYTES));
    }

    /**
     * Makes the handshake of TLS with a node that has connected, within the time for its greeting.
     * The greeting's thread, before anything else.
     */
    void secure(ServerTls keys) throws IOException {
        // The greeting proves who the other node is; its certificate need not be one of a client.
        TlsSocket tls = TlsSocket.accept(socket, in, keys.forNodes(), false);
        use(tls.in(), tls.out());
    }

    /** The same with a node that this one has connected to, whose certificate must be its own. */
    void secure(ServerTls keys, StoreAddress address) throws IOException {
        TlsSocket tls = TlsSocket.connect(socket, keys.forNodes(), address.host(), address.port());
        use(tls.in(), tls.out());
    }

    /** Called after the greeting: from now on frames may be large and the connection be idle. */
    void greeted() {
        greeted = true;
        readDeadline = null;
    }

    /** Returns whether something of the next frame is there already. Who reads calls it. */
    boolean hasArrived() throws IOException {
        return in.available() > 0;
    }

    /**
     * Waits for a frame and reads it.
     *
     * @return its number, or -1 at the end of the connection
     */
    long read(WireReader frame) throws IOException {
        return read(frame, NEVER);
    }

    /** As above; the connection is closed if no frame begins by {@code deadlineNs}. */
    long read(WireReader frame, long deadlineNs) throws IOException {
        if (deadlineNs != NEVER && !hasArrived()) {
            readDeadline = new Deadline("an answer", deadlineNs);
        }
        in.mark(1);
        if (in.read() < 0) {
            return -1;
        }
        in.reset();
        if (greeted) {
            readDeadline = until("the rest of a frame", limits.frameNs(0));
        }
        long number = in.readLong();
        if (number < 0 || !frame.readFrom(in, new Intake())) {
            throw new EOFException();
        }
        if (greeted) {
            readDeadline = null;
        }
        return number;
    }

    /**
     * Returns the bytes of the frame that was read last, without its number. Who reads calls it.
     */
    int frameBytes() {
        return frameBytes;
    }

    private final class Intake implements WireReader.Intake {

        @Override
        public void begin(int lengthBytes) throws IOException {
            frameBytes = FrameDescriptor.TYPE_OFFSET + lengthBytes;
            int max = greeted ? PeerLimits.FRAME_BYTES_MAX : PeerLimits.GREETING_BYTES_MAX;
            if (lengthBytes > max) {
                throw new IOException(
                        "a frame is too long, lengthBytes=" + lengthBytes + " max=" + max);
            }
            if (greeted) {
                readDeadline = until("the rest of a frame", limits.frameNs(lengthBytes));
            }
        }

        @Override
        public void grow(int capacityBytes) {}
    }

    /** Sends a frame. */
    void write(long number, WireWriter frame) throws IOException {
        writing.lock();
        try {
            writeDeadline = until("taking a frame", limits.frameNs(frame.length()));
            out.writeLong(number);
            frame.writeTo(out);
            out.flush();
            writeDeadline = null;
        } finally {
            writing.unlock();
        }
    }

    private Deadline until(String what, long ns) {
        return new Deadline(what, clock.nanoTime() + ns);
    }

    /** Closes the connection if it is late; returns whether it did. */
    boolean cutIfLate(long nowNs) {
        return cutIfLate(readDeadline, nowNs) || cutIfLate(writeDeadline, nowNs);
    }

    private boolean cutIfLate(Deadline deadline, long nowNs) {
        boolean late = deadline != null && nowNs - deadline.ns() > 0 && cutAt == null;
        if (late) {
            cutAt = deadline.what();
            close();
        }
        return late;
    }

    /** Returns why the connection has failed. */
    String reason(IOException failure) {
        String late = cutAt;
        return late == null ? IoReason.of(failure) : "too late with " + late;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is unusable either way.
        }
    }

    @Override
    public String toString() {
        return String.valueOf(socket.getRemoteSocketAddress());
    }
}
